#include <pybind11/native_enum.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

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

void bind_public_tree(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(Node, first_child, row, parent, total_chips, kind, street, actor,
                       num_actions, action, live_mask, reserved);
  py::class_<TreeSize>(module, "TreeSize", "Counts of a tree and its tables.")
      .def_readonly("nodes", &TreeSize::nodes)
      .def_readonly("terminals", &TreeSize::terminals)
      .def_readonly("checkdown_terminals", &TreeSize::checkdown_terminals)
      .def_readonly("decision_nodes", &TreeSize::decision_nodes)
      .def_readonly("entries", &TreeSize::entries)
      .def_readonly("blocks", &TreeSize::blocks)
      .def_readonly("preflop_blocks", &TreeSize::preflop_blocks)
      .def_property_readonly("table_bytes", [](const TreeSize& size) { return table_bytes(size); });
  py::class_<PublicTree>(module, "PublicTree", "Betting nodes of a game; no cards.")
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
      .def_property_readonly("nodes", [](const py::object& self) {
        const auto& nodes = self.cast<const PublicTree&>().nodes;
        py::array view(py::dtype::of<Node>(), {nodes.size()}, {sizeof(Node)}, nodes.data(), self);
        view.attr("flags").attr("writeable") = false;
        return view;
      });
}

}  // namespace

void bind_tree(py::module_& module) {
  bind_tree_enums(module);
  bind_menu(module);
  bind_public_tree(module);
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
