#include <pybind11/stl.h>

#include "bindings.hpp"
#include "feltprint/error.hpp"
#include "feltprint/rules/settlement.hpp"

namespace py = pybind11;

namespace feltprint {

namespace {

SeatChips seat_chips(const std::vector<Chips>& chips, std::size_t num_players, const char* what) {
  if (chips.size() != num_players) {
    throw ConfigError(std::string(what) + " must have one entry a seat (" +
                      std::to_string(num_players) + "), found " + std::to_string(chips.size()));
  }
  SeatChips out{};
  for (std::size_t seat = 0; seat < num_players; ++seat) {
    if (chips[seat] < 0 || chips[seat] > kMaxChips) {
      throw ConfigError(std::string(what) + " of seat " + std::to_string(seat) + " must be 0.." +
                        std::to_string(kMaxChips) + " chips, found " + std::to_string(chips[seat]));
    }
    out[seat] = chips[seat];
  }
  return out;
}

void verify_live(std::uint32_t live_mask, std::size_t num_players) {
  if (live_mask != 0 && live_mask < (1u << num_players)) return;
  throw ConfigError("live_mask must name at least one of " + std::to_string(num_players) +
                    " seats, found " + std::to_string(live_mask));
}

// The checked arguments of a settlement.
struct Showdown {
  HandEnd end;
  SeatStrengths strength;
};

Showdown checked_showdown(const BettingRules& rules, const std::vector<Chips>& committed,
                          std::uint32_t live_mask, const std::vector<std::uint32_t>& strength,
                          bool saw_flop) {
  const int num_players = rules.num_players();
  const SeatChips chips = seat_chips(committed, num_players, "committed");
  verify_live(live_mask, num_players);
  if (strength.size() != rules.stacks.size()) {
    throw ConfigError("strength must have one entry a seat (" + std::to_string(num_players) +
                      "), found " + std::to_string(strength.size()));
  }
  Showdown showdown{{num_players, chips, live_mask, saw_flop, dead_antes(hand_start(rules))},
                    SeatStrengths{}};
  for (int seat = 0; seat < num_players; ++seat) showdown.strength[seat] = strength[seat];
  return showdown;
}

std::vector<Chips> settle_hand(const BettingRules& rules, const std::vector<Chips>& committed,
                               std::uint32_t live_mask, const std::vector<std::uint32_t>& strength,
                               bool saw_flop) {
  const Showdown showdown = checked_showdown(rules, committed, live_mask, strength, saw_flop);
  const SeatChips net = settle(rules.rake, rules.profile, showdown.end, showdown.strength);
  return std::vector<Chips>(net.begin(), net.begin() + rules.num_players());
}

Chips settle_one_seat(const BettingRules& rules, const std::vector<Chips>& committed,
                      std::uint32_t live_mask, const std::vector<std::uint32_t>& strength,
                      bool saw_flop, int seat) {
  const Showdown showdown = checked_showdown(rules, committed, live_mask, strength, saw_flop);
  if (seat < 0 || seat >= rules.num_players() || ((live_mask >> seat) & 1u) == 0) {
    throw ConfigError("seat must be live, found " + std::to_string(seat));
  }
  return settle_seat(rules.rake, rules.profile, showdown.end, seat, showdown.strength);
}

std::vector<std::pair<Chips, std::uint32_t>> pots(const BettingRules& rules,
                                                  const std::vector<Chips>& committed,
                                                  std::uint32_t live_mask) {
  const int num_players = rules.num_players();
  const SeatChips chips = seat_chips(committed, num_players, "committed");
  verify_live(live_mask, num_players);
  const PotList list = side_pots(num_players, chips, live_mask, dead_antes(hand_start(rules)));
  std::vector<std::pair<Chips, std::uint32_t>> out;
  for (int i = 0; i < list.count; ++i) out.emplace_back(list.pots[i].chips, list.pots[i].seats);
  return out;
}

}  // namespace

void bind_settlement(py::module_& module) {
  module.def("settle", &settle_hand, py::arg("rules"), py::arg("committed"), py::arg("live_mask"),
             py::arg("strength"), py::arg("saw_flop"),
             "Net chips of every seat; strength is [seat], larger wins; the sum is -rake.");
  module.def("settle_seat", &settle_one_seat, py::arg("rules"), py::arg("committed"),
             py::arg("live_mask"), py::arg("strength"), py::arg("saw_flop"), py::arg("seat"),
             "settle(..)[seat] of a live seat by the quicker path that the solver takes.");
  module.def("side_pots", &pots, py::arg("rules"), py::arg("committed"), py::arg("live_mask"),
             "(chips, mask of contending seats) of every pot, main pot first, before rake.");
}

}  // namespace feltprint
