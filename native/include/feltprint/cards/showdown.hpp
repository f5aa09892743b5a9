// A weighted range against all hands of one board, with card removal.
//
// With w the weights of the opponent's hands, the weight that a hand beats is
//   below(h) = sum of w(o) over disjoint o weaker than h = B(h) - B(h, c1) - B(h, c2),
// B over all weaker hands and B(h, c) over those with card c: nothing weaker than h holds both of
// its cards. B is a prefix sum over the different ranks. Cards of a rank (and of equal membership
// of the flush suit) have the same partners in the same order, so each B(., c) is a prefix sum
// over at most 26 of them, four suits at once. Where three of a suit lie, a flush takes both cards:
// its 45 hands are left out of these sums, stand in them as two hands without cards (flushes and
// straight flushes, with the weights by card), and are compared among themselves one by one. Boards
// with four and five of a suit tell cards in the suit from others. All sums run in a fixed order in
// double precision.
#pragma once

#include <array>
#include <cstdint>

#include "feltprint/types.hpp"

namespace feltprint {

enum class FlushNeeds : std::uint8_t { Impossible, BothCards, OneCard };

// What depends on the board only; make it once and use it for many ranges.
class ShowdownPlan {
 public:
  explicit ShowdownPlan(const std::array<Card, 5>& board);

  // Weight beaten by each hand minus the weight that beats it. Shape: both are [hand]; blocked
  // hands get 0, and their weights are not read.
  void values(const double* weights, double* values) const;

  // Weight beaten by each hand; shapes as above.
  void below(const double* weights, double* below) const;

  // What the kernels read; see showdown_kernel.inc.
  static constexpr int kMaxPartners = 26;
  static constexpr int kMaxSlots = 351;
  static constexpr int kNumFlushRanks = 10;
  static constexpr int kMaxStraightFlushes = 3;
  // A place of an order: what stands there, and its tie as places first..end-1.
  template <class Number>
  struct Place {
    Number item;
    Number first;
    Number end;
  };

  std::uint64_t dead;  // mask of the board
  int flush_suit;      // -1: no suit has three cards
  FlushNeeds flush_needs;
  // Partners of the cards of a rank by rising rank of the two. Shape: [in the flush suit, rank,
  // place], without gaps; as many partners as the boards of `flush_needs` have. A partner is a
  // rank, or where one card makes a flush 2 * rank + (1 in the flush suit); where both do, 13 = all
  // flushes, 14 = all straight flushes.
  std::array<Place<std::uint8_t>, 2 * kNumRanks * kMaxPartners> partners;
  // All hands by rising rank, impossible ones first. An item is a slot: (lower rank * 13 + higher)
  // * variants + variant, with one variant, or kNumVariants where one card makes a flush; 169 and
  // 170 as partners 13 and 14.
  std::array<Place<std::uint16_t>, kMaxSlots> slots;

  // Where both cards make a flush: the ranks that live in its suit, rising; the straight flushes by
  // rising rank, as places of their two ranks among these, lower first.
  std::array<std::uint8_t, kNumFlushRanks> flush_ranks;
  std::array<std::array<std::uint8_t, 2>, kMaxStraightFlushes> straight_flushes;
  int num_straight_flushes;

 private:
  void find_flush_hands(unsigned pattern);
};

// Weight of the opponent's hands that share no card with each hand: what a fold is worth.
// Shape: weights and out are [hand]; on a board of 0-5 cards, blocked hands get 0.
void disjoint_weights(const Card* board, int num_cards, const double* weights, double* out);

}  // namespace feltprint
