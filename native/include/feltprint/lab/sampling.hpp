// Monte Carlo CFR on the histories of any small game: chance, external and outcome sampling.
//
// One iteration is one sampled walk for each player. Regrets have weight 1. The average is kept
// where the scheme is unbiased for two players: with external and chance sampling at the nodes of
// the next player after the traverser ("simple" averaging), with outcome sampling at the
// traverser's own nodes, weighted by its reach over the sampling probability.
// Random numbers come from a counter (seed, iteration, player): chunks and restarts change nothing.
// Source: Lanctot, Waugh, Zinkevich, Bowling 2009.
#pragma once

#include <cstdint>
#include <vector>

#include "feltprint/lab/extensive_game.hpp"
#include "feltprint/rng.hpp"

namespace feltprint::lab {

enum class Scheme : std::uint8_t { Chance = 0, External = 1, Outcome = 2 };

struct SamplingParams {
  Scheme scheme;
  std::uint32_t seed;
  double exploration;  // outcome sampling: share of uniform actions at the traverser's nodes
};

class Sampled {
 public:
  // The game must outlive the solver. Throws ConfigError for an exploration outside (0, 1].
  Sampled(const ExtensiveGame& game, const SamplingParams& params);

  void run(std::uint64_t count);
  std::uint64_t iterations() const { return iterations_; }
  const std::vector<double>& regret() const { return regret_; }    // [entry]
  const std::vector<double>& average() const { return average_; }  // [entry], weights
  // Throws ArtifactError for numbers that are not finite.
  void restore(const double* regret, const double* average, std::uint64_t iterations);

  // Adds the regret increments of the next walk for one player, at frozen regrets, to out
  // [entry]; for tests of the sampling itself. walk: which random stream.
  void sample_increments(Player traverser, std::uint64_t walk, double* out) const;

 private:
  struct Walk;
  struct Increment {
    std::uint32_t entry;
    double value;
  };
  RandomStream stream(std::uint64_t iteration, Player player) const;

  const ExtensiveGame& game_;
  const SamplingParams params_;
  const std::vector<std::uint32_t> offsets_;
  const ChildLists lists_;
  std::vector<std::uint32_t> terminal_;  // [history] -> place among terminals
  std::vector<double> regret_;
  std::vector<double> average_;
  std::vector<Increment> log_;
  std::uint64_t iterations_ = 0;
};

// Plays hands first .. first + count - 1 with a strategy of flat probabilities and writes their
// payoffs to out [hand * num_players + player]. A hand's stream deals before it acts, so that two
// strategies get the same cards as long as chance comes first.
void play_hands(const ExtensiveGame& game, const double* strategy, std::uint32_t seed,
                std::uint64_t first, std::uint64_t count, double* out);

}  // namespace feltprint::lab
