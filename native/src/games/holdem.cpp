#include "feltprint/games/holdem.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/hand_rank.hpp"
#include "feltprint/error.hpp"

namespace feltprint {
namespace {

constexpr int kBoardCards[kNumStreets] = {0, 3, 4, 5};
constexpr std::uint32_t kBoardStream = 0xFFFFFFFFu;  // beside those of the deals

// A card that is in `used` neither before nor after: uniform over the rest of the deck.
Card draw_card(RandomStream& random, int deck, std::uint64_t& used) {
  Card card;
  do {
    card = static_cast<Card>(first_card(deck) + random.below(static_cast<std::uint32_t>(deck)));
  } while ((used & card_bit(card)) != 0);
  used |= card_bit(card);
  return card;
}

}  // namespace

HoldemGame::HoldemGame(const PublicTree& tree, const BucketMap& buckets)
    : tree_(tree),
      buckets_(buckets),
      num_streets_(count_decision_streets(tree)),
      hand_masks_(hand_table().mask.begin(), hand_table().mask.end()) {
  if (tree.deck < kMinDeck) throw ConfigError("hold'em needs a hold'em tree; found a toy game's");
  for (int street = 0; street < num_streets_; ++street) {
    if (!buckets.has_street(street)) {
      throw ConfigError("card abstraction: the tree has decisions on street " +
                        std::to_string(street) +
                        " but the abstraction has no buckets there; give one that covers it");
    }
    if (buckets.num_buckets(street) != tree.num_buckets[street]) {
      throw ConfigError("card abstraction: the tree was built for " +
                        std::to_string(tree.num_buckets[street]) + " buckets on street " +
                        std::to_string(street) + "; the abstraction has " +
                        std::to_string(buckets.num_buckets(street)));
    }
  }
}

std::uint64_t HoldemGame::draw_board(RandomStream& random, std::uint64_t avoid,
                                     BoardSample& out) const {
  std::uint64_t used = avoid;
  Card cards[5];
  for (Card& card : cards) card = draw_card(random, tree_.deck, used);

  for (int street = 0; street < num_streets_; ++street) {
    out.bucket[street].resize(kNumHands);
    buckets_.buckets(std::span<const Card>(cards, kBoardCards[street]), out.bucket[street].data());
  }
  out.strength.resize(kNumHands);
  river_ranks(cards, out.strength.data());
  // Hands are ordered by their lower card: the first ones have one that is not in the deck.
  const Card first = first_card(tree_.deck);
  std::fill_n(out.strength.begin(), hand_id(first, first + 1), std::uint16_t{0});
  return used & ~avoid;
}

void HoldemGame::lay_board(std::uint32_t seed, Purpose purpose, std::uint64_t board,
                           std::uint64_t avoid, BoardSample& out) const {
  RandomStream random(seed, purpose, board, kBoardStream);
  draw_board(random, avoid, out);
}

void HoldemGame::sample(std::uint32_t seed, Purpose purpose, std::uint64_t board, int num_deals,
                        BoardSample& out) const {
  RandomStream random(seed, purpose, board, kBoardStream);
  const std::uint64_t board_mask = draw_board(random, 0, out);

  out.hands.resize(static_cast<std::size_t>(num_deals) * tree_.num_players);
  for (int deal = 0; deal < num_deals; ++deal) {
    RandomStream hands(seed, purpose, board, static_cast<std::uint32_t>(deal));
    std::uint64_t used = board_mask;
    for (Player seat = 0; seat < tree_.num_players; ++seat) {
      const Card first = draw_card(hands, tree_.deck, used);
      const Card second = draw_card(hands, tree_.deck, used);
      out.hands[static_cast<std::size_t>(deal) * tree_.num_players + seat] = hand_id(first, second);
    }
  }
}

}  // namespace feltprint
