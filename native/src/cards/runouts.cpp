#include "feltprint/cards/runouts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "cards/board_sum.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/cards/evaluator_tables.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

constexpr unsigned kAllSuits = 15;
constexpr int kRankLanes = 16;  // of the lower ranks, padded
using LaneRanks = std::array<std::uint16_t, kRankLanes>;
using RankMasks = std::array<LaneRanks, kNumRanks>;

// [higher rank][lower rank] -> all bits set where the lower rank is lower, and where it is equal.
alignas(32) constexpr RankMasks kLower = [] {
  RankMasks masks{};
  for (int high = 0; high < kNumRanks; ++high) {
    for (int low = 0; low < high; ++low) masks[high][low] = 0xFFFF;
  }
  return masks;
}();
alignas(32) constexpr RankMasks kEqual = [] {
  RankMasks masks{};
  for (int rank = 0; rank < kNumRanks; ++rank) masks[rank][rank] = 0xFFFF;
  return masks;
}();

// Live cards of each rank in a mask of dead ones, the suits of `counted` only. Shape: [rank],
// padded with zeros.
struct LiveCounts {
  LiveCounts(std::uint64_t dead, unsigned counted) {
    constexpr std::uint64_t kEach = 0x1111111111111;  // lowest bit of each rank's nibble
    const std::uint64_t live = ~dead & counted * kEach;
    const std::uint64_t pairs = (live & 5 * kEach) + (live >> 1 & 5 * kEach);
    const std::uint64_t sums = (pairs & 3 * kEach) + (pairs >> 2 & 3 * kEach);
    for (int rank = 0; rank < kRankLanes; ++rank) {
      of_rank[rank] = static_cast<std::uint16_t>(sums >> (4 * rank) & 15);
    }
  }
  alignas(32) std::array<std::uint16_t, kRankLanes> of_rank;
};

// Ranks that live in a suit.
struct SuitedRanks {
  SuitedRanks(std::uint64_t dead, int suit) {
    for (int rank = 0; rank < kNumRanks; ++rank) {
      const auto live = static_cast<std::uint16_t>(~dead >> (4 * rank + suit) & 1);
      lanes[rank] = static_cast<std::uint16_t>(-live);
      ranks[num_ranks] = rank;
      num_ranks += live;
    }
  }
  bool lives(int rank) const { return lanes[rank] != 0; }
  alignas(32) std::array<std::uint16_t, kRankLanes> lanes{};
  std::array<int, kNumRanks> ranks{};  // rising
  int num_ranks = 0;
};

#define FELTPRINT_KERNEL "cards/runouts_kernel.inc"
#define FELTPRINT_KERNEL_NARROW
#include "isa_kernels.inc"

// Two hands where cards of a suit may make flushes: what that changes, against their plain rows.
class SuitRunouts {
 public:
  SuitRunouts(const FlopHand& one, const FlopHand& two, const std::uint16_t* const (&rows)[2],
              int suit)
      : flush_(evaluator_tables().flush.data()),
        rows_{rows[0], rows[1]},
        patterns_{one.pattern(suit), two.pattern(suit)},
        suit_(suit),
        dead_(one.cards() | two.cards()),
        suited_(dead_, suit) {}

  void add_to(RunoutCounts& counts) const {
    const int num_suited[2] = {std::popcount(patterns_[0]), std::popcount(patterns_[1])};
    if (num_suited[0] == 3 && num_suited[1] < 3) {
      add_flushes_of<0>(counts.wins, counts.losses);
    } else if (num_suited[1] == 3 && num_suited[0] < 3) {
      add_flushes_of<1>(counts.losses, counts.wins);
    } else {
      add_both(counts);
      if (std::max(num_suited[0], num_suited[1]) > 3) add_one(counts);
    }
  }

 private:
  // Where both cards are of the suit and give one hand a flush, the other none.
  template <int kHand>
  void add_flushes_of(int& wins, int& losses) const {
    const std::uint16_t* other = rows_[1 - kHand];
    constexpr unsigned kSevenHigh = 0b101111;
    const std::uint16_t lowest = flush_[kSevenHigh];
    const RunoutCounts change =
        FELTPRINT_FOR_ISA(compare_flushes)(rows_[kHand], other, suited_, lowest);
    wins += change.wins;
    losses += change.losses;
    // What beats a flush loses to a straight flush.
    constexpr unsigned kWheel = 0b1000000001111;
    for (int first = -1; first <= kNumRanks - 5; ++first) {
      const unsigned straight = first < 0 ? kWheel : 0b11111u << first;
      if ((straight & patterns_[kHand]) != patterns_[kHand]) continue;
      const unsigned missing = straight & ~patterns_[kHand];
      const int low = std::countr_zero(missing);
      const int high = std::countr_zero(missing & (missing - 1));
      if (!suited_.lives(low) || !suited_.lives(high) || other[rank_class(low, high)] < lowest) {
        continue;
      }
      ++wins;
      --losses;
    }
  }

