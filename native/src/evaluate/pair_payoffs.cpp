#include "feltprint/evaluate/pair_payoffs.hpp"

#include "feltprint/evaluate/terminal.hpp"

namespace feltprint {

PairPayoffs::PairPayoffs(const PublicTree& tree)
    : nodes_(tree.nodes.data()), num_nodes_(tree.nodes.size()), payoffs_(num_nodes_ * 6) {
  settle_below(tree, 0, tree.posted);
}

void PairPayoffs::settle_below(const PublicTree& tree, std::size_t node,
                               const SeatChips& committed) {
  const Node& here = tree.nodes[node];
  for (std::uint32_t a = 0; a < here.num_actions; ++a) {
    SeatChips spent = committed;
    spent[here.actor] = tree.nodes[here.first_child + a].total_chips;
    settle_below(tree, here.first_child + a, spent);
  }
  if (here.kind == NodeKind::Decision) return;
  for (Player seat = 0; seat < 2; ++seat) {
    for (std::uint32_t own = 0; own < 3; ++own) {
      SeatStrengths strength{1, 1};
      strength[static_cast<std::size_t>(seat)] = own;
      payoffs_[(static_cast<std::size_t>(3 * seat) + own) * num_nodes_ + node] =
          leaf_payoff(tree, here, committed, seat, strength);
    }
  }
}

}  // namespace feltprint
