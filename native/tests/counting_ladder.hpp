// A second evaluator that shares no table with the product: ranks counted by bit masks and a
// ladder of ifs. Scores compare as hands do, but are not dense.
//
// Score: category << 26 | deciding ranks (13 bits) << 13 | kickers (13 bits).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "feltprint/types.hpp"

namespace feltprint::tests {

class CountingLadder {
 public:
  void add(Card card) {
    const auto bit = static_cast<std::uint32_t>(1u << (card >> 2));
    suits_[card & 3] |= bit;
    four_ |= three_ & bit;
    three_ |= two_ & bit;
    two_ |= one_ & bit;
    one_ |= bit;
  }

  // Best five cards. Requires: 5-7 different cards.
  std::uint32_t score() const {
    for (std::uint32_t suit : suits_) {
      if (std::popcount(suit) < 5) continue;
      if (const std::uint32_t top = straight(suit); top != 0) return make(9, top, 0);
      return make(6, highest(suit, 5), 0);
    }
    if (four_ != 0) return make(8, four_, highest(one_ & ~four_, 1));
    if (three_ != 0) {
      const std::uint32_t trips = highest(three_, 1);
      if (const std::uint32_t pair = two_ & ~trips; pair != 0) {
        // Trips decide before the pair: the pair goes where the kickers are.
        return make(7, trips, highest(pair, 1));
      }
    }
    if (const std::uint32_t top = straight(one_); top != 0) return make(5, top, 0);
    if (three_ != 0) return make(4, three_, highest(one_ & ~three_, 2));
    if (std::popcount(two_) >= 2) {
      const std::uint32_t pairs = highest(two_, 2);
      return make(3, pairs, highest(one_ & ~pairs, 1));
    }
    if (two_ != 0) return make(2, two_, highest(one_ & ~two_, 3));
    return make(1, 0, highest(one_, 5));
  }

  static int category(std::uint32_t score) { return static_cast<int>(score >> 26); }

 private:
  static std::uint32_t make(std::uint32_t category, std::uint32_t ranks, std::uint32_t kickers) {
    return category << 26 | ranks << 13 | kickers;
  }
  static std::uint32_t highest(std::uint32_t mask, int count) {
    while (std::popcount(mask) > count) mask &= mask - 1;
    return mask;
  }
  // The highest rank of a straight as a bit, 0 without one; the wheel is the bit of the five.
  static std::uint32_t straight(std::uint32_t mask) {
    const std::uint32_t low_ace = mask << 1 | mask >> 12;
    const std::uint32_t runs = low_ace & low_ace << 1 & low_ace << 2 & low_ace << 3 & low_ace << 4;
    return highest(runs >> 1, 1);
  }

  std::array<std::uint32_t, 4> suits_{};
  std::uint32_t one_ = 0;
  std::uint32_t two_ = 0;
  std::uint32_t three_ = 0;
  std::uint32_t four_ = 0;
};

}  // namespace feltprint::tests
