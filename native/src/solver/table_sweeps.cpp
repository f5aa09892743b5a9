#include "feltprint/solver/table_sweeps.hpp"

#include <algorithm>

#include "feltprint/cfr/regret_matching.hpp"
#include "feltprint/parallel.hpp"

namespace feltprint {
namespace {

constexpr std::size_t kNodesPerTask = 4096;

template <typename Visit>
void for_each_decision(const PublicTree& tree, int num_threads, const Visit& visit) {
  const std::size_t num_tasks = (tree.nodes.size() + kNodesPerTask - 1) / kNodesPerTask;
  parallel_for(static_cast<int>(num_tasks), num_threads, [&](int task, int) {
    const std::size_t first = static_cast<std::size_t>(task) * kNodesPerTask;
    const std::size_t end = std::min(first + kNodesPerTask, tree.nodes.size());
    for (std::size_t id = first; id < end; ++id) {
      if (tree.nodes[id].kind == NodeKind::Decision) visit(tree.nodes[id]);
    }
  });
}

// Adds the strategies of the eight rows of a group.
void add_group(const RowBlocks& group, std::uint32_t noise, InfosetTables& tables) {
  const TableView regrets = tables.regret.view();
  float sigma[kMaxActions * kLanes] = {};
  for (int lane = 0; lane < kLanes; ++lane) {
    float row[kMaxActions * kLanes];
    bool visited = false;
    for (int a = 0; a < group.num_actions; ++a) {
      row[a * kLanes] = regrets.entry(group.row, a, lane);
      visited = visited || row[a * kLanes] != 0.0f;
    }
    if (!visited) continue;
    float strategy[kMaxActions];
    row_strategy(row, group.num_actions, strategy);
    for (int a = 0; a < group.num_actions; ++a) sigma[a * kLanes + lane] = strategy[a];
  }
  tables.strategy.add(group, sigma, noise);
}

}  // namespace

void discount_tables(const PublicTree& tree, const DiscountFactors& factors, std::uint32_t noise,
                     int num_threads, InfosetTables& tables) {
  for_each_decision(tree, num_threads, [&](const Node& node) {
    const RowBlocks blocks{node.row, static_cast<std::uint16_t>(tree.num_groups(node.street)),
                           node.num_actions};
    const std::uint32_t own_noise = mix(noise, node.row);
    tables.regret.scale(blocks, factors.positive_regret, factors.negative_regret, own_noise);
    tables.strategy.scale(blocks, factors.strategy, factors.strategy, ~own_noise);
  });
}

void add_snapshot(const PublicTree& tree, int max_street, std::uint32_t noise, int num_threads,
                  InfosetTables& tables) {
  for_each_decision(tree, num_threads, [&](const Node& node) {
    if (node.street <= max_street) return;
    for (int group = 0; group < tree.num_groups(node.street); ++group) {
      const std::uint32_t row = node.row + static_cast<std::uint32_t>(group * node.num_actions);
      add_group({row, 1, node.num_actions}, mix(noise, row), tables);
    }
  });
}

}  // namespace feltprint
