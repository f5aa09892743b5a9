// Who gets which chips at the end of a hand: uncalled chips back, side pots, rake, odd chips.
#pragma once

#include <array>

#include "feltprint/rules/game_spec.hpp"

namespace feltprint {

using SeatChips = std::array<Chips, kMaxPlayers>;

// Net chips of every seat (won minus committed, after rake); the sum is -rake.
//
// committed: chips that each seat has put in over the whole hand, antes included.
// live_mask: bit s set = seat s has not folded. strength: [seat], larger wins, only live seats
// are read. saw_flop: false when the hand ended before a flop (no flop, no drop).
// Odd chips go to the first winner after the button.
SeatChips settle(const RakeRule& rake, RuleProfile profile, int num_players,
                 const SeatChips& committed, std::uint32_t live_mask,
                 const std::array<std::uint32_t, kMaxPlayers>& strength, bool saw_flop);

}  // namespace feltprint
