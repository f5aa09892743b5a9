// The class-major layout: all hands of a deck by pair of ranks, 91 blocks of 16 suit lanes.
//
// Block rank_class(a, b) = b*(b+1)/2 + a holds the hands with ranks a <= b; its lane is
// 4*suit_of(card of rank a) + suit_of(card of rank b). In the block of a pair every hand has two
// lanes, (s, t) and (t, s), with equal values, and the lanes (s, s) are no hand. A permutation of
// the suits is one shuffle of 16 lanes, the same for all blocks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "feltprint/cards/card.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

inline constexpr int kNumRankClasses = 91;  // unordered pairs of ranks
inline constexpr int kClassRowStride = 96;  // class rows are padded to whole vectors
inline constexpr int kClassLanes = 16;      // suit lanes of a block
inline constexpr int kNumLaneSlots = kNumRankClasses * kClassLanes;  // 1,456

// Block of two ranks. Requires rank_a <= rank_b.
inline constexpr int rank_class(int rank_a, int rank_b) {
  return rank_b * (rank_b + 1) / 2 + rank_a;
}

inline constexpr int lane_slot(Card a, Card b) {
  const Card low = a < b ? a : b;
  const Card high = a < b ? b : a;
  return rank_class(rank_of(low), rank_of(high)) * kClassLanes + 4 * suit_of(low) + suit_of(high);
}

struct ClassLayout {
  std::array<std::uint16_t, kNumHands> slot;                       // [hand] -> lane slot
  std::array<std::array<std::uint8_t, 2>, kNumRankClasses> ranks;  // lower first
};
const ClassLayout& class_layout();

// Colex index 0..6187 of five ranks, repeats allowed. Requires ranks in rising order.
inline constexpr int kNumRankMultisets = 6188;
inline constexpr int rank_multiset_id(const std::array<int, 5>& r) {
  const int b = r[1] + 1;
  const int c = r[2] + 2;
  const int d = r[3] + 3;
  const int e = r[4] + 4;
  return r[0] + b * (b - 1) / 2 + c * (c - 1) * (c - 2) / 6 + d * (d - 1) * (d - 2) * (d - 3) / 24 +
         e * (e - 1) * (e - 2) * (e - 3) * (e - 4) / 120;
}

// Ranks of every multiset id, in rising order; five of a rank are among them.
const std::array<std::array<int, 5>, kNumRankMultisets>& rank_multisets();

// Five cards in rising order; the ranks of the result rise as well.
inline std::array<Card, 5> sorted_board(const Card* board) {
  int c[5] = {board[0], board[1], board[2], board[3], board[4]};
  const auto order = [&c](int i, int j) {
    const int low = c[i] < c[j] ? c[i] : c[j];
    c[j] = c[i] < c[j] ? c[j] : c[i];
    c[i] = low;
  };
  order(0, 1), order(3, 4), order(2, 4), order(2, 3), order(1, 4);
  order(0, 3), order(0, 2), order(1, 3), order(1, 2);
  return {static_cast<Card>(c[0]), static_cast<Card>(c[1]), static_cast<Card>(c[2]),
          static_cast<Card>(c[3]), static_cast<Card>(c[4])};
}

}  // namespace feltprint
