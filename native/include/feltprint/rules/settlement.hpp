// Who gets which chips at the end of a hand: uncalled chips back, side pots, rake, odd chips.
//
// Order: 1. chips that nobody called go back. 2. The rest is layered into pots by what the live
// seats committed; neighbours with the same contenders, and then with the same winners, are one
// pot (as pokerkit and the peer; TDA splits each side pot). 3. Rake. 4. Each pot goes to its best
// hands in equal whole chips; what is left over goes to the first of them after the button (seat
// order 0, 1, ..; heads-up seat 1, except under Donksolver01).
//
// The rake itself: rules/rake.hpp. From several pots each gives in proportion to its size in whole
// chips, the odd ones from the main pot. The end of most hands is simpler: rules/one_pot.hpp.
#pragma once

#include <array>

#include "feltprint/rules/rake.hpp"

namespace feltprint {

// Antes that differ between seats (a big blind ante) are dead money: they belong to the main pot
// whole and count for nobody's all-in. Equal antes are layered into side pots like bets.
SeatChips dead_antes(const HandStart& start);

// A pot and the live seats that can win it.
struct Pot {
  Chips chips;
  std::uint32_t seats;  // bit s: seat s contends
};

struct PotList {
  std::array<Pot, kMaxPlayers> pots;  // main pot first
  int count;
};

// The pots after uncalled chips went back. dead: see settle.
PotList side_pots(int num_players, const SeatChips& committed, std::uint32_t live_mask,
                  const SeatChips& dead = {});

// The end of a hand as its pots see it.
struct HandEnd {
  int num_players;
  SeatChips committed;      // chips that each seat has put in over the whole hand, antes included
  std::uint32_t live_mask;  // bit s: seat s has not folded
  bool saw_flop;            // false when the hand ended before a flop (no flop, no drop)
  SeatChips dead{};         // the part of committed that is dead money (dead_antes)
};

using SeatStrengths = std::array<std::uint32_t, kMaxPlayers>;  // larger wins; read for live seats

// One hand before the cards are shown: the pots stand, the winners are open.
class Settlement {
 public:
  // Keeps a reference to the rake rule.
  Settlement(const RakeRule& rake, RuleProfile profile, const HandEnd& end);

  // Net chips of every seat (won minus committed, after rake); the sum is -rake.
  SeatChips net(const SeatStrengths& strength) const;

 private:
  PotRules rules_;
  PotList pots_;      // entries beyond the count are not initialised
  SeatChips before_;  // [seat]: net chips before a pot is awarded
  Chips put_in_ = 0;
};

// Settlement(rake, profile, end).net(strength) in one call.
SeatChips settle(const RakeRule& rake, RuleProfile profile, const HandEnd& end,
                 const SeatStrengths& strength);
// settle(..)[seat] of a live seat, quicker where there is one pot.
Chips settle_seat(const RakeRule& rake, RuleProfile profile, const HandEnd& end, int seat,
                  const SeatStrengths& strength);

}  // namespace feltprint
