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

void NodeVisits::add(const UpdateLog& log) {
  if (rows_.empty()) return;
  for (const RowBlocks& update : log.regret_updates()) {
    const auto found = std::lower_bound(rows_.begin(), rows_.end(), update.row);
    std::uint32_t& count = counts.data()[found - rows_.begin()];
    count += count < 0xFFFFFFFFu;
  }
}

}  // namespace feltprint
