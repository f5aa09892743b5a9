#include "feltprint/cards/hand_totals.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "cards/board_sum.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/cards/evaluator_tables.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

// Hands of two cards below a given one, by rank class; whole vectors of classes, the last with 0.
struct PairCounts {
  int size;
  alignas(64) std::array<std::uint16_t, kClassRowStride> count;
};

using PairsBelow = std::array<PairCounts, kNumCards>;

PairsBelow count_pairs() {
  PairsBelow pairs{};
  for (int card = 0; card < kNumCards; ++card) {
    for (int high = 1; high < card; ++high) {
      for (int low = 0; low < high; ++low) ++pairs[card].count[rank_class(low / 4, high / 4)];
    }
    const int last = rank_class(card / 4, card / 4);
    pairs[card].size = std::min(kClassRowStride, (last + 16) / 16 * 16);
  }
  return pairs;
}

// Hands with two cards of the suit take the flush; on four of the suit one is enough.
std::uint64_t sum_with_flush(const BoardSum& board, int lowest, const std::uint16_t* row,
                             const PairCounts& pairs) {
  const std::uint16_t* flush = evaluator_tables().flush.data();
  const int suit = board.flush_suit();
  const unsigned pattern = board.pattern(suit);
  const bool one_is_enough = std::popcount(pattern) > 3;
  std::uint64_t sum = 0;
  for (int k = 0; !one_is_enough && k < pairs.size; ++k) {
    sum += std::uint32_t{row[k]} * pairs.count[k];
  }
  const int step = one_is_enough ? 1 : 4;
  for (int high = one_is_enough ? 1 : suit; high < lowest; high += step) {
    const unsigned with_high = pattern | ((high & 3) == suit ? 1u << (high >> 2) : 0u);
    for (int low = one_is_enough ? 0 : suit; low < high; low += step) {
      const unsigned all = with_high | ((low & 3) == suit ? 1u << (low >> 2) : 0u);
      const std::uint16_t plain = row[rank_class(low >> 2, high >> 2)];
      sum += std::max(plain, flush[all]);
      sum -= one_is_enough ? 0 : plain;
    }
  }
  return sum;
}

#define FELTPRINT_KERNEL "cards/hand_totals_kernel.inc"
#define FELTPRINT_KERNEL_NARROW
#include "isa_kernels.inc"

}  // namespace

HandTotals seven_card_totals() {
  static const PairsBelow pairs = count_pairs();
  std::uint64_t hands = 0;
  for (std::uint64_t lowest = 2; lowest < kNumCards - 4; ++lowest) {
    std::uint64_t above = 1;  // four cards above the lowest of the board
    for (std::uint64_t i = 0; i < 4; ++i) above = above * (kNumCards - 1 - lowest - i) / (i + 1);
    hands += lowest * (lowest - 1) / 2 * above;
  }
  return {hands, FELTPRINT_FOR_ISA(sum_over_boards)(pairs.data())};
}

}  // namespace feltprint
