// Payoffs at leaves as the walks need them: a constant at a fold, a step function of the
// traverser's code at a showdown.
#pragma once

#include <array>
#include <bit>

#include "feltprint/rules/one_pot.hpp"
#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

// Payoff of one seat at a showdown as a step function of its code (cfr/slot_table.hpp).
// value[0] below code[0]; value[2 j + 1] at code[j]; value[2 j + 2] above code[j] and below the
// next one. Units: chips. One pot has one step, at the best of the opponents' codes; with side pots
// each code that an opponent has is a step.
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

// The same where OnePot does not exist.
float side_pots_payoff(const PublicTree& tree, const Node& leaf, const SeatChips& committed,
                       Player seat, const SeatStrengths& strength);
PayoffSteps side_pots_steps(const PublicTree& tree, const Node& leaf, const SeatChips& committed,
                            Player seat, const std::int16_t* codes);

inline bool saw_flop(const Node& leaf) {
  return leaf.kind == NodeKind::Showdown || leaf.street > static_cast<int>(Street::Preflop);
}

inline OnePot one_pot(const PublicTree& tree, const Node& leaf, const SeatChips& committed,
                      Player seat, bool saw_flop) {
  const PotRules rules{tree.rake, tree.profile, tree.num_players, saw_flop};
  return {rules, count_chips(tree.num_players, committed, tree.dead, leaf.live_mask),
          tree.dead[seat], tree.chip_parts};
}

// From parts of a chip.
inline float in_chips(const PublicTree& tree, Chips net) {
  return static_cast<float>(net) / static_cast<float>(tree.chip_parts);
}

inline float fold_payoff(const PublicTree& tree, const Node& leaf, const SeatChips& committed,
                         Player seat) {
  if (((leaf.live_mask >> seat) & 1) == 0) return -static_cast<float>(committed[seat]);
  const OnePot pot = one_pot(tree, leaf, committed, seat, saw_flop(leaf));
  if (!pot.exists()) return side_pots_payoff(tree, leaf, committed, seat, SeatStrengths{});
  return in_chips(tree, pot.win());
}

inline PayoffSteps showdown_steps(const PublicTree& tree, const Node& leaf,
                                  const SeatChips& committed, Player seat,
                                  const std::int16_t* codes) {
  const OnePot pot = one_pot(tree, leaf, committed, seat, true);
  if (!pot.exists()) return side_pots_steps(tree, leaf, committed, seat, codes);
  BestOpponent best;
  for (std::uint32_t others = leaf.live_mask & ~(1u << seat); others != 0; others &= others - 1) {
    const Player other = std::countr_zero(others);
    best.add(codes[other], other < seat);
  }
  PayoffSteps steps;
  steps.num_codes = 1;
  steps.code[0] = static_cast<float>(best.strength());
  steps.value[0] = in_chips(tree, pot.lose());
  steps.value[1] = in_chips(tree, pot.tie(best));
  steps.value[2] = in_chips(tree, pot.win());
  return steps;
}

}  // namespace feltprint
