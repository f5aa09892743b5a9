// A position in a public tree together with the chips that the tree alone does not store.
//
// Small steps that every action of every row takes: they are inline.
#pragma once

#include <algorithm>

#include "feltprint/error.hpp"
#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

class TreeWalk {
 public:
  explicit TreeWalk(const PublicTree& tree)
      : nodes_(tree.nodes.data()), committed_(tree.posted), street_start_(tree.antes) {
    for (int seat = 0; seat < tree.num_players; ++seat) {
      pot_ += committed_[seat];
      max_bet_ = std::max(max_bet_, street_total(seat, committed_[seat]));
    }
  }

  NodeId id() const { return id_; }
  const Node& node() const { return nodes_[id_]; }
  bool at_decision() const { return node().kind == NodeKind::Decision; }
  const Node& child(int action) const { return nodes_[node().first_child + action]; }

  // Index of the first action of a kind, -1 when the node has none. Requires: at_decision().
  int find(ActionKind kind) const {
    const Node* children = nodes_ + node().first_child;
    const int count = node().num_actions;
    for (int a = 0; a < count; ++a) {
      if (children[a].action == kind) return a;
    }
    return -1;
  }

  void follow(int action) {
    const Node& from = node();
    FELTPRINT_ASSERT(from.kind == NodeKind::Decision && action < from.num_actions);
    const int actor = from.actor;
    id_ = from.first_child + static_cast<NodeId>(action);
    const Node& to = node();
    __builtin_prefetch(nodes_ + to.first_child);  // what the next action looks at
    pot_ += to.total_chips - committed_[actor];
    committed_[actor] = to.total_chips;
    max_bet_ = std::max(max_bet_, street_total(actor, to.total_chips));
    if (to.kind == NodeKind::Decision && to.street != from.street) {
      street_start_ = committed_;
      max_bet_ = 0;
    }
  }

  // Chips of the tree's own scale. to_call is that of the actor, capped by nothing: the tree has
  // no action beyond its stacks.
  Chips pot() const { return pot_; }
  Chips max_bet() const { return max_bet_; }
  Chips to_call() const { return max_bet_ - street_total(node().actor, committed_[node().actor]); }
  Chips committed(int seat) const { return committed_[seat]; }

  // Size of a raise or all-in of this node: the increment over the call as a fraction of the pot
  // after calling.
  double pot_frac(int action) const {
    const Chips total = street_total(node().actor, child(action).total_chips);
    return static_cast<double>(total - max_bet_) / static_cast<double>(pot_ + to_call());
  }

 private:
  Chips street_total(int seat, Chips committed) const { return committed - street_start_[seat]; }

  const Node* nodes_;
  NodeId id_ = 0;
  Chips pot_ = 0;
  Chips max_bet_ = 0;
  SeatChips committed_{};
  SeatChips street_start_{};
};

}  // namespace feltprint
