#include "feltprint/serve/freeze.hpp"

#include <algorithm>
#include <bit>

#include "feltprint/error.hpp"

namespace feltprint {

std::uint8_t mass_code(double mass) {
  if (!(mass > 0)) return 0;
  // Rounded towards zero, so that a code is a lower bound of its mass.
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(mass) >> 51;  // exponent, first bit
  const int exponent = static_cast<int>(bits >> 1) - 1023;
  const int code = 2 * (exponent - kLowestMassExponent) + static_cast<int>(bits & 1) + 1;
  return static_cast<std::uint8_t>(code < 1 ? 1 : code > 255 ? 255 : code);
}

RowIndex row_index(const PublicTree& tree) {
  RowIndex index;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    if (tree.nodes[id].kind == NodeKind::Decision) index.nodes.push_back(id);
  }
  std::sort(index.nodes.begin(), index.nodes.end(),
            [&tree](NodeId a, NodeId b) { return tree.nodes[a].row < tree.nodes[b].row; });
  std::uint64_t block = 0;
  std::uint64_t group = 0;
  for (NodeId id : index.nodes) {
    const Node& node = tree.nodes[id];
    FELTPRINT_ASSERT(node.row == block);
    index.first_block.push_back(block);
    index.first_group.push_back(group);
    block += static_cast<std::uint64_t>(tree.num_groups(node.street)) * node.num_actions;
    group += static_cast<std::uint64_t>(tree.num_groups(node.street));
  }
  index.first_block.push_back(block);
  index.first_group.push_back(group);
  return index;
}

std::vector<NodeId> RowWalk::next(std::uint64_t num_blocks) {
  std::vector<NodeId> nodes;
  for (std::uint64_t blocks = 0; blocks < num_blocks && street_ < kNumStreets;) {
    if (unseen_.empty()) {
      ++street_;
      if (street_ < kNumStreets) unseen_.push_back({0, 1});
      continue;
    }
    Children& children = unseen_.back();
    const NodeId id = children.next++;
    if (--children.count == 0) unseen_.pop_back();
    const Node& node = tree_.nodes[id];
    if (node.kind != NodeKind::Decision || node.street > street_) continue;
    unseen_.push_back({node.first_child, node.num_actions});
    if (node.street < street_) continue;
    FELTPRINT_ASSERT(node.row == block_);
    nodes.push_back(id);
    const std::uint64_t own = std::uint64_t{node.num_actions} * tree_.num_groups(node.street);
    block_ += own;
    blocks += own;
  }
  return nodes;
}

}  // namespace feltprint
