#include "feltprint/cards/preflop_equity.hpp"

#include <algorithm>

#include "cards/binomial.hpp"
#include "feltprint/cards/board_type.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

using PlainRow = std::array<std::uint8_t, kClassRowStride>;
using FlushRow = std::array<std::int16_t, kFlushRowStride>;

// Boards with five given ranks, of any suits.
struct PlainBoard {
  int num_ranks;                                    // different ranks
  std::array<const std::uint8_t*, 5> held;          // [different rank] -> cards of it in each class
  std::array<std::array<std::int16_t, 5>, 5> ways;  // [different rank][cards held by both hands]
  std::array<std::int16_t, kClassRowStride> value;  // dense rank of each class
};

// Boards of one flush type, the flush suit fixed: (ways[0] - cards of the first other rank held)
// * (ways[1] - cards of the second held) >> halve of them.
struct FlushBoard {
  std::array<const std::int16_t*, 2> held;  // [other rank] -> cards of it outside the flush suit
  std::array<std::int16_t, 2> ways;
  int halve;
  FlushRow flush;  // dense ranks, 0 = impossible
  FlushRow plain;  // dense ranks without flushes, 0 = impossible
};

#define FELTPRINT_KERNEL "cards/preflop_wins_kernel.inc"
#include "isa_kernels.inc"

struct Kernels {
  decltype(&baseline::add_plain_row) add_plain_row;
  decltype(&baseline::add_flush_row) add_flush_row;
};

Kernels active_kernels() {
  return {FELTPRINT_FOR_ISA(add_plain_row), FELTPRINT_FOR_ISA(add_flush_row)};
}

// [rank][class] -> cards of the rank in the class.
std::array<PlainRow, kNumRanks> held_by_class() {
  std::array<PlainRow, kNumRanks> held{};
  for (int k = 0; k < kNumRankClasses; ++k) {
    for (int rank : class_layout().ranks[k]) ++held[rank][k];
  }
  return held;
}

// [rank][class, variant] -> cards of the rank outside the flush suit.
std::array<FlushRow, kNumRanks> held_outside_suit() {
  std::array<FlushRow, kNumRanks> held{};
  for (int k = 0; k < kNumRankClasses; ++k) {
    const auto [low, high] = class_layout().ranks[k];
    for (int variant = 0; variant < kNumVariants; ++variant) {
      if ((variant & 1) == 0) ++held[low][k * kNumVariants + variant];
      if ((variant & 2) == 0) ++held[high][k * kNumVariants + variant];
    }
  }
  return held;
}

PlainBoard plain_board(const std::array<int, 5>& ranks,
                       const std::array<PlainRow, kNumRanks>& held) {
  PlainBoard board{};
  for (int i = 0; i < 5;) {
    const int rank = ranks[i];
    int count = 0;
    for (; i < 5 && ranks[i] == rank; ++i) ++count;
    board.held[board.num_ranks] = held[rank].data();
    for (int dead = 0; dead < 5; ++dead) {
      board.ways[board.num_ranks][dead] =
          static_cast<std::int16_t>(choose(static_cast<unsigned>(4 - dead), count));
    }
    ++board.num_ranks;
  }
  const std::uint16_t* row =
      &evaluator_tables()
           .class_rows[static_cast<std::size_t>(rank_multiset_id(ranks)) * kClassRowStride];
  std::copy(row, row + kClassRowStride, board.value.begin());
  return board;
}

FlushBoard flush_board(std::uint32_t index, const std::array<FlushRow, kNumRanks>& held) {
  static const FlushRow none{};
  const FlushType type = flush_type(index);
  FlushBoard board{{none.data(), none.data()}, {1, 1}, 0, {}, {}};
  for (int i = 0; i < type.num_others; ++i) {
    board.held[i] = held[type.others[i]].data();
    board.ways[i] = 3;
  }
  if (type.num_others == 2 && type.others[0] == type.others[1]) {
    board.ways[1] = 2;  // C(n, 2) = n * (n - 1) / 2
    board.halve = 1;
  }
  std::array<std::uint16_t, kFlushRowStride> ranks;
  flush_type_ranks(type, evaluator_tables(), ranks.data());
  const std::uint16_t* row = flush_type_class_row(type, evaluator_tables());
  for (int i = 0; i < kFlushRowStride; ++i) {
    board.flush[i] = static_cast<std::int16_t>(ranks[i]);
    board.plain[i] = static_cast<std::int16_t>(ranks[i] == 0 ? 0 : row[i / kNumVariants]);
  }
  return board;
}

