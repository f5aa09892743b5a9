// The traversals of one board: draw it, build its classes, walk it for each deal and seat.
#pragma once

#include <cstdint>

#include "feltprint/games/game.hpp"
#include "feltprint/solver/ranged_deals.hpp"
#include "feltprint/solver/scalar_traversal.hpp"
#include "feltprint/solver/traversal.hpp"

namespace feltprint {

// Where and how the traversals of one board run.
struct BoardJob {
  const Game* game;
  const HandsByCard* hands;
  int num_streets;  // that have a decision
  std::uint32_t seed;
  Purpose deals;
  Purpose actions;
  std::uint64_t board;
  int deals_per_board;
  const RangedDeals* ranges;  // null: uniform deals
  SingleHandRules traversal;
};

// What a thread needs to traverse boards; reused from board to board. On cache lines of its own.
struct alignas(128) TraversalContext {
  BoardSample sample;
  HandClasses classes;
  ClassScratch scratch;
  VectorArena arena;
  DealWeights weights;
  std::vector<Visit> visits;
  std::vector<std::uint32_t> moving;
  std::vector<RandomStream> actions;
};

// Draws the job's board with its deals into the context.
void draw_board(const BoardJob& job, TraversalContext& context);

// Requires: draw_board. The traversals of one deal; of `input` the caller fills the tables, deal,
// traversers, weights, prune_below and average_street, and the rest is filled in. With vectors log
// may be null: then nothing is recorded. values: as traverse gives them.
void traverse_deal(const BoardJob& job, TraversalInput& input, UpdateLog* log,
                   TraversalContext& context, double* values);

// Throws ConfigError naming the parameter unless low <= value <= high.
void require_range(const char* name, std::int64_t value, std::int64_t low, std::int64_t high);

}  // namespace feltprint
