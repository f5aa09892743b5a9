// Full-width counterfactual regret minimisation on a game in sequence form.
//
// One iteration updates every player once, under a strategy that stays frozen while the player's
// regrets are summed over all of chance and of the others' actions. Alternating (the default):
// player 0 first, player 1 against the updated player 0, and so on. Simultaneous: all against the
// strategies of the iteration's start. The strategy that a player held is averaged with weight 1
// after the older sum has decayed, so that decay ((t-1)/t)^g gives iteration t the weight t^g.
//
// Which algorithm this is, is decided by the coefficients of each iteration (group_passes.hpp) and
// by the update rule; schedules live in src/feltprint/lab/schedules, one a file.
// Source: Zinkevich et al. 2007 (CFR); Tammelin 2014 (CFR+); Farina et al. 2021 (prediction).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "feltprint/lab/group_passes.hpp"
#include "feltprint/lab/sequence_game.hpp"

namespace feltprint::lab {

enum class Updates : std::uint8_t { Alternating = 0, Simultaneous = 1 };

// What the regrets of the whole run say, for the coarse correlated gap and the folk theorem: the
// same decayed sums as the average strategy, of gradients and of values.
struct RunSums {
  std::vector<SequenceVector> gradient;  // [player]
  std::vector<double> value;             // [player]
  std::vector<double> weight;            // [player]
};

class FullWidth {
 public:
  // The game must outlive the solver. track_sums costs one more pass over the gradients.
  FullWidth(const SequenceGame& game, UpdateRule rule, Updates updates, bool track_sums);

  // One iteration for each of the given coefficients.
  // Throws SolverError when a regret is not finite at the end; the solver then must not go on.
  void run(const Coefficients* coefficients, std::size_t count);

  std::uint64_t iterations() const { return iterations_; }
  const SequenceGame& game() const { return game_; }

  // Flat arrays over all (infoset, action) entries of the game.
  enum class Table : std::uint8_t { Regret = 0, Average = 1, Strategy = 2 };
  void read(Table table, double* flat) const;
  // Restores a saved solver; regrets and averages as they were read.
  // Throws ArtifactError for numbers that are not finite, SolverError when sums are tracked.
  void restore(const double* regret, const double* average, const double* strategy,
               std::uint64_t iterations);
  // Average strategy as probabilities; the uniform row where an infoset was never reached.
  void average_strategy(double* flat) const;

  // Average overall regret of a player against its best fixed strategy in hindsight, in payoff
  // units. Throws SolverError when sums are not tracked or nothing was run.
  double overall_regret(Player player) const;

 private:
  struct PlayerState {
    explicit PlayerState(const Treeplex& plex);
    SequenceVector gradient, regret, strategy, reach, average;
    PlayerArrays arrays();
  };

  void iterate(const Passes& kernels, const Coefficients& coefficients);
  void compute_gradient(Player player, double decay);
  void update(const Passes& kernels, Player player, const Coefficients& coefficients);
  void require_finite() const;

  const SequenceGame& game_;
  const UpdateRule rule_;
  const Updates updates_;
  const bool track_sums_;
  std::uint64_t iterations_ = 0;
  std::vector<PlayerState> players_;
  std::vector<const double*> reach_;  // [player]
  RunSums sums_;
};

}  // namespace feltprint::lab
