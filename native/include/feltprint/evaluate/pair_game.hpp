// Exact values of two-player games whose decisions all lie on one street: Kuhn, push-fold.
//
// The buckets of the two seats come from a joint distribution and a showdown between two buckets
// has known chances of a win and a tie, so values and best responses are sums over bucket pairs.
// The best response maximises at the infoset (node, bucket), not per deal.
#pragma once

#include <array>
#include <vector>

#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

// Shape of weight, win and tie: [bucket of seat 0 * num_buckets + bucket of seat 1].
struct PairGame {
  const PublicTree* tree;
  std::vector<double> weight;  // probability of the pair; sums to 1
  std::vector<double> win;     // chance that seat 0 wins a showdown
  std::vector<double> tie;
};

// Units: chips per hand.
struct PairValues {
  std::array<double, 2> value;                // both play the strategy
  std::array<double, 2> best_response_value;  // this seat deviates alone, the best it can
};

// strategy has the layout of InfosetTables; a row is normalised, uniform where it is empty.
// Throws ConfigError for a game of another shape.
PairValues evaluate_pair_game(const PairGame& game, const float* strategy);

}  // namespace feltprint
