// What the cards of a river board add up to: its class row and its flush suit.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/cards/evaluator_tables.hpp"

namespace feltprint {

// [place in rising order][card] -> the term of its rank in the rank multiset id
// (class_layout.hpp).
inline constexpr auto kIdTerms = [] {
  std::array<std::array<std::uint16_t, kNumCards>, 5> terms{};
  for (int place = 0; place < 5; ++place) {
    for (int card = 0; card < kNumCards; ++card) {
      int term = 1;
      for (int i = 0; i <= place; ++i) term = term * ((card >> 2) + place - i) / (i + 1);
      terms[place][card] = static_cast<std::uint16_t>(term);
    }
  }
  return terms;
}();

struct SuitTerms {
  std::uint64_t ranks;  // 16 bits for each suit
  std::uint32_t count;  // a byte for each suit
};
inline constexpr auto kSuitTerms = [] {
  std::array<SuitTerms, kNumCards> terms{};
  for (int card = 0; card < kNumCards; ++card) {
    terms[card].ranks = std::uint64_t{1} << (16 * (card & 3) + (card >> 2));
    terms[card].count = 1u << (8 * (card & 3));
  }
  return terms;
}();

class BoardSum {
 public:
  // Adds the card that stands at `place`, 0..4, when the five cards rise.
  BoardSum with(int card, int place) const {
    BoardSum next = *this;
    next.id_ += kIdTerms[place][card];
    next.counts_ += kSuitTerms[card].count;
    next.ranks_ |= kSuitTerms[card].ranks;
    return next;
  }

  // [rank class] -> dense rank of the board's ranks and the two of the class.
  const std::uint16_t* row(const EvaluatorTables& tables) const {
    return &tables.class_rows[std::size_t{id_} * kClassRowStride];
  }
  // Three cards or more of a suit.
  bool has_flush_suit() const { return flush_bit() != 0; }
  int flush_suit() const { return std::countr_zero(flush_bit()) / 8; }
  unsigned pattern(int suit) const { return ranks_ >> (16 * suit) & 0x1FFF; }

 private:
  std::uint32_t flush_bit() const { return (counts_ + 0x05050505u) & 0x08080808u; }

  std::uint32_t id_ = 0;
  std::uint32_t counts_ = 0;
  std::uint64_t ranks_ = 0;
};

}  // namespace feltprint
