#include "feltprint/cards/showdown.hpp"

#include <algorithm>

#include "feltprint/cards/board_type.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/cards/hand_rank.hpp"

namespace feltprint {
namespace {

std::uint64_t mask_of(const Card* cards, int num_cards) {
  std::uint64_t mask = 0;
  for (int i = 0; i < num_cards; ++i) mask |= card_bit(cards[i]);
  return mask;
}

}  // namespace

ShowdownPlan::ShowdownPlan(const std::array<Card, 5>& board) {
  const std::array<Card, 5> cards = sorted_board(board.data());
  const int flush_suit = board_type(cards).flush_suit;
  const std::uint64_t dead = mask_of(cards.data(), 5);
  for (int card = 0; card < kNumCards; ++card) {
    const bool suited = suit_of(static_cast<Card>(card)) == flush_suit;
    const int rank = rank_of(static_cast<Card>(card));
    type_[card] = static_cast<std::uint8_t>(flush_suit < 0 ? rank : 2 * rank + (suited ? 1 : 0));
    live_[card] = (dead >> card & 1) == 0;
  }
  std::array<std::uint16_t, kNumHands> ranks;
  river_ranks(cards.data(), ranks.data());
  // One entry for each pair of types, keyed by rank: rank << 16 | type_a << 8 | type_b.
  std::array<std::uint32_t, kMaxCardTypes * kMaxCardTypes> keys{};
  for (int hand = 0; hand < kNumHands; ++hand) {
    blocked_[hand] = ranks[hand] == 0;
    if (blocked_[hand]) continue;
    const auto [a, b] = hand_table().cards[hand];
    const auto [low, high] = std::minmax(type_[a], type_[b]);
    keys[low * kMaxCardTypes + high] =
        std::uint32_t{ranks[hand]} << 16 | static_cast<std::uint32_t>(low << 8 | high);
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t key : keys) {
    if (key != 0) order.push_back(key);
  }
  std::sort(order.begin(), order.end());
  std::array<std::uint16_t, kMaxCardTypes * kMaxCardTypes> group_of{};
  std::uint16_t group = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && order[i] >> 16 != order[i - 1] >> 16) ++group;
    const auto low = static_cast<std::uint8_t>(order[i] >> 8 & 255);
    const auto high = static_cast<std::uint8_t>(order[i] & 255);
    group_of[low * kMaxCardTypes + high] = group;
    add_partner(low, high, group);
    if (low != high) add_partner(high, low, group);
  }
  num_groups_ = group + 1;
  for (int hand = 0; hand < kNumHands; ++hand) {
    const auto [a, b] = hand_table().cards[hand];
    const auto [low, high] = std::minmax(type_[a], type_[b]);
    group_[hand] = group_of[low * kMaxCardTypes + high];
  }
}

void ShowdownPlan::add_partner(std::uint8_t type, std::uint8_t partner, std::uint16_t group) {
  std::vector<Partner>& partners = partners_[type];
  const auto place = static_cast<std::uint8_t>(partners.size());
  const bool ties = place > 0 && partners.back().group == group;
  partners.push_back({partner, ties ? partners.back().first : place, 0, group});
  for (std::size_t i = partners.back().first; i < partners.size(); ++i) {
    partners[i].end = static_cast<std::uint8_t>(place + 1);
  }
}

void ShowdownPlan::compare(const double* weights, double* below, double* above) const {
  std::vector<double> group(static_cast<std::size_t>(num_groups_) + 1, 0.0);
  // [card][type of the other card]: weights with the card, in all, weaker and stronger.
  std::array<std::array<double, kMaxCardTypes>, kNumCards> partners{};
  int hand = 0;
  for (int a = 0; a < kNumCards; ++a) {
    for (int b = a + 1; b < kNumCards; ++b, ++hand) {
      if (blocked_[hand]) continue;
      const double weight = weights[hand];
      group[group_[hand] + 1u] += weight;
      partners[a][type_[b]] += weight;
      partners[b][type_[a]] += weight;
    }
  }
  for (std::size_t i = 1; i < group.size(); ++i) group[i] += group[i - 1];
  std::array<std::array<double, kMaxCardTypes>, kNumCards> weaker;
  std::array<std::array<double, kMaxCardTypes>, kNumCards> stronger;
  for (int card = 0; card < kNumCards; ++card) {
    if (!live_[card]) continue;
    const std::vector<Partner>& order = partners_[type_[card]];
    std::array<double, kMaxCardTypes + 1> through;
    through[0] = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      through[i + 1] = through[i] + partners[card][order[i].type];
    }
    for (const Partner& partner : order) {
      weaker[card][partner.type] = through[partner.first];
      stronger[card][partner.type] = through[order.size()] - through[partner.end];
    }
  }
  hand = 0;
  for (int a = 0; a < kNumCards; ++a) {
    for (int b = a + 1; b < kNumCards; ++b, ++hand) {
      below[hand] = above[hand] = 0.0;
      if (blocked_[hand]) continue;
      const std::size_t g = group_[hand];
      below[hand] = group[g] - weaker[a][type_[b]] - weaker[b][type_[a]];
      above[hand] = group.back() - group[g + 1] - stronger[a][type_[b]] - stronger[b][type_[a]];
    }
  }
}

void disjoint_weights(const Card* board, int num_cards, const double* weights, double* out) {
  const std::uint64_t dead = mask_of(board, num_cards);
  const HandTable& hands = hand_table();
  std::array<double, kNumCards> by_card{};
  double total = 0.0;
  for (int hand = 0; hand < kNumHands; ++hand) {
    if ((hands.mask[hand] & dead) != 0) continue;
    by_card[hands.cards[hand][0]] += weights[hand];
    by_card[hands.cards[hand][1]] += weights[hand];
    total += weights[hand];
  }
  for (int hand = 0; hand < kNumHands; ++hand) {
    const auto [a, b] = hands.cards[hand];
    const bool blocked = (hands.mask[hand] & dead) != 0;
    out[hand] = blocked ? 0.0 : total - by_card[a] - by_card[b] + weights[hand];
  }
}

}  // namespace feltprint
