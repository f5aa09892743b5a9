#include "feltprint/solver/own_reach_average.hpp"

#include <algorithm>
#include <vector>

#include "feltprint/cfr/regret_matching.hpp"

namespace feltprint {
namespace {

// The sampled action of another seat, by the fixed distribution.
int fixed_action(const PublicTree& tree, const Node& node, RandomStream& random) {
  const auto num_actions = static_cast<std::uint32_t>(node.num_actions);
  const bool may_fold = tree.nodes[node.first_child].action == ActionKind::Fold;
  if (node.street != tree.root().street || !may_fold || num_actions == 1) {
    return static_cast<int>(random.below(num_actions));
  }
  return random.below(2) == 0 ? 0 : 1 + static_cast<int>(random.below(num_actions - 1));
}

class ReachWalk {
 public:
  ReachWalk(const OwnReachWalk& walk, RandomStream& random, UpdateLog& log)
      : walk_(walk), tree_(*walk.tree), random_(random), log_(log) {}

  void run() {
    std::vector<float> reach;
    const std::vector<std::uint16_t>& strength = walk_.sample->strength;
    for (std::size_t hand = 0; hand < strength.size(); ++hand) {
      const float weight = walk_.range != nullptr ? walk_.range[hand] : 1.0f;
      reach.push_back(strength[hand] == 0 ? 0.0f : weight);  // 0: blocked by the board
    }
    visit(tree_.root(), reach);
  }

 private:
  // reach: [hand].
  void visit(const Node& from, const std::vector<float>& reach) {
    const Node* node = &from;
    while (node->kind == NodeKind::Decision && node->actor != walk_.seat) {
      node = &tree_.nodes[node->first_child + fixed_action(tree_, *node, random_)];
    }
    const bool is_live = (node->live_mask >> walk_.seat) & 1;
    if (node->kind != NodeKind::Decision || !is_live || node->street > walk_.max_street) return;
    own_node(*node, reach);
  }

  void own_node(const Node& node, const std::vector<float>& reach) {
    const std::vector<Bucket>& bucket = walk_.sample->bucket[node.street];
    const int num_actions = node.num_actions;
    std::vector<float> mass(tree_.num_buckets[node.street], 0.0f);
    for (std::size_t hand = 0; hand < reach.size(); ++hand) {
      if (reach[hand] > 0.0f) mass[bucket[hand]] += reach[hand];
    }
    std::vector<float> sigma(mass.size() * num_actions, 0.0f);
    for (std::size_t b = 0; b < mass.size(); ++b) {
      if (mass[b] > 0.0f) add_row(node, static_cast<int>(b), mass[b], &sigma[b * num_actions]);
    }
    std::vector<float> child_reach(reach.size());
    for (int a = 0; a < num_actions; ++a) {
      bool any = false;
      for (std::size_t hand = 0; hand < reach.size(); ++hand) {
        const bool can = reach[hand] > 0.0f;
        child_reach[hand] = can ? reach[hand] * sigma[bucket[hand] * num_actions + a] : 0.0f;
        any = any || child_reach[hand] > 0.0f;
      }
      if (any) visit(tree_.nodes[node.first_child + a], child_reach);
    }
  }

  // Writes the row's strategy to sigma and its weighted share to the log.
  void add_row(const Node& node, int bucket, float mass, float* sigma) {
    float strategy[kMaxActions];
    const auto row = static_cast<std::uint32_t>(node.row + bucket / kLanes * node.num_actions);
    const int lane = bucket % kLanes;
    row_strategy(walk_.regrets, row, lane, node.num_actions, strategy);
    std::copy_n(strategy, node.num_actions, sigma);
    float* increments =
        log_.add_strategy({row, static_cast<std::uint16_t>(lane), node.num_actions});
    for (int a = 0; a < node.num_actions; ++a) increments[a] = walk_.weight * mass * sigma[a];
  }

  const OwnReachWalk& walk_;
  const PublicTree& tree_;
  RandomStream& random_;
  UpdateLog& log_;
};

}  // namespace

void average_own_reach(const OwnReachWalk& walk, RandomStream& random, UpdateLog& log) {
  ReachWalk(walk, random, log).run();
}

}  // namespace feltprint
