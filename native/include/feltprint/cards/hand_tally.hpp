// The incremental accumulator: tally the board once, copy, add two cards, rank.
//
// Sixteen bytes: the additive key of the ranks, four suit counters that start at 3 (so that five
// cards of a suit set a counter's top bit), and the rank pattern of each suit.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/evaluator_tables.hpp"

namespace feltprint {

class HandTally {
 public:
  void add(Card card, const EvaluatorTables& tables) {
    key_ += tables.rank_key[rank_of(card)] + (std::uint64_t{1} << (48 + 4 * suit_of(card)));
    mask_ |= std::uint64_t{1} << (16 * suit_of(card) + rank_of(card));
  }

  // Dense rank of the 5-7 different cards added so far; meaningless with fewer or more.
  std::uint16_t rank(const EvaluatorTables& tables) const {
    const std::uint64_t flush = key_ & kFlushBits;
    if (flush != 0) {
      const int suit = (std::countr_zero(flush) - 51) / 4;
      return tables.flush[mask_ >> (16 * suit) & 0x1FFF];
    }
    const auto key = static_cast<std::uint32_t>(key_);
    constexpr std::uint32_t kColumnMask = (1u << kKeyRowShift) - 1;
    return tables.lookup[(key & kColumnMask) + tables.row_offset[key >> kKeyRowShift]];
  }

 private:
  static constexpr std::uint64_t kFlushBits = std::uint64_t{0x8888} << 48;
  std::uint64_t key_ = std::uint64_t{0x3333} << 48;
  std::uint64_t mask_ = 0;
};
static_assert(sizeof(HandTally) == 16);

inline HandTally tally_of(const Card* cards, int num_cards, const EvaluatorTables& tables) {
  HandTally tally;
  for (int i = 0; i < num_cards; ++i) tally.add(cards[i], tables);
  return tally;
}

}  // namespace feltprint
