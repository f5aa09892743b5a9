#include "feltprint/evaluate/pair_game.hpp"

#include <algorithm>
#include <string>

#include "feltprint/error.hpp"

namespace feltprint {
namespace {

using Vector = std::vector<double>;

// Walks the tree for one seat; values are [bucket of the seat], weighted by the reach of the
// other seat and by the probability of the pair (counterfactual values).
class PairWalk {
 public:
  PairWalk(const PairGame& game, const float* strategy, Player seat, bool best_response)
      : game_(game),
        tree_(*game.tree),
        strategy_(strategy),
        seat_(seat),
        best_response_(best_response),
        num_buckets_(game.tree->num_buckets[0]),
        committed_(game.tree->posted) {}

  double run() {
    const Vector values = walk(tree_.root(), Vector(num_buckets_, 1.0));
    double sum = 0.0;
    for (double value : values) sum += value;
    return sum;
  }

 private:
  Vector walk(const Node& node, const Vector& reach) {
    if (node.kind != NodeKind::Decision) return leaf(node, reach);
    Vector total(num_buckets_, best_response_ && node.actor == seat_ ? kLowest : 0.0);
    for (int action = 0; action < node.num_actions; ++action) {
      const Node& child = tree_.nodes[node.first_child + action];
      Vector child_reach = reach;
      if (node.actor != seat_) {
        for (int b = 0; b < num_buckets_; ++b) child_reach[b] *= probability(node, b, action);
      }
      const Chips before = committed_[node.actor];
      committed_[node.actor] = child.total_chips;
      const Vector values = walk(child, child_reach);
      committed_[node.actor] = before;
      for (int b = 0; b < num_buckets_; ++b) accumulate(node, action, b, values[b], total[b]);
    }
    return total;
  }

  void accumulate(const Node& node, int action, int bucket, double value, double& total) const {
    if (node.actor != seat_) {
      total += value;
    } else if (best_response_) {
      total = std::max(total, value);
    } else {
      total += probability(node, bucket, action) * value;
    }
  }

  double probability(const Node& node, int bucket, int action) const {
    const float* row = strategy_ +
                       (std::size_t{node.row} + bucket / kLanes * node.num_actions) * kLanes +
                       bucket % kLanes;
    double sum = 0.0;
    for (int a = 0; a < node.num_actions; ++a) sum += std::max(row[a * kLanes], 0.0f);
    if (sum <= 0.0) return 1.0 / node.num_actions;
    return std::max(row[action * kLanes], 0.0f) / sum;
  }

  Vector leaf(const Node& node, const Vector& reach) const {
    // Payoffs when the seat loses, ties and wins; all equal where nobody shows down.
    const std::array<double, 3> payoff = {payoff_at(node, 1), payoff_at(node, 2),
                                          payoff_at(node, 3)};
    Vector values(num_buckets_, 0.0);
    for (int own = 0; own < num_buckets_; ++own) {
      for (int other = 0; other < num_buckets_; ++other) {
        const std::size_t pair = static_cast<std::size_t>(seat_ == 0 ? own * num_buckets_ + other
                                                                     : other * num_buckets_ + own);
        const double tie = game_.tie[pair];
        const double lose_or_win = 1.0 - game_.win[pair] - tie;
        const double win = seat_ == 0 ? game_.win[pair] : lose_or_win;
        const double lose = seat_ == 0 ? lose_or_win : game_.win[pair];
        values[own] += game_.weight[pair] * reach[other] *
                       (lose * payoff[0] + tie * payoff[1] + win * payoff[2]);
      }
    }
    return values;
  }

  double payoff_at(const Node& node, std::uint32_t own_strength) const {
    SeatStrengths strength{};
    strength[seat_] = own_strength;
    strength[1 - seat_] = 2;
    const bool saw_flop = node.kind == NodeKind::Showdown;
    const HandEnd end{2, committed_, node.live_mask, saw_flop, tree_.dead};
    return settle(tree_.rake, tree_.profile, end, strength)[seat_];
  }

  static constexpr double kLowest = -1e300;

  const PairGame& game_;
  const PublicTree& tree_;
  const float* strategy_;
  Player seat_;
  bool best_response_;
  int num_buckets_;
  SeatChips committed_;
};

void check_shape(const PairGame& game) {
  const std::size_t pairs =
      static_cast<std::size_t>(game.tree->num_buckets[0]) * game.tree->num_buckets[0];
  if (game.tree->num_players != 2) {
    throw ConfigError("exact pair values need two players; found " +
                      std::to_string(game.tree->num_players));
  }
  if (game.weight.size() != pairs || game.win.size() != pairs || game.tie.size() != pairs) {
    throw ConfigError("exact pair values need " + std::to_string(pairs) +
                      " weights, wins and ties; found " + std::to_string(game.weight.size()) +
                      ", " + std::to_string(game.win.size()) + ", " +
                      std::to_string(game.tie.size()));
  }
  for (const Node& node : game.tree->nodes) {
    if (node.kind == NodeKind::Decision && node.street != 0) {
      throw ConfigError("exact pair values need all decisions on the first street; found one on " +
                        std::string("street ") + std::to_string(node.street));
    }
  }
}

}  // namespace

PairValues evaluate_pair_game(const PairGame& game, const float* strategy) {
  check_shape(game);
  PairValues values;
  for (Player seat = 0; seat < 2; ++seat) {
    values.value[seat] = PairWalk(game, strategy, seat, false).run();
    values.best_response_value[seat] = PairWalk(game, strategy, seat, true).run();
  }
  return values;
}

}  // namespace feltprint
