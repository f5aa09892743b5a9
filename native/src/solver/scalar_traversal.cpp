#include "feltprint/solver/scalar_traversal.hpp"

#include <type_traits>

#include "feltprint/evaluate/terminal.hpp"

namespace feltprint {
namespace {

// Leaves whose payoffs were settled beforehand: nothing is kept on the way to them.
class SettledLeaves {
 public:
  struct Way {
    void move(const Node&, const Node&) {}
  };
  SettledLeaves(const PairPayoffs& payoffs, const DealtHands& hands, Player traverser)
      : payoffs_(payoffs.of(traverser, hands.strength)) {}

  Way start() const { return {}; }
  float payoff(const Node& leaf, const Way&) const { return payoffs_.at(leaf); }

 private:
  const PairPayoffs::Column payoffs_;
};

// Leaves that are settled when a walk comes to them, from the chips put in on the way.
class ChipLeaves {
 public:
  struct Way {
    SeatChips committed;
    void move(const Node& from, const Node& to) { committed[from.actor] = to.total_chips; }
  };
  ChipLeaves(const PublicTree& tree, const DealtHands& hands, Player traverser)
      : tree_(tree), hands_(hands), traverser_(traverser) {}

  Way start() const { return {tree_.posted}; }
  float payoff(const Node& leaf, const Way& way) const {
    return leaf_payoff(tree_, leaf, way.committed, traverser_, hands_.strength);
  }

 private:
  const PublicTree& tree_;
  const DealtHands& hands_;
  const Player traverser_;
};

// Calls body with the number of the node's actions where that is a common one, else with 0: loops
// over two or three actions are not worth a loop.
template <typename Body>
[[gnu::always_inline]] inline decltype(auto) with_actions(const Node& node, const Body& body) {
  if (node.num_actions == 2) return body(std::integral_constant<int, 2>{});
  if (node.num_actions == 3) return body(std::integral_constant<int, 3>{});
  return body(std::integral_constant<int, 0>{});
}

template <int kActions>
[[gnu::always_inline]] inline void match_actions(const TableView& table, const RowUpdate& row,
                                                 float* sigma) {
  if (table.is_float(row.row)) {
    match_row<kActions>(table.float_block(row.row) + row.lane, row.num_actions, sigma);
  } else {
    match_row<kActions>(table.code_block(row.row) + row.lane, row.num_actions, sigma);
  }
}

// What every walk through a deal is told.
struct WalkJob {
  const TraversalInput& input;
  const DealtHands& hands;
  RandomStream& actions;
  UpdateLog& log;
};

// What the two samplings share: the traverser's nodes and the log.
template <typename Leaves>
class SingleHandWalk {
 public:
  using Way = typename Leaves::Way;

  SingleHandWalk(const WalkJob& job, const Leaves& leaves, Player traverser)
      : in_(job.input),
        nodes_(job.input.tree->nodes.data()),
        hands_(job.hands),
        leaves_(leaves),
        traverser_(traverser),
        random_(job.actions),
        log_(job.log) {}
  ~SingleHandWalk() { log_.count_nodes(num_nodes_); }

 protected:
  // A fold ends the hand for the traverser: what the others do no longer matters to it.
  bool ends_at(const Node& node) const {
    return node.kind != NodeKind::Decision || ((node.live_mask >> traverser_) & 1) == 0;
  }

  const Node& child(const Node& node, int action) const {
    return nodes_[node.first_child + static_cast<std::uint32_t>(action)];
  }

  // The traverser's node. value_of(child, way) gives the value below; the regrets weigh `weight`.
  template <typename ValueOf>
  [[gnu::always_inline]] float own_node(const Node& node, Way way, float weight, ValueOf value_of) {
    return with_actions(node, [&](auto actions) __attribute__((always_inline)) {
      return own_actions<actions>(node, way, weight, value_of);
    });
  }

  // kActions = 0: the number of actions is known only at run time.
  template <int kActions>
  void log_strategy(const Node& node, const RowUpdate& row, float weight, const float* sigma) {
    if (node.street > in_.average_street) return;
    const int num_actions = kActions > 0 ? kActions : node.num_actions;
    float* increments = log_.add_strategy(row);
    for (int a = 0; a < num_actions; ++a) increments[a] = weight * sigma[a];
  }

  const TraversalInput& in_;
  const Node* const nodes_;
  const DealtHands& hands_;
  const Leaves leaves_;
  const Player traverser_;
  RandomStream& random_;
  UpdateLog& log_;
  std::size_t num_nodes_ = 1;  // the root

 private:
  template <int kActions, typename ValueOf>
  float own_actions(const Node& node, Way way, float weight, ValueOf value_of) {
    const int num_actions = kActions > 0 ? kActions : node.num_actions;
    const RowUpdate row = hands_.row_at(node);
    float sigma[kActions > 0 ? kActions : kMaxActions];
    float value[kActions > 0 ? kActions : kMaxActions];
    match_actions<kActions>(in_.own_table, row, sigma);
    const std::uint32_t hopeless = in_.prune_below < 0.0f ? hopeless_actions(node, row) : 0;
    float mean = 0.0f;
    for (int a = 0; a < num_actions; ++a) {
      value[a] = 0.0f;
      if (((hopeless >> a) & 1) != 0) continue;
      const Node& next = child(node, a);
      Way below = way;
      below.move(node, next);
      ++num_nodes_;
      value[a] = ends_at(next) ? leaves_.payoff(next, below) : value_of(next, below);
      mean += sigma[a] * value[a];
    }
    float* regrets = log_.add_regret_row(row);
    for (int a = 0; a < num_actions; ++a) {
      regrets[a] = ((hopeless >> a) & 1) != 0 ? 0.0f : weight * (value[a] - mean);
    }
    return mean;
  }

