// Sums of x or x^2 over the rivers of every turn, and from them over the runouts of every flop.
//
// On rivers without a flush, x depends on the rank class alone; else on the class and the variant
// for the flush suit. So the rivers of a turn are added class by class, those of one type at
// once, and spread over the suit lanes at the end; the hands that hold the river card are taken
// out one by one. All sums are modulo 2^32: what is taken out early is put in later.
#include <algorithm>
#include <array>
#include <span>

#include "cards/parallel_ranges.hpp"
#include "feltprint/abstraction/hand_strength.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

#define FELTPRINT_KERNEL "abstraction/runout_sums_kernel.inc"
#include "isa_kernels.inc"

using AddRow = decltype(&baseline::add_values);

// Sums over the rivers of one turn that are not yet spread over the suit lanes.
struct ClassSums {
  alignas(64) std::array<std::uint32_t, kClassRowStride> plain;
  alignas(64) std::array<std::array<std::uint32_t, kFlushRowStride>, 4> flush;  // [flush suit]
  std::array<bool, 4> has_flush;

  void clear() {
    plain.fill(0);
    has_flush.fill(false);
  }
  void add(const RiverStrength& strength, const BoardType& type, std::uint32_t times, AddRow add) {
    if (type.flush_suit < 0) {
      add(&strength.plain[type.index * std::size_t{kClassRowStride}], times, kClassRowStride,
          plain.data());
      return;
    }
    const auto suit = static_cast<std::size_t>(type.flush_suit);
    if (!has_flush[suit]) flush[suit].fill(0);
    has_flush[suit] = true;
    add(&strength.flush[type.index * std::size_t{kFlushRowStride}], times, kFlushRowStride,
        flush[suit].data());
  }
  // Adds the sums to the lanes of all classes.
  void spread(std::uint32_t* sum) const {
    for (int k = 0; k < kNumRankClasses; ++k) {
      for (int lane = 0; lane < kClassLanes; ++lane) sum[k * kClassLanes + lane] += plain[k];
    }
    for (int suit = 0; suit < 4; ++suit) {
      if (has_flush[suit]) spread_flush(suit, sum);
    }
  }

 private:
  void spread_flush(int suit, std::uint32_t* sum) const {
    for (int k = 0; k < kNumRankClasses; ++k) {
      const std::uint32_t* v = &flush[suit][k * kNumVariants];
      for (int first = 0; first < 4; ++first) {
        for (int second = 0; second < 4; ++second) {
          const int variant = (first == suit ? 1 : 0) + (second == suit ? 2 : 0);
          sum[k * kClassLanes + 4 * first + second] += v[variant];
        }
      }
    }
  }
};

// Calls visit(class, suit of the lower rank, suit of the higher) for the lanes of the hands that
// hold a card, both lanes of a pair.
template <class Visit>
void for_each_lane(Card card, const Visit& visit) {
  const int rank = rank_of(card);
  const int suit = suit_of(card);
  for (int other = 0; other < kNumRanks; ++other) {
    const int k = other < rank ? rank_class(other, rank) : rank_class(rank, other);
    for (int i = 0; i < 4; ++i) {
      if (other >= rank) visit(k, suit, i);
      if (other <= rank) visit(k, i, suit);
    }
  }
}

// Takes the hands that hold the river card out of a sum that counts the river for all hands.
void take_out(const RiverStrength& strength, const BoardType& type, Card river, Moment moment,
              std::uint32_t* sum) {
  const bool plain = type.flush_suit < 0;
  const std::uint16_t* row = plain ? &strength.plain[type.index * std::size_t{kClassRowStride}]
                                   : &strength.flush[type.index * std::size_t{kFlushRowStride}];
  for_each_lane(river, [&](int k, int first, int second) {
    const int variant = (first == type.flush_suit ? 1 : 0) + (second == type.flush_suit ? 2 : 0);
    const std::uint32_t x = plain ? row[k] : row[k * kNumVariants + variant];
    sum[k * kClassLanes + 4 * first + second] -= moment == Moment::First ? x : x * x;
  });
}

// Rivers of one rank with their board type.
struct River {
  Card card;
  BoardType type;
};

