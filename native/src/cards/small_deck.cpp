#include "feltprint/cards/small_deck.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/hand_rank.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/cards/showdown.hpp"
#include "feltprint/error.hpp"

namespace feltprint {

SmallDeck::SmallDeck(int num_cards) : num_cards_(num_cards), weights_(kNumHands, 0.0) {
  if (num_cards < 20 || num_cards > kNumCards || num_cards % 4 != 0) {
    throw ConfigError("small deck: found " + std::to_string(num_cards) +
                      " cards; expected a multiple of 4 from 20 to 52");
  }
  for (Hand hand = 0; hand < kNumHands; ++hand) {
    if (hand_table().cards[hand][0] < kNumCards - num_cards) continue;
    hands_.push_back(hand);
    weights_[hand] = 1.0;
  }
}

void SmallDeck::require_board(std::span<const Card> board) const {
  require_cards(board, "board");
  for (Card card : board) {
    if (card < kNumCards - num_cards_) {
      throw ConfigError("board: card " + card_name(card) + " is not in a deck of " +
                        std::to_string(num_cards_) + "; its lowest is " +
                        card_name(kNumCards - num_cards_));
    }
  }
}

void SmallDeck::strength(std::span<const Card> board, std::int64_t* out) const {
  require_board(board);
  const int left = num_cards_ - 7;
  const std::int64_t opponents = left * (left - 1) / 2;
  std::array<Card, 5> cards{};
  std::copy(board.begin(), board.end(), cards.begin());
  std::vector<double> values(kNumHands);
  std::vector<std::int64_t> sums(kNumHands, 0);
  std::uint64_t dead = 0;
  const auto place = [&](const auto& self, std::size_t position, int limit) -> void {
    if (position < 5) {
      for (int card = kNumCards - num_cards_; card < limit; ++card) {
        if (dead >> card & 1) continue;
        cards[position] = static_cast<Card>(card);
        dead |= card_bit(cards[position]);
        self(self, position + 1, card);
        dead &= ~card_bit(static_cast<Card>(card));
      }
      return;
    }
    // Wins minus losses; with the ties they are all opponents.
    ShowdownPlan(cards).values(weights_.data(), values.data());
    for (Hand hand : hands_) {
      if ((hand_table().mask[hand] & dead) != 0) continue;
      const std::int64_t x = opponents + static_cast<std::int64_t>(values[hand]);
      sums[hand] += board.size() < 5 ? x * x : x;
    }
  };
  for (Card card : board) dead |= card_bit(card);
  place(place, board.size(), kNumCards);
  std::fill(out, out + kNumHands, std::int64_t{-1});
  for (Hand hand : hands_) {
    if ((hand_table().mask[hand] & dead) == 0) out[hand] = sums[hand];
  }
}

SmallDeck::PairCounts SmallDeck::pair_counts() const {
  const std::size_t size = hands_.size();
  PairCounts counts{std::vector<std::int32_t>(size * size), std::vector<std::int32_t>(size * size)};
  std::array<std::uint16_t, kNumHands> all;
  std::vector<std::int32_t> ranks(size);
  const CanonicalBoards& rivers = canonical_boards(3);
  for (std::size_t i = 0; i < rivers.boards.size(); ++i) {
    const std::array<Card, 5>& board = rivers.boards[i];
    if (*std::min_element(board.begin(), board.end()) < kNumCards - num_cards_) continue;
    river_ranks(board.data(), all.data());
    // A blocked hand is above all, so that none beats or ties it.
    for (std::size_t j = 0; j < size; ++j) ranks[j] = all[hands_[j]] == 0 ? 65535 : all[hands_[j]];
    const auto weight = static_cast<std::int32_t>(rivers.weights[i]);
    for (std::size_t j = 0; j < size; ++j) {
      const std::int32_t own = ranks[j];
      if (own == 65535) continue;
      std::int32_t* wins = &counts.wins[j * size];
      std::int32_t* ties = &counts.ties[j * size];
      for (std::size_t k = 0; k < size; ++k) wins[k] += own > ranks[k] ? weight : 0;
      for (std::size_t k = 0; k < size; ++k) ties[k] += own == ranks[k] ? weight : 0;
    }
  }
  return counts;
}

}  // namespace feltprint
