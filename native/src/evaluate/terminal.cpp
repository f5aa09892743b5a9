#include "feltprint/evaluate/terminal.hpp"

#include <bit>

namespace feltprint {
namespace {

// In parts of a chip (PublicTree::chip_parts).
Settlement settlement(const PublicTree& tree, const Node& leaf, const SeatChips& committed) {
  const bool saw_flop =
      leaf.kind == NodeKind::Showdown || leaf.street > static_cast<int>(Street::Preflop);
  HandEnd end{tree.num_players, committed, leaf.live_mask, saw_flop, tree.dead};
  if (tree.chip_parts > 1) {
    for (Chips& chips : end.committed) chips *= tree.chip_parts;
  }
  return {tree.rake, tree.profile, end};
}

// Keeps values[0..count-1] ascending and without repeats; returns the new count.
int insert_distinct(std::array<int, kMaxPlayers>& values, int count, int value) {
  int position = 0;
  while (position < count && values[position] < value) ++position;
  if (position < count && values[position] == value) return count;
  for (int i = count; i > position; --i) values[i] = values[i - 1];
  values[position] = value;
  return count + 1;
}

}  // namespace

float fold_payoff(const PublicTree& tree, const Node& leaf, const SeatChips& committed,
                  Player seat) {
  if (((leaf.live_mask >> seat) & 1) == 0) return -static_cast<float>(committed[seat]);
  const Chips net = settlement(tree, leaf, committed).net_of(seat, SeatStrengths{});
  return static_cast<float>(net) / static_cast<float>(tree.chip_parts);
}

float leaf_payoff(const PublicTree& tree, const Node& leaf, const SeatChips& committed, Player seat,
                  const SeatStrengths& strength) {
  if (leaf.kind == NodeKind::Fold || ((leaf.live_mask >> seat) & 1) == 0) {
    return fold_payoff(tree, leaf, committed, seat);
  }
  const Chips net = settlement(tree, leaf, committed).net_of(seat, strength);
  return static_cast<float>(net) / static_cast<float>(tree.chip_parts);
}

PayoffSteps showdown_steps(const PublicTree& tree, const Node& leaf, const SeatChips& committed,
                           Player seat, const std::int16_t* codes) {
  SeatStrengths strength{};
  std::array<int, kMaxPlayers> distinct{};
  int num_codes = 0;
  for (std::uint32_t others = leaf.live_mask & ~(1u << seat); others != 0; others &= others - 1) {
    const Player other = static_cast<Player>(std::countr_zero(others));
    // + 1: strength 0 is reserved, and a traverser below every code must still be comparable.
    strength[other] = static_cast<std::uint32_t>(codes[other]) + 1;
    num_codes = insert_distinct(distinct, num_codes, codes[other]);
  }

  const Settlement end = settlement(tree, leaf, committed);
  const auto payoff = [&](int own_strength) {
    strength[seat] = static_cast<std::uint32_t>(own_strength);
    const Chips net = end.net_of(seat, strength);
    return static_cast<float>(net) / static_cast<float>(tree.chip_parts);
  };
  PayoffSteps steps;
  steps.num_codes = num_codes;
  // Sampled codes are odd, so code - 1, code and code + 1 are below, at and above.
  steps.value[0] = payoff(distinct[0]);
  for (int j = 0; j < num_codes; ++j) {
    steps.code[j] = static_cast<float>(distinct[j]);
    steps.value[2 * j + 1] = payoff(distinct[j] + 1);
    steps.value[2 * j + 2] = payoff(distinct[j] + 2);
  }
  return steps;
}

}  // namespace feltprint
