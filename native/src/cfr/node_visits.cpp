#include "feltprint/cfr/node_visits.hpp"

#include <algorithm>

namespace feltprint {
namespace {

std::vector<std::uint32_t> rows_of(const PublicTree& tree, bool enabled) {
  std::vector<std::uint32_t> rows;
  if (!enabled) return rows;
  for (const Node& node : tree.nodes) {
    if (node.kind == NodeKind::Decision) rows.push_back(node.row);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::size_t num_counts(const PublicTree& tree, bool enabled) {
  std::size_t count = 0;
  for (std::uint64_t nodes : tree.size.decision_nodes) count += nodes;
  return enabled ? count : 0;
}

}  // namespace

NodeVisits::NodeVisits(const PublicTree& tree, bool enabled)
    : counts(num_counts(tree, enabled)), rows_(rows_of(tree, enabled)) {}

void NodeVisits::find_rows(const UpdateLog& log, std::vector<std::size_t>& nodes) const {
  const auto meet = [&](std::uint32_t row) {
    const auto after = std::upper_bound(rows_.begin(), rows_.end(), row);
    nodes.push_back(static_cast<std::size_t>(after - rows_.begin()) - 1);
  };
  for (const RowBlocks& node : log.regret_updates()) meet(node.row);
  for (const RowUpdate& row : log.regret_rows().updates()) meet(row.row);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

void NodeVisits::add(const std::vector<std::size_t>& nodes) {
  for (std::size_t node : nodes) counts.data()[node] += counts.data()[node] < 0xFFFFFFFFu;
}

}  // namespace feltprint
