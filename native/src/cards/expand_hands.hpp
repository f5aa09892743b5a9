// From values for each rank class and variant to the 1,326 hands in lexicographic order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "feltprint/cards/board_type.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"

namespace feltprint {

// The words of the four suits of a rank.
template <class Word>
using QuadOf = std::conditional_t<sizeof(Word) == 1, std::uint32_t, std::uint64_t>;

// All bits of one suit's word.
template <class Word>
inline QuadOf<Word> quad_lane(int suit) {
  return QuadOf<Word>{static_cast<Word>(-1)} << (8 * sizeof(Word) * suit);
}

// [rank] -> all bits set in the words of the suits that are not on the board; padded to vectors.
template <class Word>
using LiveQuads = std::array<QuadOf<Word>, kNumRanks + 3>;

template <class Word, class Cards>
inline LiveQuads<Word> live_quads(const Cards& board) {
  LiveQuads<Word> live;
  live.fill(static_cast<QuadOf<Word>>(-1));
  for (Card card : board) live[rank_of(card)] &= ~quad_lane<Word>(suit_of(card));
  return live;
}

// Writes `value` for all hands that hold the card. Shape: out is [hand].
template <class Word>
void fill_card(Card card, Word value, Word* out) {
  for (int low = 0; low < card; ++low) out[low * (103 - low) / 2 + card - low - 1] = value;
  Word* first = out + card * (103 - card) / 2;
  std::fill(first, first + (kNumCards - 1 - card), value);
}

#include "cards/expand_hands.inc"

}  // namespace feltprint
