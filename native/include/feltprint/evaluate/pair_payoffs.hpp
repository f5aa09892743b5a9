// Payoffs at the leaves of a two-player tree, settled once: a walk with two known hands only asks
// which of them is better.
#pragma once

#include <vector>

#include "feltprint/rules/settlement.hpp"
#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

class PairPayoffs {
 public:
  // Larger trees settle at the leaf: their nodes are not in the cache, and that costs more.
  static constexpr std::size_t kMaxNodes = 1 << 16;
  static bool fits(const PublicTree& tree) {
    return tree.num_players == 2 && tree.nodes.size() <= kMaxNodes;
  }

  // Requires: fits.
  explicit PairPayoffs(const PublicTree& tree);

  // Net chips of a seat at a leaf, also where it has folded.
  float at(const Node& leaf, Player seat, const SeatStrengths& strength) const {
    const std::uint32_t own = strength[static_cast<std::size_t>(seat)];
    const std::uint32_t other = strength[static_cast<std::size_t>(1 - seat)];
    const auto node = static_cast<std::size_t>(&leaf - nodes_);
    return payoffs_[node * 6 + static_cast<std::size_t>(3 * seat + (own > other) + (own >= other))];
  }

 private:
  void settle_below(const PublicTree& tree, std::size_t node, const SeatChips& committed);

  const Node* nodes_;
  std::vector<float> payoffs_;  // [node][seat][worse, equal, better]; 0 at decisions
};

}  // namespace feltprint
