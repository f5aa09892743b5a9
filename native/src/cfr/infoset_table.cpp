#include "feltprint/cfr/infoset_table.hpp"

#include <algorithm>

#include "feltprint/parallel.hpp"

namespace feltprint {
namespace {

constexpr std::size_t kPrefetchAhead = 8;  // updates; their rows are far apart

template <typename Owns>
void add_rows(const RowUpdates& rows, std::uint32_t noise, const Owns& owns, WeightTable& table) {
  const auto& updates = rows.updates();
  const float* increments = rows.increments();
  const std::size_t num_updates = updates.size();
  for (std::size_t i = 0; i < num_updates; ++i) {
    const RowUpdate& update = updates[i];
    const RowUpdate& ahead = updates[std::min(i + kPrefetchAhead, num_updates - 1)];
    table.prefetch(ahead.row, ahead.num_actions, 1);
    if (owns(update.row)) {
      table.add_row(update.row, update.lane, update.num_actions, increments,
                    noise + static_cast<std::uint32_t>(i));
    }
    increments += update.num_actions;
  }
}

}  // namespace

InfosetTables::InfosetTables(std::size_t num_blocks, std::size_t num_preflop_blocks,
                             Storage storage)
    : regret(num_blocks, num_preflop_blocks, storage),
      strategy(num_blocks, num_preflop_blocks, storage) {}

// A hash of the first block, so that neighbours spread.
bool InfosetTables::Share::owns(std::uint32_t row) const {
  const std::uint32_t hash = row * 0x9E3779B9u;
  return static_cast<std::uint32_t>((std::uint64_t{hash} * count) >> 32) == index;
}

void InfosetTables::apply_logs(const std::vector<UpdateLog>& logs, std::uint32_t noise,
                               int num_threads, bool floor_regrets) {
  parallel_for(num_threads, num_threads, [&](int index, int) {
    const Share share{static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(num_threads)};
    for (std::size_t i = 0; i < logs.size(); ++i) {
      apply_share(logs[i], mix(noise, static_cast<std::uint32_t>(i)), share);
    }
    if (!floor_regrets) return;
    for (const UpdateLog& log : logs) floor_share(log, share);
  });
}

void InfosetTables::apply_share(const UpdateLog& log, std::uint32_t noise, const Share& share) {
  const auto& nodes = log.regret_updates();
  const float* increments = log.regrets();
  const std::size_t num_nodes = nodes.size();
  for (std::size_t i = 0; i < num_nodes; ++i) {
    const RowBlocks& node = nodes[i];
    const RowBlocks& next = nodes[std::min(i + 1, num_nodes - 1)];
    regret.prefetch(next.row, next.num_groups * next.num_actions, 2);
    if (share.owns(node.row)) regret.add(node, increments, noise ^ node.row);
    increments += node.num_entries();
  }
  const auto owns = [&](std::uint32_t row) { return share.owns(row); };
  add_rows(log.regret_rows(), mix(noise, 1), owns, regret);
  add_rows(log.strategy_rows(), ~noise, owns, strategy);
}

// Multiplying rounds nothing here, so that it needs no noise.
void InfosetTables::floor_share(const UpdateLog& log, const Share& share) {
  for (const RowBlocks& node : log.regret_updates()) {
    if (share.owns(node.row)) regret.scale(node, 1.0f, 0.0f, 0);
  }
  for (const RowUpdate& row : log.regret_rows().updates()) {
    if (share.owns(row.row)) regret.scale({row.row, 1, row.num_actions}, 1.0f, 0.0f, 0);
  }
}

}  // namespace feltprint
