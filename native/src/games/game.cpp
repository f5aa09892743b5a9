#include "feltprint/games/game.hpp"

#include <algorithm>

namespace feltprint {

int count_decision_streets(const PublicTree& tree) {
  int last = 0;
  for (const Node& node : tree.nodes) {
    if (node.kind == NodeKind::Decision) last = std::max(last, int{node.street});
  }
  return last + 1;
}

}  // namespace feltprint
