// One traversal of external or chance sampling MCCFR that carries the dealt hand of its traverser.
//
// External: at the traverser's nodes every action is walked, at an opponent's node one is sampled.
// Chance: the deal alone is sampled; every action is walked at every node, and a regret weighs the
// probability with which the opponents play to it.
//
// Formulas, with v_a the value below action a and V = sum_a sigma_a v_a: regret increment = weight
// * reach of the opponents * (v_a - V), where the reach is 1 with external sampling, whose samples
// have it already. Simple averaging adds weight * sigma at opponents' nodes with external sampling,
// and weight * own reach * sigma with chance sampling, which is exact for any number of players: a
// node is met on as many walks as there are other live seats, whatever the hands.
// Source: Lanctot, Waugh, Zinkevich, Bowling 2009.
#pragma once

#include "feltprint/evaluate/pair_payoffs.hpp"
#include "feltprint/solver/single_hand.hpp"
#include "feltprint/solver/traversal.hpp"

namespace feltprint {

struct SingleHandRules {
  TraversalParams params;      // kind: not Vector
  const PairPayoffs* payoffs;  // null: leaves are settled when they are met
};

// Walks the tree once for each traverser, in seat order; the first random draws are those of the
// first traverser. Of `input` the classes are not read. values: as traverse gives them, for the
// dealt hands.
void traverse_single_hands(const TraversalInput& input, const SingleHandRules& rules,
                           const DealtHands& hands, RandomStream& actions, UpdateLog& log,
                           double* values);

}  // namespace feltprint
