// How many hands of each class of the traverser are left once the others hold their cards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "feltprint/cfr/slot_table.hpp"
#include "feltprint/solver/ranged_deals.hpp"

namespace feltprint {

// The hands of a game by their cards; a card is a bit of a hand's mask.
struct HandsByCard {
  std::vector<std::uint64_t> mask;            // [hand]
  std::array<std::vector<Hand>, 64> of_card;  // ascending
};
HandsByCard hands_by_card(const std::vector<std::uint64_t>& hand_masks);

// How many hands of each class are disjoint from the hands of all seats but one.
//
// A deal's blocked hands are listed once, and a street's weights with all seats blocking are made
// once a deal; a traverser's weights add the hands back that its own hand alone blocks. A street
// is made when a walk first needs it.
//
// With ranges a hand counts with its weight in the traverser's range, scaled so that all hands
// together count as many as there are: the others' hands of a ranged deal are already as likely as
// the traverser's range makes them.
class DealWeights {
 public:
  // hands: [seat], disjoint. ranges: null for uniform deals.
  void start_deal(const HandClasses& classes, const HandsByCard& game_hands, const Hand* hands,
                  int num_players, const RangedDeals* ranges);
  void start_traverser(Player traverser);
  // Weights of the traverser's classes. Shape: [slot] of the street.
  const float* street(int street);

 private:
  const std::vector<float>& all_blocking(int street);
  void weigh_range();

  const HandClasses* classes_ = nullptr;
  Player traverser_ = 0;
  // Lists keep the room of a whole hand table; how much of it is in use is counted beside them.
  std::vector<Hand> blocked_;  // hands that any seat blocks
  std::size_t num_blocked_ = 0;
  std::array<std::vector<Hand>, kMaxPlayers> blocked_by_one_;  // [seat]: that it alone blocks
  std::array<std::size_t, kMaxPlayers> num_blocked_by_one_{};
  std::array<std::vector<float>, kNumStreets> all_blocking_;
  std::array<std::vector<float>, kNumStreets> weight_;
  std::array<bool, kNumStreets> all_blocking_ready_{};
  std::array<bool, kNumStreets> ready_{};
  const RangedDeals* ranges_ = nullptr;
  const HandsByCard* game_hands_ = nullptr;
  std::array<std::uint64_t, kMaxPlayers> cards_{};  // [seat], with ranges
  std::vector<float> ranged_;                       // [hand]: of the traverser, with ranges
};

}  // namespace feltprint
