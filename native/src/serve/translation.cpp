#include "feltprint/serve/translation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "feltprint/rng.hpp"

namespace feltprint {
namespace {

bool has_bit(std::uint32_t mask, int seat) { return (mask >> seat & 1) != 0; }

bool can_act(const BettingState& real, int seat) {
  return has_bit(real.live_mask() & real.chips_mask(), seat);
}

// The tree's sizes around a real raise. exact: the action that the raise is, -1 for none.
// lower, upper: actions, -1 for none; their fractions are what the mapping compares.
struct Neighbours {
  int exact = -1;
  int lower = -1;
  int upper = -1;
  double lower_frac = 0;
  double upper_frac = 0;
  bool has_sized_raise = false;
};

struct Candidate {
  int action;
  double frac;
  double chips;    // before rounding
  Chips answered;  // what the server makes of it
};

void place(const Candidate& candidate, Chips total, double& exact_distance, Neighbours& found) {
  const double distance = std::fabs(candidate.chips - total);
  if ((candidate.answered == total || distance < 1) && distance < exact_distance) {
    exact_distance = distance;
    found.exact = candidate.action;
  }
  if (candidate.chips < total) {
    if (found.lower < 0 || candidate.frac > found.lower_frac) {
      found.lower = candidate.action;
      found.lower_frac = candidate.frac;
    }
  } else if (found.upper < 0 || candidate.frac < found.upper_frac) {
    found.upper = candidate.action;
    found.upper_frac = candidate.frac;
  }
}

Neighbours neighbours(const TreeWalk& walk, Chips total, const BettingState& real) {
  Neighbours found;
  const double call_pot = static_cast<double>(real.pot()) + real.to_call();
  double exact_distance = HUGE_VAL;
  for (int a = 0; a < walk.node().num_actions; ++a) {
    const ActionKind kind = walk.child(a).action;
    if (kind == ActionKind::AllIn) {
      const Chips all_in = real.max_raise_to();
      place({a, (all_in - real.max_bet()) / call_pot, static_cast<double>(all_in), all_in}, total,
            exact_distance, found);
    } else if (kind == ActionKind::Raise) {
      const double frac = walk.pot_frac(a);
      found.has_sized_raise = true;
      place({a, frac, real.max_bet() + frac * call_pot, raise_to_chips(real, frac)}, total,
            exact_distance, found);
    }
  }
  return found;
}

}  // namespace

double pseudo_harmonic(double x, double a, double b) {
  if (x <= a) return 1;
  if (x >= b) return 0;
  return (b - x) * (1 + a) / ((b - a) * (1 + x));
}

Chips raise_to_chips(const BettingState& real, double pot_frac) {
  const Chips most = real.max_raise_to();
  const Chips least = std::min(real.min_raise_to(), most);
  const double call_pot = static_cast<double>(real.pot()) + real.to_call();
  const double wanted = std::floor(real.max_bet() + pot_frac * call_pot + 0.5);
  const Chips total = wanted >= most ? most : wanted <= least ? least : static_cast<Chips>(wanted);
  return most - total < least - real.max_bet() ? most : total;
}

void TranslationCoin::absorb(std::uint64_t word) {
  state_ = (state_ ^ word) * 0x9E3779B97F4A7C15u;
  state_ ^= state_ >> 29;
}

void TranslationCoin::absorb_start() {
  const auto [low, high] = std::minmax(row_->hole[0], row_->hole[1]);
  absorb(std::uint64_t{row_->num_players} << 24 | std::uint64_t{row_->actor} << 16 |
         std::uint64_t{low} << 8 | high);
  for (int seat = 0; seat < row_->num_players; ++seat) {
    absorb(static_cast<std::uint32_t>(row_->stacks[seat]));
    absorb(std::uint64_t{static_cast<std::uint32_t>(row_->blinds[seat])} << 32 |
           static_cast<std::uint32_t>(row_->antes[seat]));
  }
  absorbed_ = 0;
}

double TranslationCoin::uniform(int index, int street) {
  if (absorbed_ < 0) absorb_start();
  for (; absorbed_ <= index; ++absorbed_) {
    const RowAction& action = row_->actions[absorbed_];
    const bool raise = action.kind == static_cast<std::uint8_t>(RowKind::Raise);
    absorb(std::uint64_t{action.seat} << 40 | std::uint64_t{action.kind} << 32 |
           static_cast<std::uint32_t>(raise ? action.total_to : 0));
  }
  Card board[5];
  std::copy_n(row_->board, 5, board);
  std::sort(board, board + 3);
  std::uint32_t cards = 0;
  const int num_cards = street == 0 ? 0 : street + 2;
  for (int i = 0; i < num_cards; ++i) cards = cards << 6 | board[i];
  const PhiloxBlock block =
      philox4x32({static_cast<std::uint32_t>(state_), static_cast<std::uint32_t>(state_ >> 32),
                  cards, static_cast<std::uint32_t>(index)},
                 {0, static_cast<std::uint32_t>(Purpose::Translation)});
  return (std::uint64_t{block[0]} << 21 | block[1] >> 11) * 0x1p-53;
}

void Translator::note(Status status, Reason reason) {
  if (status > status_) {
    status_ = status;
    reason_ = reason;
  }
}

bool Translator::reach(const BettingState& real) {
  while (walk_.at_decision()) {
    const Node& node = walk_.node();
    if (node.street > real.street()) return false;
    if (node.street == real.street()) {
      if (node.actor == real.actor()) return true;
      if (can_act(real, node.actor)) return false;
    }
    const bool folded = !has_bit(real.live_mask(), node.actor);
    const int fold = folded ? walk_.find(ActionKind::Fold) : -1;
    const int move = fold >= 0 ? fold : walk_.find(ActionKind::Call);
    if (move < 0) return false;
    walk_.follow(move);
  }
  return false;
}

void Translator::apply(int index, const RowAction& action, const BettingState& real) {
  if (!reach(real)) {
    note(Status::Capped, Reason::TreeEnded);
    return;
  }
  const MappedAction mapped = map(action, real);
  const bool first = mapped.second < 0 || coin_.uniform(index, real.street()) < mapped.to_first;
  take(first ? mapped.first : mapped.second);
}

MappedAction Translator::map(const RowAction& action, const BettingState& real) {
  switch (static_cast<RowKind>(action.kind)) {
    case RowKind::Fold:
      return map_fold();
    case RowKind::Call:
      return map_call();
    default:
      return map_raise(action.total_to, real);
  }
}

void Translator::take(int action) {
  if (action < 0) return note(Status::NoNode, Reason::NoMove);
  walk_.follow(action);
}

MappedAction Translator::map_fold() {
  const int fold = walk_.find(ActionKind::Fold);
  if (fold >= 0) return {fold};
  // The seat stays in the tree, checks, and folds at the first bet that it meets there.
  note(Status::OffTree, Reason::FoldWithoutBet);
  return {walk_.find(ActionKind::Call)};
}

MappedAction Translator::map_call() {
  const int call = walk_.find(ActionKind::Call);
  if (call >= 0) return {call};
  note(Status::OffTree, Reason::CallNotOffered);
  const int raise = walk_.find(ActionKind::Raise);
  return {raise >= 0 ? raise : walk_.find(ActionKind::AllIn)};
}

MappedAction Translator::map_raise(Chips total, const BettingState& real) {
  const Neighbours found = neighbours(walk_, total, real);
  if (found.exact >= 0) return {found.exact};
  const int call = walk_.find(ActionKind::Call);
  if (found.has_sized_raise) {
    note(Status::OffTree, Reason::MappedSize);
  } else if (call >= 0) {
    note(Status::Capped, Reason::RaiseCap);
  } else {
    note(Status::OffTree, Reason::MappedSize);
  }
  int lower = found.lower;
  if (lower < 0 && call >= 0 && (!found.has_sized_raise || can_read_as_call(call, real))) {
    lower = call;
  }
  if (lower < 0 || found.upper < 0) return {lower >= 0 ? lower : found.upper};
  const double x = (total - real.max_bet()) / (static_cast<double>(real.pot()) + real.to_call());
  return {lower, found.upper, pseudo_harmonic(x, found.lower_frac, found.upper_frac)};
}

// Whether every seat that must answer the real raise has a turn left on this street after `call`,
// and can fold there: a fold that the tree has no place for would keep the seat in it. With two
// seats in the hand a fold ends it.
bool Translator::can_read_as_call(int call, const BettingState& real) const {
  TreeWalk ahead = walk_;
  std::uint32_t turns = 0;
  const int street = walk_.node().street;
  const bool heads_up = std::popcount(real.live_mask()) == 2;
  for (int move = call; move >= 0; move = ahead.find(ActionKind::Call)) {
    ahead.follow(move);
    if (!ahead.at_decision() || ahead.node().street != street) break;
    if (heads_up || ahead.find(ActionKind::Fold) >= 0) turns |= 1u << ahead.node().actor;
  }
  const std::uint32_t must = real.live_mask() & real.chips_mask() & ~(1u << real.actor());
  return (must & ~turns) == 0;
}

}  // namespace feltprint
