#include <pybind11/native_enum.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "feltprint/tree/menu.hpp"

namespace py = pybind11;

namespace feltprint {

namespace {

void bind_menu_enums(py::module_& module) {
  py::native_enum<AllInRule>(module, "AllInRule", "enum.IntEnum", "When a menu offers the all-in.")
      .value("Always", AllInRule::Always)
      .value("Threshold", AllInRule::Threshold)
      .value("Never", AllInRule::Never)
      .finalize();
  py::native_enum<SizeKind>(module, "SizeKind", "enum.IntEnum", "How a size is counted.")
      .value("PotFrac", SizeKind::PotFrac)
      .value("LastBet", SizeKind::LastBet)
      .value("BigBlinds", SizeKind::BigBlinds)
      .value("Geometric", SizeKind::Geometric)
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

void bind_menu_structs(py::module_& module) {
  py::class_<BetSize>(module, "BetSize", "A requested raise size (rules/bet_size.hpp).")
      .def(py::init<SizeKind, double>(), py::arg("kind"), py::arg("value"))
      .def_readonly("kind", &BetSize::kind)
      .def_readonly("value", &BetSize::value);
  py::class_<StreetMenu>(module, "StreetMenu", "Sizes of a street: [raises made][size].")
      .def(py::init<std::vector<std::vector<BetSize>>, int>(), py::kw_only(), py::arg("sizes"),
           py::arg("max_raises"))
      .def_readonly("sizes", &StreetMenu::sizes)
      .def_readonly("max_raises", &StreetMenu::max_raises);
  using Menus = std::array<StreetMenu, kNumStreets>;
  py::class_<ActionMenu>(module, "ActionMenu", "The sizes that a tree offers.")
      .def(py::init([](Menus menus, Menus in_position_menus, Menus multiway_menus, double kappa_bet,
                       double merge_threshold, AllInRule all_in, double kappa_all_in,
                       bool open_call, int postflop_max_players) {
             ActionMenu menu{std::move(menus),
                             std::move(in_position_menus),
                             std::move(multiway_menus),
                             kappa_bet,
                             merge_threshold,
                             all_in,
                             kappa_all_in,
                             open_call,
                             postflop_max_players};
             const Menu checked(menu);  // throws for a menu that cannot be
             return menu;
           }),
           py::kw_only(), py::arg("menus"), py::arg("in_position_menus"), py::arg("multiway_menus"),
           py::arg("kappa_bet"), py::arg("merge_threshold"), py::arg("all_in"),
           py::arg("kappa_all_in"), py::arg("open_call"), py::arg("postflop_max_players"));
  py::class_<MenuLine>(module, "MenuLine", "A requested size or action and what became of it.")
      .def_readonly("requested", &MenuLine::requested)
      .def_readonly("outcome", &MenuLine::outcome)
      .def_readonly("to", &MenuLine::to)
      .def_readonly("reason", &MenuLine::reason);
}

std::vector<MenuLine> explain(const BettingState& state, const ActionMenu& menu) {
  std::vector<MenuLine> report;
  ActionList list;
  Menu(menu).list(state, list, &report);
  return report;
}

}  // namespace

void bind_menu(py::module_& module) {
  bind_menu_enums(module);
  bind_menu_structs(module);
  module.def("explain", &explain, py::arg("state"), py::arg("menu"),
             "Each requested size at a state and what became of it.");
}

}  // namespace feltprint
