// From values for each rank class and variant to the 1,326 hands in lexicographic order.
//
// The hands of a lower card are one run in that order. All four runs of a rank are copied with
// the length of the longest, known when compiled; what is written too far is overwritten by the
// runs that follow, and the last rank is written hand by hand.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "feltprint/cards/board_type.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"

namespace feltprint {

// Writes `value` for all hands that hold the card. Shape: out is [hand].
template <class Word>
void fill_card(Card card, Word value, Word* out) {
  for (int low = 0; low < card; ++low) out[low * (103 - low) / 2 + card - low - 1] = value;
  Word* first = out + card * (103 - card) / 2;
  std::fill(first, first + (kNumCards - 1 - card), value);
}

// Values with a given lower card and any card above, padded so that long copies stay inside.
template <class Word>
using CardRow = std::array<Word, kNumCards + 4>;

// Copies the runs of the four cards of rank kLow from row_of(suit).
template <int kLow, class Word, class RowOf>
inline void copy_runs(const RowOf& row_of, Word* out) {
  for (int suit = 0; suit < 4; ++suit) {
    const int card = 4 * kLow + suit;
    Word* run = out + card * (103 - card) / 2;
    const Word* from = row_of(suit).data() + card + 1;
    if constexpr (kLow < kNumRanks - 1) {
      std::memcpy(run, from, sizeof(Word) * (kNumCards - 1 - 4 * kLow));
    } else {
      for (int i = 0; i < kNumCards - 1 - card; ++i) run[i] = from[i];
    }
  }
}

template <int kLow, class Word>
inline void expand_plain_rank(const Word* row, Word* out) {
  CardRow<Word> by_card{};
  for (int high = kLow; high < kNumRanks; ++high) {
    for (int suit = 0; suit < 4; ++suit) by_card[4 * high + suit] = row[rank_class(kLow, high)];
  }
  copy_runs<kLow>([&](int) -> const CardRow<Word>& { return by_card; }, out);
}

template <int kLow, class Word>
inline void expand_flush_rank(const Word* row, int flush_suit, Word* out) {
  std::array<CardRow<Word>, 2> by_card{};  // [lower card in the flush suit]
  for (int high = kLow; high < kNumRanks; ++high) {
    const Word* values = row + rank_class(kLow, high) * kNumVariants;
    for (int lower = 0; lower < 2; ++lower) {
      for (int suit = 0; suit < 4; ++suit) by_card[lower][4 * high + suit] = values[lower];
      by_card[lower][4 * high + flush_suit] = values[lower + 2];
    }
  }
  copy_runs<kLow>(
      [&](int suit) -> const CardRow<Word>& { return by_card[suit == flush_suit ? 1 : 0]; }, out);
}

// out[hand] = row[rank class of the hand]. Shape: row is [rank class], out is [hand].
template <class Word>
void expand_plain(const Word* row, Word* out) {
  [&]<int... kLow>(std::integer_sequence<int, kLow...>) {
    (expand_plain_rank<kLow>(row, out), ...);
  }(std::make_integer_sequence<int, kNumRanks>{});
}

// out[hand] = row[rank class, variant]; the variant tells which cards are in the flush suit.
template <class Word>
void expand_flush(const Word* row, int flush_suit, Word* out) {
  [&]<int... kLow>(std::integer_sequence<int, kLow...>) {
    (expand_flush_rank<kLow>(row, flush_suit, out), ...);
  }(std::make_integer_sequence<int, kNumRanks>{});
}

}  // namespace feltprint
