#include "feltprint/cfr/infoset_table.hpp"

#include <algorithm>

#include "feltprint/parallel.hpp"

namespace feltprint {
namespace {

// Owned updates between asking for memory and adding to it: rows are far apart. A share asks for
// nothing that another one writes, whose cache would have to give the line up and fetch it again.
constexpr std::size_t kNodesAhead = 2;
constexpr std::size_t kRowsAhead = 8;

void add_nodes(const UpdateLog& log, std::uint32_t noise, UpdateShare& share, WeightTable& table) {
  const auto& nodes = log.regret_updates();
  const auto own = share.own(nodes);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const RowBlocks& ahead = nodes[own[std::min(i + kNodesAhead, own.size() - 1)].update];
    table.prefetch(ahead.row, ahead.num_groups * ahead.num_actions, 2);
    const RowBlocks& node = nodes[own[i].update];
    table.add(node, log.regrets() + own[i].first, noise ^ node.row);
  }
}

void add_rows(const RowUpdates& rows, std::uint32_t noise, UpdateShare& share, WeightTable& table) {
  const auto& updates = rows.updates();
  const auto own = share.own(updates);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const RowUpdate& ahead = updates[own[std::min(i + kRowsAhead, own.size() - 1)].update];
    table.prefetch(ahead.row, ahead.num_actions, 1);
    const RowUpdate& update = updates[own[i].update];
    table.add_row(update.row, update.lane, update.num_actions, rows.increments() + own[i].first,
                  noise + static_cast<std::uint32_t>(own[i].update));
  }
}

}  // namespace

InfosetTables::InfosetTables(std::size_t num_blocks, std::size_t num_preflop_blocks,
                             Storage storage)
    : regret(num_blocks, num_preflop_blocks, storage),
      strategy(num_blocks, num_preflop_blocks, storage) {}

void InfosetTables::apply_logs(const std::vector<UpdateLog>& logs, std::uint32_t noise,
                               int num_threads, bool floor_regrets) {
  shares_.resize(static_cast<std::size_t>(num_threads));
  parallel_for(num_threads, num_threads, [&](int index, int) {
    UpdateShare& share = shares_[static_cast<std::size_t>(index)];
    share.set(static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(num_threads));
    for (std::size_t i = 0; i < logs.size(); ++i) {
      apply_share(logs[i], mix(noise, static_cast<std::uint32_t>(i)), share);
    }
    if (!floor_regrets) return;
    for (const UpdateLog& log : logs) floor_share(log, share);
  });
}

void InfosetTables::apply_share(const UpdateLog& log, std::uint32_t noise, UpdateShare& share) {
  add_nodes(log, noise, share, regret);
  add_rows(log.regret_rows(), mix(noise, 1), share, regret);
  add_rows(log.strategy_rows(), ~noise, share, strategy);
}

// Multiplying rounds nothing here, so that it needs no noise.
void InfosetTables::floor_share(const UpdateLog& log, UpdateShare& share) {
  const auto& nodes = log.regret_updates();
  for (const auto& own : share.own(nodes)) regret.scale(nodes[own.update], 1.0f, 0.0f, 0);
  const auto& rows = log.regret_rows().updates();
  for (const auto& own : share.own(rows)) {
    const RowUpdate& row = rows[own.update];
    regret.scale({row.row, 1, row.num_actions}, 1.0f, 0.0f, 0);
  }
}

}  // namespace feltprint
