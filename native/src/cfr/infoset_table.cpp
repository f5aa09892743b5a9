#include "feltprint/cfr/infoset_table.hpp"

#include <algorithm>

#include "feltprint/parallel.hpp"

namespace feltprint {
namespace {

// Which thread owns a node: a hash of its first block, so that neighbours spread.
std::uint32_t owner_of(std::uint32_t row, std::uint32_t num_shares) {
  const std::uint32_t hash = row * 0x9E3779B9u;
  return static_cast<std::uint32_t>((std::uint64_t{hash} * num_shares) >> 32);
}

constexpr std::size_t kPrefetchAhead = 8;  // updates; their rows are far apart

}  // namespace

InfosetTables::InfosetTables(std::size_t num_blocks, std::size_t num_preflop_blocks,
                             Storage storage)
    : regret(num_blocks, num_preflop_blocks, storage),
      strategy(num_blocks, num_preflop_blocks, storage) {}

void InfosetTables::apply_logs(const std::vector<UpdateLog>& logs, std::uint32_t noise,
                               int num_threads) {
  parallel_for(num_threads, num_threads, [&](int share, int) {
    for (std::size_t i = 0; i < logs.size(); ++i) {
      apply_share(logs[i], mix(noise, static_cast<std::uint32_t>(i)),
                  static_cast<std::uint32_t>(share), static_cast<std::uint32_t>(num_threads));
    }
  });
}

void InfosetTables::apply_share(const UpdateLog& log, std::uint32_t noise, std::uint32_t share,
                                std::uint32_t num_shares) {
  const auto& regret_updates = log.regret_updates();
  const float* increments = log.regrets();
  const std::size_t num_nodes = regret_updates.size();
  for (std::size_t i = 0; i < num_nodes; ++i) {
    const RowBlocks& update = regret_updates[i];
    const RowBlocks& next = regret_updates[std::min(i + 1, num_nodes - 1)];
    regret.prefetch(next.row, next.num_groups * next.num_actions, 2);
    if (owner_of(update.row, num_shares) == share) {
      regret.add(update, increments, noise ^ update.row);
    }
    increments += update.num_entries();
  }
  const auto& strategy_updates = log.strategy_updates();
  increments = log.strategies();
  const std::size_t num_updates = strategy_updates.size();
  for (std::size_t i = 0; i < num_updates; ++i) {
    const StrategyUpdate& update = strategy_updates[i];
    const StrategyUpdate& ahead = strategy_updates[std::min(i + kPrefetchAhead, num_updates - 1)];
    strategy.prefetch(ahead.row, ahead.num_actions, 1);
    if (owner_of(update.row, num_shares) == share) {
      strategy.add_row(update.row, update.lane, update.num_actions, increments,
                       ~noise + static_cast<std::uint32_t>(i));
    }
    increments += update.num_actions;
  }
}

}  // namespace feltprint