  // Bit a: the row does not play action a, nor nearly; the exceptions are those of PruningParams.
  std::uint32_t hopeless_actions(const Node& node, const RowUpdate& row) const {
    if (node.street + 1 == in_.tree->num_streets) return 0;
    std::uint32_t hopeless = 0;
    bool plays = false;
    for (int a = 0; a < node.num_actions; ++a) {
      const float regret = in_.own_table.entry(row.row, a, row.lane);
      plays = plays || regret > 0.0f;
      const bool goes_on = child(node, a).kind == NodeKind::Decision;
      if (goes_on && regret < in_.prune_below) hopeless |= 1u << a;
    }
    return plays ? hopeless : 0;
  }
};

template <typename Leaves>
class ExternalWalk : public SingleHandWalk<Leaves> {
 public:
  using typename SingleHandWalk<Leaves>::Way;
  using SingleHandWalk<Leaves>::SingleHandWalk;

  [[gnu::always_inline]] float value(const Node& from, Way way) {
    const Node* node = &from;
    while (node->actor != this->traverser_) {
      if (this->ends_at(*node)) return this->leaves_.payoff(*node, way);
      const Node& next = opponents_choice(*node);
      way.move(*node, next);
      node = &next;
    }
    return this->own_node(
        *node, way, this->in_.weights.regret,
        [this](const Node& next, const Way& below) { return value(next, below); });
  }

 private:
  [[gnu::always_inline]] const Node& opponents_choice(const Node& node) {
    ++this->num_nodes_;
    return with_actions(node, [&](auto actions) __attribute__((always_inline)) -> const Node& {
      const RowUpdate row = this->hands_.row_at(node);
      float sigma[actions > 0 ? actions : kMaxActions];
      match_actions<actions>(this->in_.opponent_table, row, sigma);
      this->template log_strategy<actions>(node, row, this->in_.weights.strategy, sigma);
      const int num_actions = actions > 0 ? actions : node.num_actions;
      return this->child(node, sample_action(sigma, num_actions, this->random_));
    });
  }
};

template <typename Leaves>
class ChanceWalk : public SingleHandWalk<Leaves> {
 public:
  using typename SingleHandWalk<Leaves>::Way;
  ChanceWalk(const WalkJob& job, const Leaves& leaves, Player traverser, double min_reach)
      : SingleHandWalk<Leaves>(job, leaves, traverser), min_reach_(static_cast<float>(min_reach)) {}

  // How the opponents play to a node: all of them together, and each seat alone.
  struct Reach {
    float all;
    std::array<float, kMaxPlayers> of_seat;
  };

  float value(const Node& node, const Way& way, const Reach& reach) {
    if (this->ends_at(node)) return this->leaves_.payoff(node, way);
    if (node.actor != this->traverser_) return opponents_node(node, way, reach);
    return this->own_node(
        node, way, this->in_.weights.regret * reach.all,
        [&](const Node& next, const Way& below) { return value(next, below, reach); });
  }

 private:
  float opponents_node(const Node& node, const Way& way, const Reach& reach) {
    const RowUpdate row = this->hands_.row_at(node);
    float sigma[kMaxActions];
    match_actions<0>(this->in_.opponent_table, row, sigma);
    this->template log_strategy<0>(node, row,
                                   this->in_.weights.strategy * reach.of_seat[node.actor], sigma);
    float sum = 0.0f;
    for (int a = 0; a < node.num_actions; ++a) {
      Reach below = reach;
      below.all *= sigma[a];
      below.of_seat[node.actor] *= sigma[a];
      if (below.all <= min_reach_) continue;
      const Node& next = this->child(node, a);
      Way to = way;
      to.move(node, next);
      ++this->num_nodes_;
      sum += sigma[a] * value(next, to, below);
    }
    return sum;
  }

  const float min_reach_;
};

template <typename Leaves>
float value_at_root(const WalkJob& job, const TraversalParams& params, const Leaves& leaves,
                    Player traverser) {
  const Node& root = job.input.tree->root();
  if (params.kind == Traversal::External) {
    return ExternalWalk<Leaves>(job, leaves, traverser).value(root, leaves.start());
  }
  typename ChanceWalk<Leaves>::Reach certain{1.0f, {}};
  certain.of_seat.fill(1.0f);
  return ChanceWalk<Leaves>(job, leaves, traverser, params.min_reach)
      .value(root, leaves.start(), certain);
}

}  // namespace

void traverse_single_hands(const TraversalInput& input, const SingleHandRules& rules,
                           const DealtHands& hands, RandomStream& actions, UpdateLog& log,
                           double* values) {
  const WalkJob job{input, hands, actions, log};
  for (Player seat = 0; seat < input.tree->num_players; ++seat) {
    if (((input.traversers >> seat) & 1) == 0) continue;
    values[seat] =
        rules.payoffs != nullptr
            ? value_at_root(job, rules.params, SettledLeaves(*rules.payoffs, hands, seat), seat)
            : value_at_root(job, rules.params, ChipLeaves(*input.tree, hands, seat), seat);
  }
}

}  // namespace feltprint
