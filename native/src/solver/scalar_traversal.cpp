#include "feltprint/solver/scalar_traversal.hpp"

namespace feltprint {
namespace {

// What the two samplings share: the traverser's nodes and the leaves.
class SingleHandWalk {
 public:
  SingleHandWalk(const TraversalInput& input, const DealtHands& hands, RandomStream& actions,
                 UpdateLog& log, Player traverser)
      : in_(input),
        tree_(*input.tree),
        hands_(hands),
        random_(actions),
        log_(log),
        traverser_(traverser) {}

 protected:
  // A fold ends the hand for the traverser: what the others do no longer matters to it.
  bool ends_at(const Node& node) const {
    return node.kind != NodeKind::Decision || ((node.live_mask >> traverser_) & 1) == 0;
  }

  float payoff(const Node& node, const SeatChips& committed) const {
    return leaf_payoff(tree_, node, committed, traverser_, hands_.strength);
  }

  const Node& child(const Node& node, int action, SeatChips& committed) const {
    const Node& next = tree_.nodes[node.first_child + static_cast<std::uint32_t>(action)];
    committed[node.actor] = next.total_chips;
    return next;
  }

  // The traverser's node. value_of(action) gives the value below; the regrets weigh `weight`.
  template <typename ValueOf>
  float own_node(const Node& node, float weight, const ValueOf& value_of) {
    const RowUpdate row = hands_.row_at(node);
    float sigma[kMaxActions];
    float value[kMaxActions];
    row_strategy(in_.own_table, row, sigma);
    float mean = 0.0f;
    std::uint32_t pruned = 0;
    for (int a = 0; a < node.num_actions; ++a) {
      value[a] = 0.0f;
      if (in_.prune_below < 0.0f && is_hopeless(node, row, a)) {
        pruned |= 1u << a;
        continue;
      }
      value[a] = value_of(a);
      mean += sigma[a] * value[a];
    }
    float* regrets = log_.add_regret_row(row);
    for (int a = 0; a < node.num_actions; ++a) {
      regrets[a] = ((pruned >> a) & 1) != 0 ? 0.0f : weight * (value[a] - mean);
    }
    return mean;
  }

  void log_strategy(const Node& node, const RowUpdate& row, float weight, const float* sigma) {
    if (node.street > in_.average_street) return;
    float* increments = log_.add_strategy(row);
    for (int a = 0; a < node.num_actions; ++a) increments[a] = weight * sigma[a];
  }

  const TraversalInput& in_;
  const PublicTree& tree_;
  const DealtHands& hands_;
  RandomStream& random_;
  UpdateLog& log_;
  const Player traverser_;

 private:
  // An action that the row does not play, nor nearly; the exceptions are those of PruningParams.
  bool is_hopeless(const Node& node, const RowUpdate& row, int action) const {
    if (node.street + 1 == tree_.num_streets) return false;
    const Node& next = tree_.nodes[node.first_child + static_cast<std::uint32_t>(action)];
    if (next.kind != NodeKind::Decision) return false;
    if (in_.own_table.entry(row.row, action, row.lane) >= in_.prune_below) return false;
    for (int a = 0; a < node.num_actions; ++a) {
      if (in_.own_table.entry(row.row, a, row.lane) > 0.0f) return true;
    }
    return false;
  }
};

class ExternalWalk : public SingleHandWalk {
 public:
  using SingleHandWalk::SingleHandWalk;

  float value(const Node& from, SeatChips committed) {
    const Node* node = &from;
    while (!ends_at(*node) && node->actor != traverser_) {
      const RowUpdate row = hands_.row_at(*node);
      float sigma[kMaxActions];
      row_strategy(in_.opponent_table, row, sigma);
      log_strategy(*node, row, in_.weights.strategy, sigma);
      node = &child(*node, sample_action(sigma, node->num_actions, random_), committed);
    }
    if (ends_at(*node)) return payoff(*node, committed);
    return own_node(*node, in_.weights.regret, [&](int action) {
      SeatChips spent = committed;
      const Node& next = child(*node, action, spent);
      return value(next, spent);
    });
  }
};

class ChanceWalk : public SingleHandWalk {
 public:
  ChanceWalk(const TraversalInput& input, const DealtHands& hands, RandomStream& actions,
             UpdateLog& log, Player traverser, float min_reach)
      : SingleHandWalk(input, hands, actions, log, traverser), min_reach_(min_reach) {}

  // How the opponents play to a node: all of them together, and each seat alone.
  struct Reach {
    float all;
    std::array<float, kMaxPlayers> of_seat;
  };

  float value(const Node& node, const SeatChips& committed, const Reach& reach) {
    if (ends_at(node)) return payoff(node, committed);
    if (node.actor == traverser_) {
      return own_node(node, in_.weights.regret * reach.all, [&](int action) {
        SeatChips spent = committed;
        const Node& next = child(node, action, spent);
        return value(next, spent, reach);
      });
    }
    return opponents_node(node, committed, reach);
  }

 private:
  float opponents_node(const Node& node, const SeatChips& committed, const Reach& reach) {
    const RowUpdate row = hands_.row_at(node);
    float sigma[kMaxActions];
    row_strategy(in_.opponent_table, row, sigma);
    log_strategy(node, row, in_.weights.strategy * reach.of_seat[node.actor], sigma);
    float sum = 0.0f;
    for (int a = 0; a < node.num_actions; ++a) {
      Reach below = reach;
      below.all *= sigma[a];
      below.of_seat[node.actor] *= sigma[a];
      if (below.all <= min_reach_) continue;
      SeatChips spent = committed;
      const Node& next = child(node, a, spent);
      sum += sigma[a] * value(next, spent, below);
    }
    return sum;
  }

  const float min_reach_;
};

}  // namespace

void traverse_single_hands(const TraversalInput& input, const TraversalParams& params,
                           const DealtHands& hands, RandomStream& actions, UpdateLog& log,
                           double* values) {
  const PublicTree& tree = *input.tree;
  ChanceWalk::Reach certain{1.0f, {}};
  certain.of_seat.fill(1.0f);
  for (Player seat = 0; seat < tree.num_players; ++seat) {
    if (((input.traversers >> seat) & 1) == 0) continue;
    if (params.kind == Traversal::External) {
      ExternalWalk walk(input, hands, actions, log, seat);
      values[seat] = walk.value(tree.root(), tree.posted);
    } else {
      ChanceWalk walk(input, hands, actions, log, seat, static_cast<float>(params.min_reach));
      values[seat] = walk.value(tree.root(), tree.posted, certain);
    }
  }
}

}  // namespace feltprint
