#include <pybind11/native_enum.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "feltprint/tree/kuhn_tree.hpp"
#include "feltprint/tree/menu.hpp"
#include "feltprint/tree/public_tree.hpp"
#include "feltprint/tree/tree_builder.hpp"

namespace py = pybind11;

namespace feltprint {

namespace {

using NumBuckets = std::array<int, kNumStreets>;

void bind_tree_enums(py::module_& module) {
  py::native_enum<AllInRule>(module, "AllInRule", "enum.IntEnum", "When a menu offers the all-in.")
      .value("Always", AllInRule::Always)
      .value("Threshold", AllInRule::Threshold)
      .value("Never", AllInRule::Never)
      .finalize();
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
  py::native_enum<SizeOutcome>(module, "SizeOutcome", "enum.IntEnum", "What became of a size.")
      .value("Kept", SizeOutcome::Kept)
      .value("LiftedToMinimum", SizeOutcome::LiftedToMinimum)
      .value("Merged", SizeOutcome::Merged)
      .value("LeftToAllIn", SizeOutcome::LeftToAllIn)
      .value("OverTheCap", SizeOutcome::OverTheCap)
      .value("NotAllowed", SizeOutcome::NotAllowed)
      .value("NotOffered", SizeOutcome::NotOffered)
      .finalize();
}

void bind_menu(py::module_& module) {
  py::class_<StreetMenu>(module, "StreetMenu", "Sizes of a street: [raises made][size].")
      .def(py::init<std::vector<std::vector<double>>, int>(), py::kw_only(), py::arg("pot_fracs"),
           py::arg("max_raises"))
      .def_readonly("pot_fracs", &StreetMenu::pot_fracs)
      .def_readonly("max_raises", &StreetMenu::max_raises);
  py::class_<ActionMenu>(module, "ActionMenu", "The sizes that a tree offers.")
      .def(py::init([](std::array<StreetMenu, kNumStreets> menus,
                       std::array<StreetMenu, kNumStreets> multiway_menus, double kappa_bet,
                       AllInRule all_in, double kappa_all_in, bool open_call,
                       int postflop_max_players) {
             ActionMenu menu{
                 std::move(menus), std::move(multiway_menus), kappa_bet, all_in, kappa_all_in,
                 open_call,        postflop_max_players};
             const Menu checked(menu);  // throws for a menu that cannot be
             return menu;
           }),
           py::kw_only(), py::arg("menus"), py::arg("multiway_menus"), py::arg("kappa_bet"),
           py::arg("all_in"), py::arg("kappa_all_in"), py::arg("open_call"),
           py::arg("postflop_max_players"))
      .def_readonly("menus", &ActionMenu::menus)
      .def_readonly("multiway_menus", &ActionMenu::multiway_menus)
      .def_readonly("kappa_bet", &ActionMenu::kappa_bet)
      .def_readonly("all_in", &ActionMenu::all_in)
      .def_readonly("kappa_all_in", &ActionMenu::kappa_all_in)
      .def_readonly("open_call", &ActionMenu::open_call)
      .def_readonly("postflop_max_players", &ActionMenu::postflop_max_players);
  py::class_<MenuLine>(module, "MenuLine", "A requested size or action and what became of it.")
      .def_readonly("requested", &MenuLine::requested)
      .def_readonly("outcome", &MenuLine::outcome)
      .def_readonly("to", &MenuLine::to)
      .def_readonly("reason", &MenuLine::reason);
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
      .def_readonly("size", &PublicTree::size)
      .def_property_readonly("nodes", [](const py::object& self) {
        const auto& nodes = self.cast<const PublicTree&>().nodes;
        py::array view(py::dtype::of<Node>(), {nodes.size()}, {sizeof(Node)}, nodes.data(), self);
        view.attr("flags").attr("writeable") = false;
        return view;
      });
}

std::vector<MenuLine> explain(const BettingState& state, const ActionMenu& menu) {
  std::vector<MenuLine> report;
  ActionList list;
  Menu(menu).list(state, list, &report);
  return report;
}

}  // namespace

void bind_tree(py::module_& module) {
  bind_tree_enums(module);
  bind_menu(module);
  bind_public_tree(module);
  using Release = py::call_guard<py::gil_scoped_release>;
  module.def("build_tree", &build_tree, py::arg("rules"), py::arg("menu"), py::arg("num_buckets"),
             Release(), "The public tree; rows for num_buckets per street.");
  module.def("count_tree", &count_tree, py::arg("rules"), py::arg("menu"), py::arg("num_buckets"),
             py::arg("limit_bytes"), Release(), "Counts without storing; 0 = no limit.");
  module.def("kuhn_tree", &kuhn_tree, py::arg("num_players"), "Kuhn poker for 2..6 players.");
  module.def("explain", &explain, py::arg("state"), py::arg("menu"),
             "Each requested size at a state and what became of it.");
}

}  // namespace feltprint
