// The game concept: all that the solver knows of a game. The solver never names hold'em.
//
// A game gives a public tree, draws boards and hands from a counter, and tells for each hand its
// bucket on every street and its strength at the end. From these the solver builds its classes
// (cfr/slot_table.hpp); payoffs follow from the tree's chips and the strengths (rules/settlement).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "feltprint/rng.hpp"
#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

// One board and num_deals independent deals of hands on it. Buffers are reused between boards
// of one game.
struct BoardSample {
  // [street][hand]: bucket of the hand on the sampled board; kNoBucket where the board blocks it.
  std::array<std::vector<Bucket>, kNumStreets> bucket;
  // [hand]: strength at showdown on this board, larger wins; 0 where the board blocks the hand.
  std::vector<std::uint16_t> strength;
  // [deal * num_players + seat]: hands of a deal are disjoint from the board and one another.
  std::vector<Hand> hands;
};

class Game {
 public:
  virtual ~Game() = default;
  virtual const PublicTree& tree() const = 0;
  virtual int num_hands() const = 0;
  // [hand]: bit mask of the cards of a hand; two hands exclude each other when the masks meet.
  virtual const std::vector<std::uint64_t>& hand_masks() const = 0;
  // Draws board number `board` of the stream (seed, purpose) and num_deals deals on it: a pure
  // function of the arguments. Threads: const and safe to call from many threads at once.
  virtual void sample(std::uint32_t seed, Purpose purpose, std::uint64_t board, int num_deals,
                      BoardSample& out) const = 0;
  // Draws a board of that number without the cards of `avoid`, and no hands: uniform over the rest
  // of the deck. Same purity; out.hands is left alone.
  virtual void lay_board(std::uint32_t seed, Purpose purpose, std::uint64_t board,
                         std::uint64_t avoid, BoardSample& out) const = 0;
};

// Streets 0..n-1 on which the tree has a decision; buckets and classes exist for these only.
int count_decision_streets(const PublicTree& tree);

}  // namespace feltprint
