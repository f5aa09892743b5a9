// A position in a public tree together with the chips that the tree alone does not store.
#pragma once

#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

class TreeWalk {
 public:
  explicit TreeWalk(const PublicTree& tree);

  NodeId id() const { return id_; }
  const Node& node() const { return tree_->nodes[id_]; }
  bool at_decision() const { return node().kind == NodeKind::Decision; }
  const Node& child(int action) const { return tree_->nodes[node().first_child + action]; }

  // Index of the first action of a kind, -1 when the node has none. Requires: at_decision().
  int find(ActionKind kind) const;
  void follow(int action);

  // Chips of the tree's own scale. to_call is that of the actor, capped by nothing: the tree has
  // no action beyond its stacks.
  Chips pot() const { return pot_; }
  Chips max_bet() const { return max_bet_; }
  Chips to_call() const { return max_bet_ - street_total(node().actor, committed_[node().actor]); }
  Chips committed(int seat) const { return committed_[seat]; }

  // Size of a raise or all-in of this node: the increment over the call as a fraction of the pot
  // after calling.
  double pot_frac(int action) const;

 private:
  Chips street_total(int seat, Chips committed) const { return committed - street_start_[seat]; }

  const PublicTree* tree_;
  NodeId id_ = 0;
  Chips pot_ = 0;
  Chips max_bet_ = 0;
  SeatChips committed_{};
  SeatChips street_start_{};
};

}  // namespace feltprint
