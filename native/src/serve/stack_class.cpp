#include "feltprint/serve/stack_class.hpp"

#include <algorithm>

namespace feltprint {
namespace {

// Seats that have not folded, and the actor. No branch: which actions are folds is not foreseeable.
std::uint32_t live_seats(const PackedRow& row) {
  std::uint32_t folded = 0;
  for (int i = 0; i < row.num_actions; ++i) {
    const RowAction& action = row.actions[i];
    const bool fold = action.kind == static_cast<std::uint8_t>(RowKind::Fold);
    folded |= std::uint32_t{fold} << (action.seat & 7);
  }
  return (((1u << row.num_players) - 1) & ~folded) | 1u << row.actor;
}

// Without a branch a seat, for the same reason.
Chips effective_stack(const Chips* stacks, int num_players, std::uint32_t live, int actor) {
  const std::uint32_t others = live & ~(1u << actor);
  Chips most = 0;
  for (int seat = 0; seat < num_players; ++seat) {
    most = std::max(most, stacks[seat] & -static_cast<Chips>(others >> seat & 1));
  }
  return std::min(stacks[actor], most);
}

Chips effective_stack(const StackClass& entry, std::uint32_t live, int actor) {
  const bool has_others = (live & ~(1u << actor)) != 0;
  return entry.equal != 0 && has_others
             ? entry.equal
             : effective_stack(entry.stacks, entry.num_players, live, actor);
}

// Factor >= 1 between two amounts in their big blinds.
double factor(Chips chips, Chips big_blind, Chips other, Chips other_big_blind) {
  const double a = static_cast<double>(chips) * other_big_blind;
  const double b = static_cast<double>(other) * big_blind;
  return a > b ? a / b : b / a;
}

double product_of_factors(const StackClass& entry, const PackedRow& row, const Chips* stacks,
                          std::uint32_t live) {
  double product = 1;
  for (int seat = 0; seat < row.num_players; ++seat) {
    if ((live >> seat & 1) == 0) continue;
    product *= factor(stacks[seat], row.blinds[1], entry.stacks[seat], entry.big_blind);
  }
  return product;
}

}  // namespace

ClassChoice choose_class(const std::vector<StackClass>& classes, const PackedRow& row) {
  const std::uint32_t live = live_seats(row);
  Chips stacks[kMaxPlayers];  // aligned
  std::copy_n(row.stacks, kMaxPlayers, stacks);
  const Chips real = effective_stack(stacks, row.num_players, live, row.actor);
  ClassChoice best{-1, 0};
  for (int index = 0; index < static_cast<int>(classes.size()); ++index) {
    const StackClass& entry = classes[index];
    if (entry.num_players != row.num_players) continue;
    const Chips its = effective_stack(entry, live, row.actor);
    const double found = factor(real, row.blinds[1], its, entry.big_blind);
    if (best.index >= 0 && found > best.distance) continue;
    if (best.index >= 0 && found == best.distance &&
        product_of_factors(entry, row, stacks, live) >=
            product_of_factors(classes[best.index], row, stacks, live)) {
      continue;
    }
    best = {index, found};
  }
  return best;
}

}  // namespace feltprint
