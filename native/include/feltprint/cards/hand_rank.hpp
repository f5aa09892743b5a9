// Ranks of poker hands: dense, 1 (7-5-4-3-2) .. 7462 (royal flush), higher is better.
#pragma once

#include <cstddef>
#include <cstdint>

#include "feltprint/cards/class_layout.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

// Rank of 5, 6 or 7 different cards. Unchecked: callers validate at the edge.
std::uint16_t evaluate(const Card* cards, int num_cards);

// Ranks of many hands of num_cards cards. Shape: cards is [hand, card], out is [hand].
// Throws: ConfigError naming the hand, the card and its position when a card is out of range or
// comes twice in a hand.
void evaluate_batch(const Card* cards, std::size_t num_hands, int num_cards, std::uint16_t* out);

// Rank of all 1,326 hands on a board of five cards; 0 = the hand shares a card with the board.
// Shape: out is [hand]. Cost: well under a microsecond.
void river_ranks(const Card board[5], std::uint16_t out[kNumHands]);

// The same in the class-major layout (class_layout.hpp). Shape: out is [lane slot]. Lanes that are
// no hand or share a card with the board hold some rank or 0: mask them.
void river_lanes(const Card board[5], std::uint16_t out[kNumLaneSlots]);

inline constexpr int kNumRiverHands = 1081;  // that share no card with five
// The hands that a board of five leaves, weakest first, equal ones by their numbers.
void river_order(const Card board[5], Hand out[kNumRiverHands]);

}  // namespace feltprint
