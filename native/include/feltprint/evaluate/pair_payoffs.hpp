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

  // Net chips of one seat with given hands, also where it has folded.
  class Column {
   public:
    Column(const float* payoffs, const Node* nodes) : payoffs_(payoffs), nodes_(nodes) {}
    float at(const Node& leaf) const { return payoffs_[&leaf - nodes_]; }

   private:
    const float* payoffs_;  // [node]
    const Node* nodes_;
  };
  Column of(Player seat, const SeatStrengths& strength) const {
    const std::uint32_t own = strength[static_cast<std::size_t>(seat)];
    const std::uint32_t other = strength[static_cast<std::size_t>(1 - seat)];
    return {column(seat, (own > other) + (own >= other)), nodes_};
  }

 private:
  void settle_below(const PublicTree& tree, std::size_t node, const SeatChips& committed);

  const float* column(Player seat, int order) const {
    return payoffs_.data() + static_cast<std::size_t>(3 * seat + order) * num_nodes_;
  }

  const Node* nodes_;
  std::size_t num_nodes_;
  std::vector<float> payoffs_;  // [seat][worse, equal, better][node]; 0 at decisions
};

}  // namespace feltprint
