#include "feltprint/solver/scalar_traversal.hpp"

#include <bit>

#include "feltprint/evaluate/terminal.hpp"

namespace feltprint {
namespace {

// What the two samplings share: the traverser's nodes and the leaves.
class SingleHandWalk {
 public:
  SingleHandWalk(const TraversalInput& input, const SingleHandRules& rules, const DealtHands& hands,
                 RandomStream& actions, UpdateLog& log, Player traverser)
      : in_(input),
        tree_(*input.tree),
        payoffs_(rules.payoffs),
        hands_(hands),
        random_(actions),
        log_(log),
        traverser_(traverser),
        committed_(input.tree->posted) {
    log_.count_nodes(1);  // the root
  }

 protected:
  // A fold ends the hand for the traverser: what the others do no longer matters to it.
  bool ends_at(const Node& node) const {
    return node.kind != NodeKind::Decision || ((node.live_mask >> traverser_) & 1) == 0;
  }

  float payoff(const Node& node) const {
    if (payoffs_ != nullptr) return payoffs_->at(node, traverser_, hands_.strength);
    return leaf_payoff(tree_, node, committed_, traverser_, hands_.strength);
  }

  // Moves to a child; the caller takes the actor's chips back afterwards.
  const Node& child(const Node& node, int action) {
    const Node& next = tree_.nodes[node.first_child + static_cast<std::uint32_t>(action)];
    committed_[node.actor] = next.total_chips;
    log_.count_nodes(1);
    return next;
  }

  // The traverser's node. value_of(child) gives the value below; the regrets weigh `weight`.
  template <typename ValueOf>
  float own_node(const Node& node, float weight, const ValueOf& value_of) {
    const RowUpdate row = hands_.row_at(node);
    float sigma[kMaxActions];
    float value[kMaxActions];
    row_strategy(in_.own_table, row, sigma);
    const Chips before = committed_[traverser_];
    float mean = 0.0f;
    std::uint32_t pruned = 0;
    for (int a = 0; a < node.num_actions; ++a) {
      value[a] = 0.0f;
      if (in_.prune_below < 0.0f && is_hopeless(node, row, a)) {
        pruned |= 1u << a;
        continue;
      }
      value[a] = value_of(child(node, a));
      mean += sigma[a] * value[a];
    }
    committed_[traverser_] = before;
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
  const PairPayoffs* payoffs_;
  const DealtHands& hands_;
  RandomStream& random_;
  UpdateLog& log_;
  const Player traverser_;
  SeatChips committed_;  // on the way to the node of the moment

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

  float value(const Node& from) {
    const Node* node = &from;
    SeatChips before;
    std::uint32_t moved = 0;
    while (!ends_at(*node) && node->actor != traverser_) {
      const RowUpdate row = hands_.row_at(*node);
      float sigma[kMaxActions];
      row_strategy(in_.opponent_table, row, sigma);
      log_strategy(*node, row, in_.weights.strategy, sigma);
      const std::uint32_t seat = 1u << node->actor;
      if ((moved & seat) == 0) before[node->actor] = committed_[node->actor];
      moved |= seat;
      node = &child(*node, sample_action(sigma, node->num_actions, random_));
    }
    const float result =
        ends_at(*node)
            ? payoff(*node)
            : own_node(*node, in_.weights.regret, [this](const Node& next) { return value(next); });
    for (; moved != 0; moved &= moved - 1) {
      const int seat = std::countr_zero(moved);
      committed_[seat] = before[seat];
    }
    return result;
  }
};

class ChanceWalk : public SingleHandWalk {
 public:
  ChanceWalk(const TraversalInput& input, const SingleHandRules& rules, const DealtHands& hands,
             RandomStream& actions, UpdateLog& log, Player traverser)
      : SingleHandWalk(input, rules, hands, actions, log, traverser),
        min_reach_(static_cast<float>(rules.params.min_reach)) {}

  // How the opponents play to a node: all of them together, and each seat alone.
  struct Reach {
    float all;
    std::array<float, kMaxPlayers> of_seat;
  };

  float value(const Node& node, const Reach& reach) {
    if (ends_at(node)) return payoff(node);
    if (node.actor == traverser_) {
      return own_node(node, in_.weights.regret * reach.all,
                      [&](const Node& next) { return value(next, reach); });
    }
    return opponents_node(node, reach);
  }

 private:
  float opponents_node(const Node& node, const Reach& reach) {
    const RowUpdate row = hands_.row_at(node);
    float sigma[kMaxActions];
    row_strategy(in_.opponent_table, row, sigma);
    log_strategy(node, row, in_.weights.strategy * reach.of_seat[node.actor], sigma);
    const Chips before = committed_[node.actor];
    float sum = 0.0f;
    for (int a = 0; a < node.num_actions; ++a) {
      Reach below = reach;
      below.all *= sigma[a];
      below.of_seat[node.actor] *= sigma[a];
      if (below.all > min_reach_) sum += sigma[a] * value(child(node, a), below);
    }
    committed_[node.actor] = before;
    return sum;
  }

  const float min_reach_;
};

}  // namespace

void traverse_single_hands(const TraversalInput& input, const SingleHandRules& rules,
                           const DealtHands& hands, RandomStream& actions, UpdateLog& log,
                           double* values) {
  const PublicTree& tree = *input.tree;
  ChanceWalk::Reach certain{1.0f, {}};
  certain.of_seat.fill(1.0f);
  for (Player seat = 0; seat < tree.num_players; ++seat) {
    if (((input.traversers >> seat) & 1) == 0) continue;
    if (rules.params.kind == Traversal::External) {
      ExternalWalk walk(input, rules, hands, actions, log, seat);
      values[seat] = walk.value(tree.root());
    } else {
      ChanceWalk walk(input, rules, hands, actions, log, seat);
      values[seat] = walk.value(tree.root(), certain);
    }
  }
}

}  // namespace feltprint
