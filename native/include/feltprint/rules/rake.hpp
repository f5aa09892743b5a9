// What the house takes from one hand.
//
// Strict and Pokerkit073, as pokerkit's `rake` on one pot: min(pots * rate rounded half to even,
// cap), taken from the pots before they are shared. Deviations: rate and cap are of the hand
// (pokerkit rounds and caps each pot), and a pot won by folds counts every called chip (pokerkit
// leaves the winner's last street out).
// Donksolver01: floor(min(pot * rate, cap, pot)) with pot = all chips put in, uncalled ones too,
// charged to the seats with a positive net in proportion to it: floors, then one chip each from
// the first in seat order; nobody ahead, no rake.
#pragma once

#include <algorithm>

#include "feltprint/rules/game_spec.hpp"

namespace feltprint {

// How the pots of one hand are raked and shared out.
struct PotRules {
  const RakeRule& rake;
  RuleProfile profile;
  int num_players;
  bool saw_flop;  // false when the hand ended before a flop (no flop, no drop)

  bool is_raked() const { return rake.rate_bp > 0 && (saw_flop || !rake.no_flop_no_drop); }
  bool rakes_winners() const { return profile == RuleProfile::Donksolver01; }
  // Who takes an odd chip: the first winner after the button.
  bool is_seat_one_first() const { return num_players == 2 && !rakes_winners(); }
};

inline constexpr std::int64_t kBasisPoints = 10'000;

// Taken from pots of so many chips in all.
inline Chips pots_rake(const RakeRule& rake, Chips chips) {
  const std::int64_t scaled = static_cast<std::int64_t>(chips) * rake.rate_bp;
  const std::int64_t whole = scaled / kBasisPoints;
  const std::int64_t twice_rest = 2 * (scaled % kBasisPoints);
  const bool up = twice_rest > kBasisPoints || (twice_rest == kBasisPoints && (whole & 1) != 0);
  return std::min(static_cast<Chips>(whole + (up ? 1 : 0)), rake.cap);
}

// Taken from the winners of a hand into which so many chips were put.
inline Chips winners_rake(const RakeRule& rake, Chips put_in) {
  const std::int64_t share = static_cast<std::int64_t>(put_in) * rake.rate_bp / kBasisPoints;
  return static_cast<Chips>(
      std::min({share, static_cast<std::int64_t>(rake.cap), static_cast<std::int64_t>(put_in)}));
}

}  // namespace feltprint
