#include "feltprint/solver/full_width_average.hpp"

namespace feltprint {
namespace {

// reach: of the seat, as far as it is not sampled.
void visit(const FullWidthWalk& walk, const Node& node, float reach, RandomStream& random,
           UpdateLog& log) {
  const bool is_live = (node.live_mask >> walk.seat) & 1;
  if (node.kind != NodeKind::Decision || !is_live || node.street > walk.max_street) return;
  const Node* children = walk.tree->nodes.data() + node.first_child;
  if (node.actor != walk.seat) {
    for (int a = 0; a < node.num_actions; ++a) visit(walk, children[a], reach, random, log);
    return;
  }
  const RowUpdate row = walk.hands->row_at(node);
  float sigma[kMaxActions];
  row_strategy(walk.regrets, row, sigma);
  float* increments = log.add_strategy(row);
  for (int a = 0; a < node.num_actions; ++a) increments[a] = walk.weight * reach * sigma[a];
  if (walk.kind == Averaging::Sampled) {
    visit(walk, children[sample_action(sigma, node.num_actions, random)], reach, random, log);
    return;
  }
  for (int a = 0; a < node.num_actions; ++a) {
    if (sigma[a] > 0.0f) visit(walk, children[a], reach * sigma[a], random, log);
  }
}

}  // namespace

void average_full_width(const FullWidthWalk& walk, RandomStream& random, UpdateLog& log) {
  visit(walk, walk.tree->root(), 1.0f, random, log);
}

}  // namespace feltprint
