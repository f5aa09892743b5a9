// Exact values of a strategy profile: what each player gets, and what a best response would get.
//
// The best response maximises at the infoset: over the sum of all histories that the player cannot
// tell apart, weighted by the reach of chance and of the others. nash_conv is the sum over players
// of best_response_value - value.
#pragma once

#include <vector>

#include "feltprint/lab/sequence_game.hpp"

namespace feltprint::lab {

// Units: those of the payoffs. Index: player.
struct ProfileValues {
  std::vector<double> value;
  std::vector<double> best_response_value;
};

class Evaluator {
 public:
  // The game must outlive the evaluator. Threads: one evaluator a thread.
  explicit Evaluator(const SequenceGame& game);

  // strategy: flat probabilities or weights of all entries; a row is normalised, uniform where it
  // has nothing. Throws SolverError for a number that is negative or not finite.
  void set_strategy(const double* flat);
  // The player's gradient against the others, flat over its entries; others stay untouched.
  void gradient(Player player, double* flat) const;
  // Values at the empty sequence: what the player gets where it never acts.
  ProfileValues values();
  // Best response of one player as flat probabilities (its own entries only): all weight on the
  // first best action. Returns its value.
  double best_response(Player player, double* flat);
  const SequenceGame& game() const { return game_; }

 private:
  const SequenceGame& game_;
  std::vector<SequenceVector> strategy_, reach_, gradient_;
  std::vector<const double*> reach_pointers_;
};

}  // namespace feltprint::lab
