// A weighted range against all hands of one board, with card removal.
//
// With w the weights of the opponent's hands, the weight that a hand beats is
//   below(h) = sum of w(o) over disjoint o weaker than h = B(h) - B(h, c1) - B(h, c2),
// B over all weaker hands and B(h, c) over those with card c: nothing weaker than h holds both of
// its cards. Cards of a rank (and of equal membership of the flush suit) are alike, so B is a
// prefix sum over at most 338 kinds of hands, and each B(., c) one over at most 26 partners.
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
  // A kind of hands: one card of each of two types. Kinds of equal rank share a group.
  struct Kind {
    std::uint8_t type_a;
    std::uint8_t type_b;
    std::uint16_t group;
  };
  void sum_kinds(const double* weights, std::vector<double>& kinds,
                 std::array<std::array<double, kMaxCardTypes>, kNumCards>& partners) const;

  int num_types_;                              // 13 or 26
  int num_groups_;                             // different ranks
  std::vector<Kind> kinds_;                    // in rising order of rank
  std::array<std::uint8_t, kNumCards> type_;   // [card] -> type
  std::array<bool, kNumCards> live_;           // [card]
  std::array<std::uint16_t, kNumHands> kind_;  // [hand] -> kind; live hands only
  std::array<bool, kNumHands> blocked_;        // [hand]
  // [type][place] -> kind of the type's cards with a partner, in rising order of rank.
  std::array<std::vector<std::uint16_t>, kMaxCardTypes> partner_kinds_;
};

// Weight of the opponent's hands that share no card with each hand: what a fold is worth.
// Shape: weights and out are [hand]; on a board of 0-5 cards, blocked hands get 0.
void disjoint_weights(const Card* board, int num_cards, const double* weights, double* out);

}  // namespace feltprint
