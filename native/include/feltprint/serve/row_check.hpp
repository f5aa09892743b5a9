// What a packed row must fulfil before its hand is played: seats, cards and chips in range.
#pragma once

#include "feltprint/rules/game_spec.hpp"
#include "feltprint/serve/packed_row.hpp"

namespace feltprint {

inline constexpr int kBoardCards[kNumStreets] = {0, 3, 4, 5};

// Cards before the first absent one.
int num_board_cards(const PackedRow& row);

// The first of BadSeats, BadCards and BadChips that holds; None for a row in order. The hole cards
// may both be absent. deck: cards of the bundle's deck.
Reason row_violation(const PackedRow& row, int deck);

// Why an action cannot be drawn at a row in order: BadUniform, BadCards when the hole cards are
// absent, else None.
Reason draw_violation(const PackedRow& row, double uniform);

// The start of the row's hand; the least bet is the big blind. Requires: no row_violation.
HandStart hand_start(const PackedRow& row, RuleProfile profile);

}  // namespace feltprint
