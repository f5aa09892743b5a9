#include "feltprint/cards/hand_totals.hpp"

#include <algorithm>
#include <array>
#include <bit>

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

// [place in rising order][rank] -> its term of the rank multiset id (class_layout.hpp).
constexpr auto kIdTerms = [] {
  std::array<std::array<std::uint16_t, kNumRanks>, 5> terms{};
  for (int place = 0; place < 5; ++place) {
    for (int rank = 0; rank < kNumRanks; ++rank) {
      int term = 1;
      for (int i = 0; i <= place; ++i) term = term * (rank + place - i) / (i + 1);
      terms[place][rank] = static_cast<std::uint16_t>(term);
    }
  }
  return terms;
}();

// What the cards of a board add up to, highest card first.
class BoardSum {
 public:
  BoardSum with(int card, int place) const {
    BoardSum next = *this;
    next.id_ += kIdTerms[place][card >> 2];
    next.suits_ += 1u << (8 * (card & 3));
    next.ranks_ |= std::uint64_t{1} << (16 * (card & 3) + (card >> 2));
    return next;
  }
  const std::uint16_t* row() const {
    return &evaluator_tables().class_rows[std::size_t{id_} * kClassRowStride];
  }
  bool has_flush_suit() const { return ((suits_ + 0x05050505u) & 0x08080808u) != 0; }
  int flush_suit() const { return std::countr_zero((suits_ + 0x05050505u) & 0x08080808u) / 8; }
  unsigned pattern(int suit) const { return ranks_ >> (16 * suit) & 0x1FFF; }

 private:
  std::uint32_t id_ = 0;
  std::uint32_t suits_ = 0;  // a byte for each
  std::uint64_t ranks_ = 0;  // 16 bits for each suit
};

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
