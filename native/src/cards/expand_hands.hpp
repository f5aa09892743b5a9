// From values for each rank class and variant to the 1,326 hands in lexicographic order.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

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

// out[hand] = row[rank class of the hand]. Shape: row is [rank class], out is [hand].
template <class Word>
void expand_plain(const Word* row, Word* out) {
  for (int low = 0; low < kNumRanks; ++low) {
    Word by_card[kNumCards];  // value with a card of rank `low` and any card above
    for (int high = low; high < kNumRanks; ++high) {
      for (int suit = 0; suit < 4; ++suit) by_card[4 * high + suit] = row[rank_class(low, high)];
    }
    for (int card = 4 * low; card < 4 * low + 4; ++card) {
      const int length = kNumCards - 1 - card;
      std::memcpy(out, by_card + card + 1, sizeof(Word) * length);
      out += length;
    }
  }
}

// out[hand] = row[rank class, variant]; the variant tells which cards are in the flush suit.
template <class Word>
void expand_flush(const Word* row, int flush_suit, Word* out) {
  for (int low = 0; low < kNumRanks; ++low) {
    Word by_card[2][kNumCards];  // [lower card in the flush suit][higher card]
    for (int high = low; high < kNumRanks; ++high) {
      const Word* values = row + rank_class(low, high) * kNumVariants;
      for (int suit = 0; suit < 4; ++suit) {
        const int variant = suit == flush_suit ? 2 : 0;
        by_card[0][4 * high + suit] = values[variant];
        by_card[1][4 * high + suit] = values[variant + 1];
      }
    }
    for (int suit = 0; suit < 4; ++suit) {
      const int card = 4 * low + suit;
      const int length = kNumCards - 1 - card;
      std::memcpy(out, by_card[suit == flush_suit] + card + 1, sizeof(Word) * length);
      out += length;
    }
  }
}

}  // namespace feltprint
