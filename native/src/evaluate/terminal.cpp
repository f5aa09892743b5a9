#include "feltprint/evaluate/terminal.hpp"

#include <bit>

namespace feltprint {
namespace {

// In parts of a chip (PublicTree::chip_parts).
HandEnd hand_end(const PublicTree& tree, const Node& leaf, const SeatChips& committed) {
  HandEnd end{tree.num_players, committed, leaf.live_mask, saw_flop(leaf), tree.dead};
  for (int seat = 0; seat < tree.num_players; ++seat) {
    end.committed[seat] *= tree.chip_parts;
    end.dead[seat] *= tree.chip_parts;
  }
  return end;
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

float side_pots_payoff(const PublicTree& tree, const Node& leaf, const SeatChips& committed,
                       Player seat, const SeatStrengths& strength) {
  const HandEnd end = hand_end(tree, leaf, committed);
  return in_chips(tree, settle(tree.rake, tree.profile, end, strength)[seat]);
}

float leaf_payoff(const PublicTree& tree, const Node& leaf, const SeatChips& committed, Player seat,
                  const SeatStrengths& strength) {
  if (leaf.kind == NodeKind::Fold || ((leaf.live_mask >> seat) & 1) == 0) {
    return fold_payoff(tree, leaf, committed, seat);
  }
  const HandEnd end = hand_end(tree, leaf, committed);
  return in_chips(tree, settle_seat(tree.rake, tree.profile, end, seat, strength));
}

PayoffSteps side_pots_steps(const PublicTree& tree, const Node& leaf, const SeatChips& committed,
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

  const Settlement settlement(tree.rake, tree.profile, hand_end(tree, leaf, committed));
  const auto payoff = [&](int own_strength) {
    strength[seat] = static_cast<std::uint32_t>(own_strength);
    return in_chips(tree, settlement.net(strength)[seat]);
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
