#include "feltprint/serve/tree_walk.hpp"

#include <algorithm>

#include "feltprint/error.hpp"

namespace feltprint {

TreeWalk::TreeWalk(const PublicTree& tree)
    : tree_(&tree), committed_(tree.posted), street_start_(tree.antes) {
  for (int seat = 0; seat < tree.num_players; ++seat) {
    pot_ += committed_[seat];
    max_bet_ = std::max(max_bet_, street_total(seat, committed_[seat]));
  }
}

int TreeWalk::find(ActionKind kind) const {
  for (int a = 0; a < node().num_actions; ++a) {
    if (child(a).action == kind) return a;
  }
  return -1;
}

void TreeWalk::follow(int action) {
  const Node& from = node();
  FELTPRINT_ASSERT(from.kind == NodeKind::Decision && action < from.num_actions);
  const int actor = from.actor;
  const int street = from.street;
  id_ = from.first_child + static_cast<NodeId>(action);
  const Node& to = node();
  pot_ += to.total_chips - committed_[actor];
  committed_[actor] = to.total_chips;
  max_bet_ = std::max(max_bet_, street_total(actor, to.total_chips));
  if (to.kind == NodeKind::Decision && to.street != street) {
    street_start_ = committed_;
    max_bet_ = 0;
  }
}

double TreeWalk::pot_frac(int action) const {
  const Chips total = street_total(node().actor, child(action).total_chips);
  return static_cast<double>(total - max_bet_) / static_cast<double>(pot_ + to_call());
}

}  // namespace feltprint
