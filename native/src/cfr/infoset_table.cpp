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
  share.for_each(
      log.regret_updates(), kNodesAhead,
      [increments = log.regrets(), noise, &table](std::size_t, const RowBlocks& node,
                                                  std::size_t first, const RowBlocks* ahead) {
        if (ahead != nullptr) table.prefetch(ahead->row, ahead->num_groups * ahead->num_actions, 2);
        table.add(node, increments + first, noise ^ node.row);
      });
}

void add_rows(const RowUpdates& rows, std::uint32_t noise, UpdateShare& share, WeightTable& table) {
  share.for_each(
      rows.updates(), kRowsAhead,
      [increments = rows.increments(), noise, &table](std::size_t i, const RowUpdate& row,
                                                      std::size_t first, const RowUpdate* ahead) {
        if (ahead != nullptr) table.prefetch(ahead->row, ahead->num_actions, 1);
        table.add_row(row.row, row.lane, row.num_actions, increments + first,
                      noise + static_cast<std::uint32_t>(i));
      });
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
  share.for_each(log.regret_updates(), 0, [this](auto, const RowBlocks& node, auto, auto) {
    regret.scale(node, 1.0f, 0.0f, 0);
  });
  share.for_each(log.regret_rows().updates(), 0, [this](auto, const RowUpdate& row, auto, auto) {
    regret.scale({row.row, 1, row.num_actions}, 1.0f, 0.0f, 0);
  });
}

}  // namespace feltprint
