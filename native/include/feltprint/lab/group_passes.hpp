// The passes over a treeplex, compiled once for each instruction set.
#pragma once

#include <cstdint>

#include "feltprint/lab/treeplex.hpp"

namespace feltprint::lab {

// What one iteration does to regrets and averages; a schedule is a rule that gives one for each t.
//   R <- R * (R > 0 ? positive_discount : negative_discount) + r, then [R]+ if floored
//   next strategy ~ [R * prediction_discount + prediction * r]+
//   X <- X * average_decay + own reach * strategy of this iteration
struct Coefficients {
  double positive_discount;
  double negative_discount;
  double prediction;
  double prediction_discount;
  double average_decay;
};

struct UpdateRule {
  bool floored;     // regret matching plus: no regret below 0, once an iteration
  bool predictive;  // false: the prediction is 0 and its discount 1, and neither is read
};

// Arrays over one player's sequences; gradient is changed (children add their values to it).
struct PlayerArrays {
  double* gradient;
  double* regret;
  double* strategy;
  double* reach;
  double* average;
};

struct Passes {
  // Children first: values under the strategy, regrets, the next strategy.
  void (*update)(const Treeplex&, const Coefficients&, UpdateRule, const PlayerArrays&);
  // Parents first: average <- average * decay + reach, then reach of the new strategy.
  void (*reach_and_average)(const Treeplex&, double decay, const PlayerArrays&);
  // Parents first: reach of a strategy.
  void (*reach)(const Treeplex&, const double* strategy, double* reach);
  // Children first: the best value at each infoset, added to its parent sequence; the sum at the
  // root ends in gradient[kEmptySequence].
  void (*best_values)(const Treeplex&, double* gradient);
  // Children first: weights to probabilities, uniform where a row has none.
  void (*normalise)(const Treeplex&, const double* weights, double* strategy);
  // Regret matching on rows [action * count + i] for any count: whole vectors, then a scalar tail.
  void (*match_regrets)(const double* regrets, int num_actions, std::size_t count,
                        double* strategy);
};

// The passes of the instruction set in use.
const Passes& passes();

}  // namespace feltprint::lab