std::vector<std::int32_t> count_plain_wins(const Kernels& kernels) {
  std::vector<std::int32_t> wins(std::size_t{kNumRankClasses} * kClassRowStride, 0);
  const auto held = held_by_class();
  for (const auto& ranks : rank_multisets()) {
    if (ranks[0] == ranks[4]) continue;
    const PlainBoard board = plain_board(ranks, held);
    for (int p = 0; p < kNumRankClasses; ++p) {
      kernels.add_plain_row(board, p, &wins[static_cast<std::size_t>(p) * kClassRowStride]);
    }
  }
  return wins;
}

std::vector<std::int32_t> count_flush_wins(const Kernels& kernels) {
  constexpr int kBoardsAtOnce = 91;  // at most 9 boards of a type: the changes fit 16 bits
  std::vector<std::int32_t> wins(std::size_t{kFlushRowStride} * kFlushRowStride, 0);
  const auto held = held_outside_suit();
  std::vector<FlushBoard> boards;
  for (std::uint32_t first = 0; first < kNumFlushTypes; first += kBoardsAtOnce) {
    boards.clear();
    const std::uint32_t end = std::min<std::uint32_t>(first + kBoardsAtOnce, kNumFlushTypes);
    for (std::uint32_t index = first; index < end; ++index) {
      boards.push_back(flush_board(index, held));
    }
    for (int p = 0; p < kNumRankClasses * kNumVariants; ++p) {
      alignas(64) FlushRow change{};
      for (const FlushBoard& board : boards) {
        if (board.flush[p] != 0) kernels.add_flush_row(board, p, change.data());
      }
      std::int32_t* row = &wins[static_cast<std::size_t>(p) * kFlushRowStride];
      for (int q = 0; q < kFlushRowStride; ++q) row[q] += change[q];
    }
  }
  return wins;
}

// [suit][hand] -> rank class and variant for that flush suit.
const std::array<std::array<std::uint16_t, kNumHands>, 4>& flush_slots() {
  static const auto slots = [] {
    std::array<std::array<std::uint16_t, kNumHands>, 4> t{};
    for (int suit = 0; suit < 4; ++suit) {
      for (int hand = 0; hand < kNumHands; ++hand) {
        const auto [a, b] = hand_table().cards[hand];
        const int variant = (suit_of(a) == suit ? 1 : 0) + (suit_of(b) == suit ? 2 : 0);
        t[suit][hand] =
            static_cast<std::uint16_t>(rank_class(rank_of(a), rank_of(b)) * kNumVariants + variant);
      }
    }
    return t;
  }();
  return slots;
}

}  // namespace

PreflopEquity::PreflopEquity()
    : plain_wins_(count_plain_wins(active_kernels())),
      flush_wins_(count_flush_wins(active_kernels())),
      classes_(std::size_t{kNumPreflopClasses} * kNumPreflopClasses, Outcome{0, 0, 0}) {
  const HandTable& table = hand_table();
  for (int hand = 0; hand < kNumHands; ++hand) {
    for (int opponent = 0; opponent < kNumHands; ++opponent) {
      if ((table.mask[hand] & table.mask[opponent]) != 0) continue;
      const Outcome outcome = hands(static_cast<Hand>(hand), static_cast<Hand>(opponent));
      Outcome& sum = classes_[std::size_t{table.preflop_class[hand]} * kNumPreflopClasses +
                              table.preflop_class[opponent]];
      sum.win += outcome.win;
      sum.tie += outcome.tie;
      sum.lose += outcome.lose;
    }
  }
}

const PreflopEquity& PreflopEquity::instance() {
  static const PreflopEquity equity;
  return equity;
}

Outcome PreflopEquity::hands(Hand hand, Hand opponent) const {
  const auto& slots = flush_slots();
  const std::size_t a = slots[0][hand] / kNumVariants;
  const std::size_t b = slots[0][opponent] / kNumVariants;
  Outcome outcome{plain_wins_[a * kClassRowStride + b], 0, plain_wins_[b * kClassRowStride + a]};
  for (int suit = 0; suit < 4; ++suit) {
    const std::size_t p = slots[suit][hand];
    const std::size_t q = slots[suit][opponent];
    outcome.win += flush_wins_[p * kFlushRowStride + q];
    outcome.lose += flush_wins_[q * kFlushRowStride + p];
  }
  outcome.tie = kNumPreflopBoards - outcome.win - outcome.lose;
  return outcome;
}

std::vector<std::int32_t> preflop_pair_counts() {
  std::vector<std::int32_t> counts(std::size_t{kNumPreflopClasses} * kNumPreflopClasses, 0);
  const HandTable& table = hand_table();
  for (int hand = 0; hand < kNumHands; ++hand) {
    for (int opponent = 0; opponent < kNumHands; ++opponent) {
      if ((table.mask[hand] & table.mask[opponent]) != 0) continue;
      ++counts[std::size_t{table.preflop_class[hand]} * kNumPreflopClasses +
               table.preflop_class[opponent]];
    }
  }
  return counts;
}

}  // namespace feltprint
