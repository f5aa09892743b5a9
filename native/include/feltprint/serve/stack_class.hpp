// Which stack class answers a row whose stacks are those of no class.
//
// The class whose effective stack of the acting seat, in big blinds, is nearest to the real one by
// factor (nearest on a log scale); then the smallest product of the factors of all live seats'
// stacks; then the first. The effective stack is the most that the seat can lose to a seat that has
// not folded.
#pragma once

#include <vector>

#include "feltprint/serve/packed_row.hpp"

namespace feltprint {

// The starting stacks of a class, in its own chips. equal: the stack of every seat, 0 when they
// differ; it spares most classes the look at each seat.
struct StackClass {
  int num_players;
  Chips big_blind;
  Chips stacks[kMaxPlayers];
  Chips equal;
};

struct ClassChoice {
  int index;        // -1: no class for this number of players
  double distance;  // factor >= 1 between the effective stacks; 0 without a class
};

// Requires: a row without row_violation.
ClassChoice choose_class(const std::vector<StackClass>& classes, const PackedRow& row);

}  // namespace feltprint
