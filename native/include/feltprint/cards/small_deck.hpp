// Decks cut from below: the highest 20..48 cards, with the numbers and the rank order of the full
// deck, so that all kernels of whole boards work on them with the other hands at weight 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "feltprint/types.hpp"

namespace feltprint {

class SmallDeck {
 public:
  // Throws: ConfigError unless num_cards is a multiple of 4 from 20 to 52.
  explicit SmallDeck(int num_cards);

  // The hands of the deck, rising.
  const std::vector<Hand>& hands() const { return hands_; }

  // Strength of all hands on a board of 3-5 cards: on a river x = 2*wins + ties against all hands
  // of the deck that share no card with it or the board, before it the sum of x^2 over all
  // runouts. Shape: out is [hand]; -1 where the board blocks the hand or the deck has it not.
  // Throws: ConfigError when a card of the board is not of the deck.
  void strength(std::span<const Card> board, std::int64_t* out) const;

  // Numbers of real boards of five cards on which each hand of the deck beats and ties each other
  // one, from one board of every class up to suits and its multiplicity: so only sums over hands
  // that a renaming of suits takes to one another have a meaning, and of pairs that share no card.
  // Shape: all are [hand of the deck, hand of the deck].
  struct PairCounts {
    std::vector<std::int32_t> wins;
    std::vector<std::int32_t> ties;
  };
  PairCounts pair_counts() const;

 private:
  void require_board(std::span<const Card> board) const;

  int num_cards_;
  std::vector<Hand> hands_;
  std::vector<double> weights_;  // [hand] 1 for those of the deck
};

}  // namespace feltprint