  // Where both cards are of the suit.
  void add_both(RunoutCounts& counts) const {
    for (int j = 1; j < suited_.num_ranks; ++j) {
      const int first = rank_class(0, suited_.ranks[j]);
      const unsigned high = 1u << suited_.ranks[j];
      for (int i = 0; i < j; ++i) {
        add(first + suited_.ranks[i], high | 1u << suited_.ranks[i], counts);
      }
    }
  }

  // Where one card is.
  void add_one(RunoutCounts& counts) const {
    LaneRanks flushes[2]{};
    for (int hand = 0; hand < 2; ++hand) {
      for (int rank = 0; rank < kNumRanks; ++rank) {
        flushes[hand][rank] = flush_[patterns_[hand] | 1u << rank];
      }
    }
    const unsigned suit = 1u << suit_;
    const RunoutCounts change = FELTPRINT_FOR_ISA(compare_with_one)(
        rows_, flushes, LiveCounts(dead_, suit), LiveCounts(dead_, kAllSuits & ~suit));
    counts.wins += change.wins;
    counts.losses += change.losses;
  }

  void add(int k, unsigned suited, RunoutCounts& counts) const {
    const int plain[2] = {rows_[0][k], rows_[1][k]};
    const int one = std::max<int>(plain[0], flush_[patterns_[0] | suited]);
    const int two = std::max<int>(plain[1], flush_[patterns_[1] | suited]);
    counts.wins += int{one > two} - int{plain[0] > plain[1]};
    counts.losses += int{two > one} - int{plain[1] > plain[0]};
  }

  const std::uint16_t* flush_;
  const std::uint16_t* rows_[2];
  unsigned patterns_[2];
  int suit_;
  std::uint64_t dead_;
  SuitedRanks suited_;
};

// The row of a hand whose five cards are a flush: never less than that.
const std::uint16_t* row_of_flush(const std::uint16_t* row, unsigned pattern,
                                  std::array<std::uint16_t, kClassRowStride>& raised) {
  const std::uint16_t flush = evaluator_tables().flush[pattern];
  for (int k = 0; k < kClassRowStride; ++k) raised[k] = std::max(row[k], flush);
  return raised.data();
}

}  // namespace

FlopHand::FlopHand(Hand hand, std::span<const Card, 3> flop) {
  const auto [a, b] = hand_table().cards[hand];
  const Card cards[5] = {a, b, flop[0], flop[1], flop[2]};
  BoardSum sum;
  int place = 0;
  cards_ = 0;
  patterns_ = 0;
  for (Card card : sorted_board(cards)) {
    sum = sum.with(card, place++);
    cards_ |= card_bit(card);
    patterns_ |= kSuitTerms[card].ranks;
  }
  row_ = sum.row(evaluator_tables());
  flush_suit_ = sum.has_flush_suit() ? sum.flush_suit() : -1;
}

RunoutCounts compare_runouts(const FlopHand& one, const FlopHand& two) {
  const FlopHand* hands[2] = {&one, &two};
  const std::uint16_t* rows[2] = {one.row(), two.row()};
  std::array<std::uint16_t, kClassRowStride> raised[2];
  const std::uint64_t dead = one.cards() | two.cards();
  for (int i = 0; i < 2; ++i) {
    const int suit = hands[i]->flush_suit();
    if (suit < 0 || std::popcount(hands[i]->pattern(suit)) < 5) continue;
    rows[i] = row_of_flush(rows[i], hands[i]->pattern(suit), raised[i]);
  }
  RunoutCounts counts =
      FELTPRINT_FOR_ISA(compare_rows)(rows[0], rows[1], LiveCounts(dead, kAllSuits));
  for (int i = 0; i < 2; ++i) {
    const int suit = hands[i]->flush_suit();
    if (suit < 0 || (i == 1 && suit == one.flush_suit())) continue;
    SuitRunouts(one, two, rows, suit).add_to(counts);
  }
  return counts;
}

}  // namespace feltprint
