// Writes the buckets of all hands of a river board whose buckets depend on x alone.
#pragma once

#include <array>

#include "cards/expand_hands.hpp"
#include "feltprint/abstraction/hand_strength.hpp"
#include "feltprint/cards/board_type.hpp"

namespace feltprint {

// Shape: bucket is [x], out is [hand]; blocked hands become -1. Requires: board in rising order.
template <class Word>
void write_river_board(const RiverStrength& strength, const std::array<Card, 5>& board,
                       const std::array<Word, kMaxStrength + 1>& bucket, Word* out) {
  const BoardType type = board_type(board);
  const bool plain = type.flush_suit < 0;
  const std::uint16_t* x = plain ? &strength.plain[type.index * std::size_t{kClassRowStride}]
                                 : &strength.flush[type.index * std::size_t{kFlushRowStride}];
  std::array<Word, kFlushRowStride> row;
  const int size = plain ? kClassRowStride : kFlushRowStride;
  for (int j = 0; j < size; ++j) row[j] = bucket[x[j]];
  const auto live = live_quads<Word>(board);
  if (plain) {
    expand_plain<static_cast<Word>(-1)>(row.data(), live, out);
  } else {
    expand_flush<static_cast<Word>(-1)>(row.data(), type.flush_suit, live, out);
  }
}

}  // namespace feltprint
