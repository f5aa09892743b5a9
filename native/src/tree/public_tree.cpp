#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

std::vector<NodeId> parents_of(const PublicTree& tree) {
  std::vector<NodeId> parents(tree.nodes.size(), kNoNode);
  for (std::size_t id = 0; id < tree.nodes.size(); ++id) {
    const Node& node = tree.nodes[id];
    for (int action = 0; action < node.num_actions; ++action) {
      parents[node.first_child + action] = static_cast<NodeId>(id);
    }
  }
  return parents;
}

}  // namespace feltprint
