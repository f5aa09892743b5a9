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
// (linear weights, pruning).
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "feltprint/cfr/infoset_table.hpp"
#include "feltprint/cfr/slot_table.hpp"
#include "feltprint/isa.hpp"
#include "feltprint/rng.hpp"
#include "feltprint/solver/deal_weights.hpp"
#include "feltprint/solver/method.hpp"

namespace feltprint {

// Stack-like memory for the vectors of a walk; blocks never move. One per thread.
class VectorArena {
 public:
  // 64-byte aligned, uninitialised.
  float* allocate(std::size_t count) {
    const std::size_t rounded = (count + 15) & ~std::size_t{15};
    if (used_ + rounded > size_) next_block(rounded);
    float* result = memory_ + used_;
    used_ += rounded;
    return result;
  }
  struct Mark {
    std::size_t block;
    std::size_t used;
  };
  Mark mark() const { return {block_, used_}; }
  void release(Mark mark) {
    if (mark.block != block_) enter(mark.block);
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
  void enter(std::size_t block);
  void next_block(std::size_t count);

  std::vector<Block> blocks_;
  std::size_t block_ = 0;
  float* memory_ = nullptr;  // of the block
  std::size_t size_ = 0;
  // Apart from block_: a mark read in one piece would wait for what was just written here.
  std::size_t used_ = 0;
};

// A node that a traversal meets, at its traverser or at a leaf, and the chips put in on the way.
struct Visit {
  const Node* node;
  SeatChips committed;
  std::int8_t traverser;
  std::int8_t mover;          // seat whose action leads here; kNobody at the root
  std::uint32_t first_child;  // of an own node: index of the visit after its first action

  static constexpr std::int8_t kNobody = -1;

  bool is_live() const { return (node->live_mask >> traverser) & 1; }
  bool is_own() const { return node->kind == NodeKind::Decision && node->actor == traverser; }
};

// Everything a walk reads. A strategy is the normalised positive part of a row (uniform where
// there is none), so regrets, average sums and frozen codes all serve as tables.
struct TraversalInput {
  const PublicTree* tree;
  const BoardSample* sample;
  const HandClasses* classes;
  TableView own_table;
  TableView opponent_table;
  int deal;
  std::uint32_t traversers;  // bit s: seat s traverses
  IterationWeights weights;
  float prune_below;   // cum_regret below which an action may be left out; 0: none is
  int average_street;  // the last one whose strategies are logged; -1: none is
};

// Everything a walk writes or uses up. log may be null: then nothing is recorded (evaluation).
struct TraversalState {
  VectorArena* arena;
  DealWeights* weights;
  std::vector<Visit>* visits;
  std::vector<std::uint32_t>* moving;  // visits at which an opponent is to act
  RandomStream* actions;               // [seat]: draws of that traverser's walk
  UpdateLog* log;
};

// Walks the tree once for each traverser, in seat order. values: [seat], the traverser's mean
// value over its hands at the root, in chips; left alone for the others.
void traverse(const TraversalInput& input, TraversalState& state, double* values);

}  // namespace feltprint
