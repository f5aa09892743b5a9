#include <pybind11/native_enum.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "feltprint/error.hpp"
#include "feltprint/rules/betting_state.hpp"
#include "feltprint/rules/game_spec.hpp"
#include "feltprint/rules/settlement.hpp"

namespace py = pybind11;

namespace feltprint {

namespace {

void bind_rules_enums(py::module_& module) {
  py::native_enum<RuleProfile>(module, "RuleProfile", "enum.IntEnum", "Betting rules.")
      .value("Strict", RuleProfile::Strict)
      .value("Pokerkit073", RuleProfile::Pokerkit073)
      .value("Donksolver01", RuleProfile::Donksolver01)
      .finalize();
  py::native_enum<BettingRule>(module, "BettingRule", "enum.IntEnum", "Why an action is illegal.")
      .value("Legal", BettingRule::None)
      .value("NobodyToAct", BettingRule::NobodyToAct)
      .value("NothingToFoldTo", BettingRule::NothingToFoldTo)
      .value("ShortOfFullRaise", BettingRule::ShortOfFullRaise)
      .value("NotReopened", BettingRule::NotReopened)
      .value("CannotCover", BettingRule::CannotCover)
      .value("NobodyLeftToRaise", BettingRule::NobodyLeftToRaise)
      .value("BelowMinimumRaise", BettingRule::BelowMinimumRaise)
      .value("AboveStack", BettingRule::AboveStack)
      .finalize();
}

void bind_rule_structs(py::module_& module) {
  py::class_<RakeRule>(module, "RakeRule", "Rake: rate in basis points, cap in chips.")
      .def(py::init<int, Chips, bool>(), py::kw_only(), py::arg("rate_bp"), py::arg("cap"),
           py::arg("no_flop_no_drop"))
      .def_readonly("rate_bp", &RakeRule::rate_bp)
      .def_readonly("cap", &RakeRule::cap)
      .def_readonly("no_flop_no_drop", &RakeRule::no_flop_no_drop);
  py::class_<BettingRules>(module, "BettingRules", "Stacks, blinds, antes and rules of a game.")
      .def(py::init([](RuleProfile profile, std::vector<Chips> stacks, std::vector<Chips> blinds,
                       std::vector<Chips> antes, Chips min_bet, const RakeRule& rake) {
             BettingRules rules{profile,          std::move(stacks), std::move(blinds),
                                std::move(antes), min_bet,           rake};
             verify_rules(rules);
             return rules;
           }),
           py::kw_only(), py::arg("profile"), py::arg("stacks"), py::arg("blinds"),
           py::arg("antes"), py::arg("min_bet"), py::arg("rake"))
      .def_readonly("profile", &BettingRules::profile)
      .def_readonly("stacks", &BettingRules::stacks)
      .def_readonly("blinds", &BettingRules::blinds)
      .def_readonly("antes", &BettingRules::antes)
      .def_readonly("min_bet", &BettingRules::min_bet)
      .def_readonly("rake", &BettingRules::rake)
      .def_property_readonly("num_players", &BettingRules::num_players);
}

std::vector<Chips> per_seat(const BettingState& state, Chips (BettingState::*get)(int) const) {
  std::vector<Chips> chips(state.num_players());
  for (int seat = 0; seat < state.num_players(); ++seat) chips[seat] = (state.*get)(seat);
  return chips;
}

// Bounds and calls make sense only while somebody is to act: None otherwise.
template <typename Get>
py::object if_acting(bool acting, Get get) {
  return acting ? py::object(py::int_(get())) : py::object(py::none());
}

void bind_state(py::module_& module) {
  using State = BettingState;
  py::class_<State>(module, "BettingState", "One hand of betting; raises are totals on the street.")
      .def(py::init<const BettingRules&>(), py::arg("rules"))
      .def("copy", [](const State& state) { return State(state); })
      .def_property_readonly("finished", &State::finished)
      .def_property_readonly("folded", &State::folded)
      .def_property_readonly("num_players", &State::num_players)
      .def_property_readonly(
          "actor",
          [](const State& s) { return if_acting(!s.finished(), [&] { return s.actor(); }); })
      .def_property_readonly("street", &State::street)
      .def_property_readonly("live_mask", &State::live_mask)
      .def_property_readonly("num_raises", &State::num_raises)
      .def_property_readonly("max_bet", &State::max_bet)
      .def_property_readonly("pot", &State::pot)
      .def_property_readonly("stacks", [](const State& s) { return per_seat(s, &State::stack); })
      .def_property_readonly("bets", [](const State& s) { return per_seat(s, &State::bet); })
      .def_property_readonly("committed",
                             [](const State& s) {
                               return per_seat(
                                   s, static_cast<Chips (State::*)(int) const>(&State::committed));
                             })
      .def_property_readonly("dead",
                             [](const State& s) {
                               return std::vector<Chips>(s.dead().begin(),
                                                         s.dead().begin() + s.num_players());
                             })
      .def_property_readonly(
          "to_call",
          [](const State& s) { return if_acting(!s.finished(), [&] { return s.to_call(); }); })
      .def_property_readonly(
          "min_raise_to",
          [](const State& s) { return if_acting(s.can_raise(), [&] { return s.min_raise_to(); }); })
      .def_property_readonly(
          "max_raise_to",
          [](const State& s) { return if_acting(s.can_raise(), [&] { return s.max_raise_to(); }); })
      .def_property_readonly("raise_violation", &State::raise_violation)
      .def("can_fold", &State::can_fold)
      .def("can_call", &State::can_call)
      .def("can_raise", &State::can_raise)
      .def("can_raise_to", &State::can_raise_to, py::arg("total"))
      .def("verify_fold", &State::verify_fold)
      .def("verify_call", &State::verify_call)
      .def("verify_raise_to", &State::verify_raise_to, py::arg("total"))
      .def("fold", &State::fold)
      .def("call", &State::call)
      .def("raise_to", &State::raise_to, py::arg("total"));
}

}  // namespace

void bind_rules(py::module_& module) {
  bind_rules_enums(module);
  bind_rule_structs(module);
  bind_state(module);
  bind_settlement(module);
}

}  // namespace feltprint
