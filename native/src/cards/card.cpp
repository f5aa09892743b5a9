#include "feltprint/cards/card.hpp"

#include "feltprint/cards/class_layout.hpp"
#include "feltprint/error.hpp"

namespace feltprint {

int preflop_class(Card a, Card b) {
  const int high = rank_of(a) > rank_of(b) ? rank_of(a) : rank_of(b);
  const int low = rank_of(a) > rank_of(b) ? rank_of(b) : rank_of(a);
  if (high == low) return 12 - high;
  const int first = suit_of(a) == suit_of(b) ? 13 : 91;
  // Classes with a higher high card come before: 12 + 11 + .. + (high + 1) of them.
  const int before = (12 - high) * (12 + high + 1) / 2;
  return first + before + (high - 1 - low);
}

const HandTable& hand_table() {
  static const HandTable table = [] {
    HandTable t{};
    for (int low = 0; low < kNumCards; ++low) {
      for (int high = low + 1; high < kNumCards; ++high) {
        const Card a = static_cast<Card>(low);
        const Card b = static_cast<Card>(high);
        const Hand hand = hand_id(a, b);
        t.cards[hand] = {a, b};
        t.mask[hand] = card_bit(a) | card_bit(b);
        t.preflop_class[hand] = static_cast<std::uint8_t>(preflop_class(a, b));
      }
    }
    return t;
  }();
  return table;
}

const ClassLayout& class_layout() {
  static const ClassLayout layout = [] {
    ClassLayout t{};
    for (int hand = 0; hand < kNumHands; ++hand) {
      const auto [a, b] = hand_table().cards[hand];
      t.slot[hand] = static_cast<std::uint16_t>(lane_slot(a, b));
    }
    for (int b = 0; b < kNumRanks; ++b) {
      for (int a = 0; a <= b; ++a) {
        t.ranks[rank_class(a, b)] = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
      }
    }
    return t;
  }();
  return layout;
}

const std::array<std::array<int, 5>, kNumRankMultisets>& rank_multisets() {
  static const auto multisets = [] {
    std::array<std::array<int, 5>, kNumRankMultisets> t{};
    std::array<int, 5> r;
    for (r[4] = 0; r[4] < kNumRanks; ++r[4])
      for (r[3] = 0; r[3] <= r[4]; ++r[3])
        for (r[2] = 0; r[2] <= r[3]; ++r[2])
          for (r[1] = 0; r[1] <= r[2]; ++r[1])
            for (r[0] = 0; r[0] <= r[1]; ++r[0]) t[rank_multiset_id(r)] = r;
    return t;
  }();
  return multisets;
}

std::string card_name(int card) {
  if (card < 0 || card >= kNumCards) return "card " + std::to_string(card);
  return {"23456789TJQKA"[card >> 2], "cdhs"[card & 3]};
}

void require_cards(std::span<const Card> cards, const std::string& what) {
  std::array<std::int16_t, kNumCards> position;
  position.fill(-1);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const Card card = cards[i];
    if (card >= kNumCards) {
      throw ConfigError(what + ": card " + std::to_string(card) + " at position " +
                        std::to_string(i) + " is out of range; expected 0..51");
    }
    if (position[card] >= 0) {
      throw ConfigError(what + ": card " + card_name(card) + " at position " + std::to_string(i) +
                        " is already at position " + std::to_string(position[card]) +
                        "; expected different cards");
    }
    position[card] = static_cast<std::int16_t>(i);
  }
}

void require_card_rows(std::span<const Card> cards, std::size_t width, const std::string& noun) {
  for (std::size_t first = 0; first < cards.size(); first += width) {
    std::uint64_t seen = 0;
    bool valid = true;
    for (const Card card : cards.subspan(first, width)) {
      valid = valid && card < kNumCards && (seen >> card & 1) == 0;
      seen |= std::uint64_t{1} << (card & 63);
    }
    if (!valid) {
      require_cards(cards.subspan(first, width), noun + " " + std::to_string(first / width));
    }
  }
}

}  // namespace feltprint
