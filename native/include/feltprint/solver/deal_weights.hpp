// How many hands of each class of the traverser are left once the others hold their cards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "feltprint/cfr/slot_table.hpp"
#include "feltprint/solver/ranged_deals.hpp"

namespace feltprint {

// The hands of a game by their cards, one or two to a hand; a card is a bit of a hand's mask.
struct HandsByCard {
  static constexpr Hand kNoHand = 65535;

  std::vector<std::uint64_t> mask;                    // [hand]
  std::array<std::vector<Hand>, 64> of_card;          // in an order that parts neighbours
  std::array<std::array<Hand, 64>, 64> of_two_cards;  // kNoHand where no hand has both
};
HandsByCard hands_by_card(const std::vector<std::uint64_t>& hand_masks);

// How many hands of each class are disjoint from the hands of all seats but one.
//
// All deals of a board share counts of the hands that have a card: the weights with some cards
// blocked are those of the board less the counts of these cards. With more than two seats the
// traversers of a deal share the weights with all dealt cards blocked, to which each adds the
// counts of its own. Weights of a street are made when a walk first needs them, and counts of a
// card likewise.
//
// With ranges a hand counts with its weight in the traverser's range, scaled so that all hands
// together count as many as there are: the others' hands of a ranged deal are already as likely as
// the traverser's range makes them.
class DealWeights {
 public:
  // Both must outlive the deals of the board.
  void start_board(const HandClasses& classes, const HandsByCard& game_hands);
  // hands: [seat], disjoint; must outlive the deal. ranges: null for uniform deals.
  void start_deal(const Hand* hands, int num_players, const RangedDeals* ranges);
  void start_traverser(Player traverser);
  // Weights of the traverser's classes. Shape: [slot] of the street.
  const float* street(int street);

 private:
  const std::uint8_t* card_counts(int street, int card);
  void block_cards(int street, const std::vector<float>& weight_before, std::uint64_t from,
                   std::uint64_t to, std::vector<float>& weight);
  const std::vector<float>& shared_weight(int street);
  void weigh_range();
  void sum_range(int street);

  const HandClasses* classes_ = nullptr;
  const HandsByCard* game_hands_ = nullptr;
  // Shape: [card][street][slot], whole weight blocks a street.
  std::vector<std::uint8_t> counts_;
  std::size_t row_size_ = 0;
  std::array<std::size_t, kNumStreets> street_at_{};
  std::uint64_t counted_ = 0;  // cards whose rows are made
  const Hand* hands_ = nullptr;
  std::uint64_t dealt_ = 0;   // cards of all seats
  std::uint64_t shared_ = 0;  // those blocked in shared_weight_
  std::uint64_t others_ = 0;  // cards of all seats but the traverser's
  Player traverser_ = 0;
  std::array<std::vector<float>, kNumStreets> shared_weight_;
  std::array<bool, kNumStreets> shared_ready_{};
  std::array<std::vector<float>, kNumStreets> weight_;
  std::array<bool, kNumStreets> ready_{};
  const RangedDeals* ranges_ = nullptr;
  std::vector<float> ranged_;  // [hand]: of the traverser, with ranges
};

}  // namespace feltprint
