// Cards and hands as numbers: ids, masks, preflop classes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "feltprint/types.hpp"

namespace feltprint {

inline constexpr int rank_of(Card card) { return card >> 2; }
inline constexpr int suit_of(Card card) { return card & 3; }
inline constexpr std::uint64_t card_bit(Card card) { return std::uint64_t{1} << card; }

// Lexicographic hand id of two different cards. Requires a != b.
inline constexpr Hand hand_id(Card a, Card b) {
  const int low = a < b ? a : b;
  const int high = a < b ? b : a;
  return static_cast<Hand>(low * (103 - low) / 2 + high - low - 1);
}

// Preflop class 0..168: pairs 12 - rank (AA = 0 .. 22 = 12), then suited from 13, offsuit from 91,
// each by high card falling, then low card falling (AKs = 13, AKo = 91).
int preflop_class(Card a, Card b);

// Per hand: its cards (lower first), its mask, its class.
struct HandTable {
  std::array<std::array<Card, 2>, kNumHands> cards;
  std::array<std::uint64_t, kNumHands> mask;
  std::array<std::uint8_t, kNumHands> preflop_class;
};
const HandTable& hand_table();

// "As" for 51; "card 52" where there is no such card.
std::string card_name(int card);

// Throws: ConfigError naming the first card that is out of range or comes twice, and its position
// in `what` ("board", "hand 17").
void require_cards(std::span<const Card> cards, const std::string& what);
// The same for each row of [row][width] cards; row i is called `<noun> i`.
void require_card_rows(std::span<const Card> cards, std::size_t width, const std::string& noun);

}  // namespace feltprint
