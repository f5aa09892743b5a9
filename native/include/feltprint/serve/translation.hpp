// From a real hand to a node of a tree, one real action at a time, and back to chips.
//
// A real bet or raise of x (fraction of the pot after calling) between two sizes A < x < B of the
// tree becomes A with probability (B - x)(1 + A) / ((B - A)(1 + x)). `apply` throws a coin, a hash
// of what the acting seat knows, so that the same seat always reads the same hand the same way; who
// wants both ways takes `map` and goes each (server.hpp, Mapping::Expected).
//   equal sizes     a size is exact when it is the chips that the server itself would answer with
//                   for the tree's size, or less than one chip from that size before rounding
//   below the least the call (or check) stands in as A = 0, if every seat that still has to answer
//                   the real bet has a turn left in the tree after it where it can fold (in a pot
//                   of two seats: a turn); else the least size
//   all-in          B is the real all-in; the real all-in is always the tree's all-in
//   past the cap    call and all-in are the neighbours, or the call alone; the row is `capped`
// A seat that cannot act in the real hand is moved along its call edge (a folded one along its fold
// edge where there is one).
// Source: Ganzfried and Sandholm 2013, "Action translation in extensive-form games with large
// action spaces"; the rules around it are those of docs/algorithms.md.
#pragma once

#include "feltprint/rules/betting_state.hpp"
#include "feltprint/serve/packed_row.hpp"
#include "feltprint/serve/tree_walk.hpp"

namespace feltprint {

// Probability that x is read as A. Requires: 0 <= A < B. 1 at or below A, 0 at or above B.
double pseudo_harmonic(double x, double a, double b);

// A raise in real chips: pot_frac of the real pot after the call, rounded half up, within the legal
// bounds; the all-in when less than one minimum raise would be left. Requires: real.can_raise().
Chips raise_to_chips(const BettingState& real, double pot_frac);

// Uniform numbers of a hand for the acting seat: a hash of seats, stacks, blinds, antes, its own
// cards, and of the actions and board cards up to an action. The order of the hole cards and of the
// flop does not matter.
class TranslationCoin {
 public:
  explicit TranslationCoin(const PackedRow& row) : row_(&row) {}
  // For action `index`, made on `street`. Requires: index does not fall between calls.
  double uniform(int index, int street);

 private:
  void absorb(std::uint64_t word);
  void absorb_start();

  const PackedRow* row_;
  std::uint64_t state_ = 0;
  int absorbed_ = -1;  // actions in state_; -1 before the start
};

// What a real action is read as: `first`, or with probability 1 - to_first `second`. Actions of the
// node; first is -1 where the tree has nothing like it, second is -1 where there is no choice.
struct MappedAction {
  int first;
  int second = -1;
  double to_first = 1;
};

class Translator {
 public:
  Translator(const PublicTree& tree, const PackedRow& row) : walk_(tree), coin_(row) {}

  // Takes action `index` of the row. Requires: legal, by real.actor(), not yet played in `real`.
  void apply(int index, const RowAction& action, const BettingState& real);

  // Moves over seats that have no turn. True when the tree asks the seat that the real hand asks;
  // else an action of that seat is beyond the tree's end, and is not read.
  bool reach(const BettingState& real);

  // The two halves of `apply`: what the action is read as, noted in the status; and the move.
  // Requires: reach(real).
  MappedAction map(const RowAction& action, const BettingState& real);
  void take(int action);
  void note(Status status, Reason reason);

  const TreeWalk& walk() const { return walk_; }
  Status status() const { return status_; }
  Reason reason() const { return reason_; }

 private:
  MappedAction map_fold();
  MappedAction map_call();
  MappedAction map_raise(Chips total, const BettingState& real);
  bool can_read_as_call(int call, const BettingState& real) const;

  TreeWalk walk_;
  TranslationCoin coin_;
  Status status_ = Status::Ok;
  Reason reason_ = Reason::None;
};

}  // namespace feltprint