void turn_sum(const RiverStrength& strength, const std::array<Card, 5>& turn, Moment moment,
              AddRow add, std::uint32_t* sum) {
  std::uint64_t dead = 0;
  for (int i = 0; i < 4; ++i) dead |= card_bit(turn[i]);
  ClassSums sums;
  sums.clear();
  std::fill(sum, sum + kNumLaneSlots, 0);
  for (int rank = 0; rank < kNumRanks; ++rank) {
    std::array<River, 4> rivers;
    std::size_t count = 0;
    for (int suit = 0; suit < 4; ++suit) {
      const Card card = static_cast<Card>(4 * rank + suit);
      if (dead >> card & 1) continue;
      const Card cards[5] = {turn[0], turn[1], turn[2], turn[3], card};
      rivers[count++] = {card, board_type(sorted_board(cards))};
      take_out(strength, rivers[count - 1].type, card, moment, sum);
    }
    // Rivers of one type count together, with the first of them.
    const auto same = [](const BoardType& a, const BoardType& b) {
      return a.index == b.index && a.flush_suit == b.flush_suit;
    };
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t times = 0;
      bool first = true;
      for (std::size_t j = 0; j < count; ++j) {
        if (!same(rivers[i].type, rivers[j].type)) continue;
        first = first && j >= i;
        ++times;
      }
      if (first) sums.add(strength, rivers[i].type, times, add);
    }
  }
  sums.spread(sum);
  for (int i = 0; i < 4; ++i) {
    for_each_lane(turn[i], [&](int k, int first, int second) {
      sum[k * kClassLanes + 4 * first + second] = 0;
    });
  }
}

void flop_sum(const std::vector<std::uint32_t>& turn_sums, const std::array<Card, 5>& flop,
              std::uint64_t* twice) {
  // A sum of 23 turns fits 32 bits: 23 * 46 * 1980^2 < 2^32.
  constexpr int kMaxTurns = 23;
  std::uint64_t dead = 0;
  for (int i = 0; i < 3; ++i) dead |= card_bit(flop[i]);
  std::array<std::vector<std::uint32_t>, 24> turns;  // [permutation]
  for (int turn = 0; turn < kNumCards; ++turn) {
    if (dead >> turn & 1) continue;
    const Card cards[4] = {flop[0], flop[1], flop[2], static_cast<Card>(turn)};
    const CanonicalId id = canonical_id(cards);
    turns[id.permutation].push_back(id.index);
  }
  std::array<std::uint32_t, kNumLaneSlots> sum;
  for (std::size_t permutation = 0; permutation < turns.size(); ++permutation) {
    const auto& to = suit_permutations()[permutation];
    const std::vector<std::uint32_t>& list = turns[permutation];
    for (std::size_t first = 0; first < list.size(); first += kMaxTurns) {
      sum.fill(0);
      for (std::size_t i = first; i < std::min(list.size(), first + kMaxTurns); ++i) {
        const std::uint32_t* row = &turn_sums[std::size_t{list[i]} * kNumLaneSlots];
        for (int slot = 0; slot < kNumLaneSlots; ++slot) sum[slot] += row[slot];
      }
      for (int slot = 0; slot < kNumLaneSlots; ++slot) {
        const int lane = slot % kClassLanes;
        twice[slot] += sum[slot - lane + 4 * to[lane >> 2] + to[lane & 3]];
      }
    }
  }
}

}  // namespace

std::vector<std::uint32_t> turn_sums(const RiverStrength& strength, Moment moment,
                                     int num_threads) {
  const CanonicalBoards& turns = canonical_boards(2);
  std::vector<std::uint32_t> sums(turns.boards.size() * kNumLaneSlots);
  const AddRow add =
      moment == Moment::First ? FELTPRINT_FOR_ISA(add_values) : FELTPRINT_FOR_ISA(add_squares);
  parallel_ranges(turns.boards.size(), num_threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      turn_sum(strength, turns.boards[i], moment, add, &sums[i * kNumLaneSlots]);
    }
  });
  return sums;
}

std::vector<std::uint32_t> flop_sums(const std::vector<std::uint32_t>& turn_sums, int num_threads) {
  const CanonicalBoards& flops = canonical_boards(1);
  std::vector<std::uint32_t> sums(flops.boards.size() * kNumLaneSlots);
  parallel_ranges(flops.boards.size(), num_threads, [&](std::size_t begin, std::size_t end) {
    std::array<std::uint64_t, kNumLaneSlots> twice;  // every runout in both orders
    for (std::size_t i = begin; i < end; ++i) {
      twice.fill(0);
      flop_sum(turn_sums, flops.boards[i], twice.data());
      for (int slot = 0; slot < kNumLaneSlots; ++slot) {
        sums[i * kNumLaneSlots + slot] = static_cast<std::uint32_t>(twice[slot] / 2);
      }
    }
  });
  return sums;
}

}  // namespace feltprint
