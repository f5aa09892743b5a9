// A weighted range against all hands of one board, with card removal.
//
// With w the weights of the opponent's hands, the weight that a hand beats is
//   below(h) = sum of w(o) over disjoint o weaker than h = B(h) - B(h, c1) - B(h, c2),
// B over all weaker hands and B(h, c) over those with card c: nothing weaker than h holds both of
// its cards. B is a prefix sum over the different ranks. Cards of a rank (and of equal membership
// of the flush suit) are alike, so each B(., c) is a prefix sum over at most 26 partners.
// All sums run in a fixed order in double precision.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "feltprint/types.hpp"

namespace feltprint {

// What depends on the board only; make it once and use it for many ranges.
class ShowdownPlan {
 public:
  explicit ShowdownPlan(const std::array<Card, 5>& board);

  // Weights beaten by, and beating, each hand. Shape: all are [hand]; blocked hands get 0, and
  // their weights are not read.
  void compare(const double* weights, double* below, double* above) const;

 private:
  static constexpr int kMaxCardTypes = 26;
  void add_partner(std::uint8_t type, std::uint8_t partner, std::uint16_t group);

  int num_groups_;                              // different ranks
  std::array<std::uint8_t, kNumCards> type_;    // [card] -> type
  std::array<bool, kNumCards> live_;            // [card]
  std::array<std::uint16_t, kNumHands> group_;  // [hand] -> place of its rank; live hands only
  std::array<bool, kNumHands> blocked_;         // [hand]
  // A partner of a card type, in rising order of the rank of the two; places [first, end) tie.
  struct Partner {
    std::uint8_t type;
    std::uint8_t first;
    std::uint8_t end;
    std::uint16_t group;
  };
  std::array<std::vector<Partner>, kMaxCardTypes> partners_;
};

// Weight of the opponent's hands that share no card with each hand: what a fold is worth.
// Shape: weights and out are [hand]; on a board of 0-5 cards, blocked hands get 0.
void disjoint_weights(const Card* board, int num_cards, const double* weights, double* out);

}  // namespace feltprint
