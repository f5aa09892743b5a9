#include <pybind11/native_enum.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "bindings.hpp"
#include "feltprint/tree/limit_tree.hpp"
#include "feltprint/tree/public_tree.hpp"
#include "feltprint/tree/tree_builder.hpp"

namespace py = pybind11;

namespace feltprint {

namespace {

void bind_tree_enums(py::module_& module) {
  py::native_enum<NodeKind>(module, "NodeKind", "enum.IntEnum", "What a node of the tree is.")
      .value("Decision", NodeKind::Decision)
      .value("Fold", NodeKind::Fold)
      .value("Showdown", NodeKind::Showdown)
      .finalize();
  py::native_enum<ActionKind>(module, "ActionKind", "enum.IntEnum", "What leads to a node.")
      .value("Fold", ActionKind::Fold)
      .value("Call", ActionKind::Call)
      .value("Raise", ActionKind::Raise)
      .value("AllIn", ActionKind::AllIn)
      .value("Start", ActionKind::None)
      .finalize();
}

// A node as numpy sees it: one field a byte or word, the parent with it.
struct NodeRecord {
  NodeId first_child;
  std::uint32_t row;
  NodeId parent;
  Chips total_chips;
  NodeKind kind;
  std::uint8_t street;
  std::uint8_t actor;  // 255 at a leaf
  std::uint8_t num_actions;
  std::uint8_t action;  // ActionKind; 255 at the root
  std::uint8_t live_mask;
  std::uint16_t reserved;
};

// Makes records of the nodes of a tree, part by part.
class NodeRecords {
 public:
  explicit NodeRecords(const PublicTree& tree) : tree_(tree), parents_(parents_of(tree)) {}

  std::size_t size() const { return parents_.size(); }

  py::array part(std::size_t first, std::size_t count) const {
    first = std::min(first, size());
    count = std::min(count, size() - first);
    py::array records(py::dtype::of<NodeRecord>(), static_cast<py::ssize_t>(count));
    auto* out = static_cast<NodeRecord*>(records.mutable_data());
    for (std::size_t i = 0; i < count; ++i) out[i] = record(first + i);
    records.attr("flags").attr("writeable") = false;
    return records;
  }

 private:
  NodeRecord record(std::size_t id) const {
    const Node& node = tree_.nodes[id];
    const auto actor = static_cast<std::uint8_t>(node.actor == kNoActor ? 255 : node.actor);
    const auto action = static_cast<std::uint8_t>(
        node.action == ActionKind::None ? 255 : static_cast<int>(node.action));
    return {node.first_child,
            node.row,
            parents_[id],
            node.total_chips,
            node.kind,
            node.street,
            actor,
            node.num_actions,
            action,
            node.live_mask,
            0};
  }

  const PublicTree& tree_;
  std::vector<NodeId> parents_;
};

void bind_node_records(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(NodeRecord, first_child, row, parent, total_chips, kind, street, actor,
                       num_actions, action, live_mask, reserved);
  py::class_<NodeRecords>(module, "NodeRecords", "The nodes of a tree as records, part by part.")
      .def(py::init<const PublicTree&>(), py::arg("tree"), py::keep_alive<1, 2>())
      .def("__len__", &NodeRecords::size)
      .def("part", &NodeRecords::part, py::arg("first"), py::arg("count"),
           "Records of nodes first..first+count-1, or to the end.");
}

void bind_public_tree(py::module_& module) {
  py::class_<TreeSize>(module, "TreeSize", "Counts of a tree and its tables.")
      .def_readonly("nodes", &TreeSize::nodes)
      .def_readonly("terminals", &TreeSize::terminals)
      .def_readonly("checkdown_terminals", &TreeSize::checkdown_terminals)
      .def_readonly("decision_nodes", &TreeSize::decision_nodes)
      .def_readonly("entries", &TreeSize::entries)
      .def_readonly("blocks", &TreeSize::blocks)
      .def_readonly("preflop_blocks", &TreeSize::preflop_blocks)
      .def_property_readonly("table_bytes", [](const TreeSize& size) { return table_bytes(size); });
  py::class_<PublicTree>(module, "PublicTree", "Betting nodes of a game; no cards.",
                         py::dynamic_attr())
      .def_readonly("num_players", &PublicTree::num_players)
      .def_readonly("num_streets", &PublicTree::num_streets)
      .def_readonly("num_buckets", &PublicTree::num_buckets)
      .def_readonly("posted", &PublicTree::posted)
      .def_readonly("antes", &PublicTree::antes)
      .def_readonly("dead", &PublicTree::dead)
      .def_readonly("rake", &PublicTree::rake)
      .def_readonly("profile", &PublicTree::profile)
      .def_readonly("chip_parts", &PublicTree::chip_parts)
      .def_readonly("deck", &PublicTree::deck)
      .def_readonly("size", &PublicTree::size)
      .def_property_readonly(
          "nodes",
          [](const py::object& self) -> py::array {
            if (!py::hasattr(self, "_records")) {
              const NodeRecords records(self.cast<const PublicTree&>());
              self.attr("_records") = records.part(0, records.size());
            }
            return self.attr("_records").cast<py::array>();
          },
          "All nodes as records, made when first asked for.");
}

}  // namespace

void bind_tree(py::module_& module) {
  bind_tree_enums(module);
  bind_menu(module);
  bind_public_tree(module);
  bind_node_records(module);
  module.attr("NODE_BYTES") = sizeof(Node);
  using Release = py::call_guard<py::gil_scoped_release>;
  module.def("build_tree", &build_tree, py::arg("rules"), py::arg("menu"), py::arg("num_buckets"),
             py::arg("deck"), Release(), "The public tree; rows for num_buckets per street.");
  module.def("count_tree", &count_tree, py::arg("rules"), py::arg("menu"), py::arg("num_buckets"),
             py::arg("limit_bytes"), Release(), "Counts without storing; 0 = no limit.");
  module.def("kuhn_tree", &kuhn_tree, py::arg("num_players"), "Kuhn poker for 2..6 players.");
  module.def(
      "leduc_tree",
      [](int num_players, int num_ranks, Chips ante, std::vector<Chips> bets, int max_raises) {
        return leduc_tree(LeducRules{num_players, num_ranks, ante, std::move(bets), max_raises});
      },
      py::arg("num_players"), py::arg("num_ranks"), py::arg("ante"), py::arg("bets"),
      py::arg("max_raises"), "Leduc hold'em; buckets are own rank, then own and board rank.");
}

}  // namespace feltprint
