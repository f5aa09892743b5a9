// River boards by what decides a showdown on them: 42,783 types.
//
// Where no suit has three cards, only the five ranks matter (6,175 types). Where a suit has
// k = 3, 4 or 5 cards, the ranks in that suit and the other ranks matter (26,026 + 9,295 + 1,287
// types). On a board of a type, the rank of a hand is a function of its rank class and of its
// variant: bit 0 = the card of lower rank is in the flush suit, bit 1 = the other one is.
#pragma once

#include <array>
#include <cstdint>

#include "feltprint/cards/class_layout.hpp"
#include "feltprint/cards/evaluator_tables.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

inline constexpr int kNumFlushTypes = 26026 + 9295 + 1287;
inline constexpr int kNumVariants = 4;
// Values of a flush type: [rank class, variant], padded to whole vectors.
inline constexpr int kFlushRowStride = kClassRowStride * kNumVariants;

struct BoardType {
  int flush_suit;       // 0..3, or -1: no suit has three cards
  std::uint32_t index;  // rank multiset id without a flush suit, else 0..kNumFlushTypes-1
};

// Requires: cards in rising order.
BoardType board_type(const std::array<Card, 5>& cards);

// What a flush type consists of.
struct FlushType {
  std::uint16_t pattern;               // ranks in the flush suit
  std::uint8_t num_others;             // 0..2
  std::array<std::uint8_t, 2> others;  // their ranks, lower first
};
FlushType flush_type(std::uint32_t index);

// The class row (evaluator_tables.hpp) of its five ranks.
const std::uint16_t* flush_type_class_row(const FlushType& type, const EvaluatorTables& tables);

// Dense ranks of a flush type. Shape: out is [rank class, variant]; 0 where a card is impossible
// (a rank of the pattern in the flush suit, or a fifth card of a rank).
void flush_type_ranks(const FlushType& type, const EvaluatorTables& tables,
                      std::uint16_t out[kFlushRowStride]);

}  // namespace feltprint
