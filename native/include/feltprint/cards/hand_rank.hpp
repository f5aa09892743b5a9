// Ranks of poker hands: dense, 1 (7-5-4-3-2) .. 7462 (royal flush), higher is better.
#pragma once

#include <cstdint>

#include "feltprint/types.hpp"

namespace feltprint {

// Rank of 5, 6 or 7 different cards. Unchecked: callers validate at the edge.
std::uint16_t evaluate(const Card* cards, int num_cards);

// Rank of all 1,326 hands on a board of five cards; 0 = the hand shares a card with the board.
// Shape: out is [hand]. Cost: well under a microsecond.
void river_ranks(const Card board[5], std::uint16_t out[kNumHands]);

}  // namespace feltprint
