// Payoffs at leaves as the walks need them: a constant at a fold, a step function of the
// traverser's code at a showdown.
#pragma once

#include <array>

#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

// Payoff of one seat at a showdown as a step function of its code (cfr/slot_table.hpp).
// value[0] below code[0]; value[2 j + 1] at code[j]; value[2 j + 2] above code[j] and below the
// next one. Units: chips. Every tie set and every side pot has its own step.
struct PayoffSteps {
  int num_codes;
  std::array<float, kMaxPlayers> code;
  std::array<float, 2 * kMaxPlayers + 1> value;
};

// Payoff in chips of a seat at a fold leaf: one seat is left and takes the pot.
float fold_payoff(const PublicTree& tree, const Node& leaf, const SeatChips& committed,
                  Player seat);

// Steps of a seat that is live at a showdown. codes: [seat], read for live opponents only.
PayoffSteps showdown_steps(const PublicTree& tree, const Node& leaf, const SeatChips& committed,
                           Player seat, const std::int16_t* codes);

// Net chips of a seat at any leaf, all hands being known.
float leaf_payoff(const PublicTree& tree, const Node& leaf, const SeatChips& committed, Player seat,
                  const SeatStrengths& strength);

}  // namespace feltprint
