// One traversal of vector external sampling MCCFR.
//
// The board, one hand per opponent and the opponents' actions are sampled; the values of ALL hands
// of the traverser are carried, merged into classes (cfr/slot_table.hpp), eight buckets to a
// vector. At the traverser's nodes every action is walked and regrets are logged; at an opponent's
// node one action is sampled from its current strategy, which is logged for the average
// ("simple" averaging). Increments are weighted by t (linear CFR).
// With more than two players simple averaging carries the reach of the other sampled opponents as
// an extra weight; it is the default nevertheless (docs/algorithms.md).
// Source: Lanctot, Waugh, Zinkevich, Bowling 2009 (external sampling); Brown, Sandholm 2019
// (linear weights).
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "feltprint/cfr/infoset_table.hpp"
#include "feltprint/cfr/slot_table.hpp"
#include "feltprint/isa.hpp"
#include "feltprint/rng.hpp"

namespace feltprint {

// Stack-like memory for the vectors of a walk; blocks never move. One per thread.
class VectorArena {
 public:
  float* allocate(std::size_t count);
  struct Mark {
    std::size_t block;
    std::size_t used;
  };
  Mark mark() const { return {block_, used_}; }
  void release(Mark mark) {
    block_ = mark.block;
    used_ = mark.used;
  }

 private:
  struct Free {
    void operator()(float* memory) const;
  };
  struct Block {
    std::unique_ptr<float, Free> memory;
    std::size_t size;
  };
  std::vector<Block> blocks_;
  std::size_t block_ = 0;
  std::size_t used_ = 0;
};

// For each hand, the hands that share a card with it (itself included).
using ConflictLists = std::vector<std::vector<Hand>>;
ConflictLists conflict_lists(const std::vector<std::uint64_t>& hand_masks);

// How many hands of each class are disjoint from the hands of all seats but one.
//
// A deal's blocked hands are listed once, and a street's weights with all seats blocking are made
// once a deal; a traverser's weights add the hands back that its own hand alone blocks. A street
// is made when a walk first needs it.
class DealWeights {
 public:
  void start_deal(const BoardClasses& classes, const ConflictLists& conflicts, const Hand* hands,
                  int num_players);
  void start_traverser(Player traverser);
  // Weights of the traverser's classes. Shape: [slot] of the street.
  const float* street(int street);

 private:
  const std::vector<float>& all_blocking(int street);

  const BoardClasses* classes_ = nullptr;
  Player traverser_ = 0;
  std::vector<std::uint8_t> blockers_;  // [hand]: bit s = the hand of seat s meets it
  std::vector<Hand> blocked_;           // hands that any seat blocks
  std::array<std::vector<Hand>, kMaxPlayers> blocked_by_one_;  // [seat]: that it alone blocks
  std::array<std::vector<float>, kNumStreets> all_blocking_;
  std::array<std::vector<float>, kNumStreets> weight_;
  std::array<bool, kNumStreets> all_blocking_ready_{};
  std::array<bool, kNumStreets> ready_{};
};

// Everything a walk reads. own_table and opponent_table have the layout of InfosetTables; a
// strategy is the normalised positive part of a row (uniform where there is none), so regrets,
// average sums and frozen codes all serve.
struct TraversalInput {
  const PublicTree* tree;
  const BoardSample* sample;
  const BoardClasses* classes;
  const float* own_table;
  const float* opponent_table;
  int deal;
  Player traverser;
  float iteration_weight;  // t
};

// Everything a walk writes or uses up. log may be null: then nothing is recorded (evaluation).
struct TraversalState {
  VectorArena* arena;
  DealWeights* weights;
  RandomStream* actions;
  UpdateLog* log;
  bool log_strategies;
};

// Walks the tree once; returns the traverser's mean value over its hands at the root, in chips.
double traverse(Isa isa, const TraversalInput& input, TraversalState& state);

}  // namespace feltprint
