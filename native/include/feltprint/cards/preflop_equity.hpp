// All-in preflop, exact: wins, ties and losses over all 1,712,304 boards, for hands and classes.
//
// The boards are not enumerated. Without flushes a showdown depends on ranks alone, and the
// number of boards with given ranks is a product of binomials; the boards where a suit has three
// or more cards are then corrected, type by type (board_type.hpp), with the numbers of boards
// again as products. All counts are exact integers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "feltprint/types.hpp"

namespace feltprint {

inline constexpr std::int64_t kNumPreflopBoards = 1712304;  // C(48, 5)

struct Outcome {
  std::int64_t win;
  std::int64_t tie;
  std::int64_t lose;
};

// Built on first use, about a second of one core. Threads: safe.
class PreflopEquity {
 public:
  static const PreflopEquity& instance();

  // Counts of boards. Requires: the hands share no card.
  Outcome hands(Hand hand, Hand opponent) const;

  // Counts of (hand, opponent's hand, board) triples of two classes, as [class, class].
  const std::vector<Outcome>& classes() const { return classes_; }

 private:
  PreflopEquity();
  std::vector<std::int32_t> plain_wins_;  // [rank class, rank class]: boards won, ranks alone
  std::vector<std::int32_t> flush_wins_;  // [class and variant, same]: correction for one suit
  std::vector<Outcome> classes_;
};

// Disjoint pairs of hands of two preflop classes. Shape: [class * 169 + class].
std::vector<std::int32_t> preflop_pair_counts();

}  // namespace feltprint
