// The solver: deterministic batches of sampled traversals over any game.
//
// Iteration = one traversal for every seat on one deal; iterations are counted from 1, and the
// count is what weights and schedules depend on (solver/method.hpp). A board carries
// deals_per_board deals; a batch is boards_per_batch boards and is indivisible: its traversals read
// the tables as they stood before it, log their increments, and the logs are applied in board
// order. The tables are therefore a pure function of (game, params, iterations), whatever the
// threads, the machine or the stops.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "feltprint/cfr/infoset_table.hpp"
#include "feltprint/cfr/node_visits.hpp"
#include "feltprint/games/game.hpp"
#include "feltprint/solver/board_traversal.hpp"
#include "feltprint/solver/method.hpp"

namespace feltprint {

struct SolverParams {
  std::uint32_t seed;
  int deals_per_board;
  int boards_per_batch;
  Storage storage;
  bool visit_counts;  // keep NodeVisits
  TraversalParams traversal;
  WeightingParams weighting;
  PruningParams pruning;
  AveragingParams averaging;
  std::vector<std::vector<double>> ranges;  // [seat][hand]: RangedDeals; empty: uniform deals
};

// Moments over boards of a seat's value at the root. Units: chips, chips squared.
struct RootMoments {
  std::uint64_t num_boards = 0;
  std::vector<double> sum;          // [seat]: of the board means
  std::vector<double> sum_squares;  // [seat]
};

class MonteCarloCfr {
 public:
  // The game must outlive the solver. Throws ConfigError for parameters out of range.
  MonteCarloCfr(const Game& game, const SolverParams& params);

  // Only `responder` learns; everybody else plays `strategy` (layout of the tables, read-only,
  // must outlive the solver). It starts from that strategy, at weights that one visit outweighs,
  // so that rows it never meets stay as they are. The result in the regrets approaches a best
  // response. Requires: no iterations yet, Storage::Float32.
  void train_responder(Player responder, const float* strategy);

  std::uint64_t iterations() const { return iterations_; }
  int iterations_per_batch() const { return params_.deals_per_board * params_.boards_per_batch; }

  // Runs whole batches until iterations() >= target or `seconds` have passed; returns
  // iterations(). Threads: one call at a time; a second one throws ConfigError.
  std::uint64_t advance(std::uint64_t target, int num_threads, double seconds);

  // After the tables were loaded: the count at which they were saved, a multiple of a batch.
  void set_iterations(std::uint64_t iterations);

  InfosetTables& tables() { return tables_; }
  NodeVisits& visits() { return visits_; }
  const Game& game() const { return game_; }

  // Nodes that the walks came to since the solver was made, again and again.
  std::uint64_t nodes_touched() const { return nodes_touched_; }

  // Moments of the root values of all boards since they were last set.
  const RootMoments& root_moments() const { return moments_; }
  // Starts a new window, or goes on with a saved one. Throws ArtifactError for a wrong shape.
  void set_root_moments(const RootMoments& moments);

 private:
  void run_batch(int num_threads);
  void sweep_tables(std::uint64_t from, int num_threads);
  float prune_below(std::uint64_t board, int deal) const;
  void average_deal(const BoardJob& job, int deal, const TraversalContext& context, UpdateLog& log);
  void average_walk(const BoardSample& sample, int deal, Player seat, float weight,
                    RandomStream& random, UpdateLog& log) const;
  BoardJob board_job() const;
  TraversalInput traversal_input() const;
  void traverse_board(std::uint64_t board, int index, TraversalContext& context);
  void collect_root_values();

  const Game& game_;
  SolverParams params_;
  int num_streets_;
  HandsByCard hands_;
  std::optional<RangedDeals> ranges_;
  std::optional<PairPayoffs> payoffs_;  // of walks with one hand, where they fit
  InfosetTables tables_;
  NodeVisits visits_;
  std::vector<UpdateLog> logs_;                               // [board of the batch]
  std::vector<std::vector<std::size_t>> met_nodes_;           // [board of the batch]: of NodeVisits
  std::vector<TraversalContext> contexts_;                    // [worker]
  std::vector<std::array<double, kMaxPlayers>> root_values_;  // [board of the batch][seat]
  BoardJob job_;                                              // what is the same for all boards
  TraversalInput input_;                                      // what is the same for all deals
  RootMoments moments_;
  std::uint64_t iterations_ = 0;
  std::uint64_t nodes_touched_ = 0;
  Player responder_ = -1;
  const float* fixed_strategy_ = nullptr;
  std::atomic<bool> busy_{false};
};

}  // namespace feltprint
