// Two hands over all turns and rivers of a flop.
//
// A hand and the flop are a board of five on which (turn, river) takes the place of the hand. Its
// rank depends on the two ranks only, but where a flush comes in, and of equal ranks there are as
// many as live cards tell: so two hands meet in 91 rank classes, each with a count of runouts, and
// in the runouts with cards of a suit in which one of them has three cards or more.
#pragma once

#include <cstdint>
#include <span>

#include "feltprint/types.hpp"

namespace feltprint {

inline constexpr int kNumFlopRunouts = 45 * 44 / 2;

// A hand on a flop; make it once and compare it with many. The cards must differ: unchecked.
class FlopHand {
 public:
  FlopHand(Hand hand, std::span<const Card, 3> flop);

  // [rank class] -> dense rank with the turn and river of a class, flushes apart.
  const std::uint16_t* row() const { return row_; }
  // Ranks of the five cards in a suit, as bits.
  unsigned pattern(int suit) const {
    return static_cast<unsigned>(patterns_ >> (16 * suit)) & 0x1FFF;
  }
  std::uint64_t cards() const { return cards_; }  // mask of all five
  int flush_suit() const { return flush_suit_; }  // -1: no suit has three cards

 private:
  const std::uint16_t* row_;
  std::uint64_t patterns_;
  std::uint64_t cards_;
  int flush_suit_;
};

struct RunoutCounts {
  int wins;
  int losses;
};

// Runouts that the first hand wins and loses. Requires: the same flop, no common hole card.
RunoutCounts compare_runouts(const FlopHand& one, const FlopHand& two);

}  // namespace feltprint
