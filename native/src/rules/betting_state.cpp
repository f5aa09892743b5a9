#include "feltprint/rules/betting_state.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "feltprint/error.hpp"

namespace feltprint {

namespace {

constexpr int kLastStreet = kNumStreets - 1;

constexpr std::uint8_t bit(int seat) { return static_cast<std::uint8_t>(1u << seat); }

}  // namespace

const char* describe(BettingRule rule) {
  switch (rule) {
    case BettingRule::NobodyToAct:
      return "nobody is to act: the betting is over";
    case BettingRule::NothingToFoldTo:
      return "a seat that faces no bet does not fold: check instead";
    case BettingRule::ShortOfFullRaise:
      return "a seat that faces less than the last full raise may only call or fold";
    case BettingRule::NotReopened:
      return "short all-ins have not reopened the betting for a seat that has acted";
    case BettingRule::CannotCover:
      return "the stack does not exceed the call: call instead";
    case BettingRule::NobodyLeftToRaise:
      return "every other live seat is all-in for the bet or less: call instead";
    case BettingRule::BelowMinimumRaise:
      return "the total is below the minimum raise";
    case BettingRule::AboveStack:
      return "the total is above the seat's chips";
    case BettingRule::None:
      break;
  }
  return "legal";
}

BettingState::BettingState(const BettingRules& rules)
    : BettingState((verify_rules(rules), hand_start(rules))) {}

BettingState::BettingState(const HandStart& start) {
  num_players_ = static_cast<std::uint8_t>(start.num_players);
  profile_ = start.profile;
  min_bet_ = start.min_bet;
  dead_ = dead_antes(start);
  live_mask_ = static_cast<std::uint8_t>((1u << num_players_) - 1);
  for (int seat = 0; seat < num_players_; ++seat) {
    // Antes go to the pot only; blinds are also a bet.
    const Chips ante = std::min(start.antes[seat], start.stacks[seat]);
    const Chips blind = std::min(start.blinds[seat], start.stacks[seat] - ante);
    bets_[seat] = blind;
    committed_[seat] = ante + blind;
    stacks_[seat] = start.stacks[seat] - committed_[seat];
    pot_ += committed_[seat];
    max_bet_ = std::max(max_bet_, blind);
    chips_mask_ |= static_cast<std::uint8_t>((stacks_[seat] > 0) << seat);
  }
  open_preflop();
}

void BettingState::put_in(int seat, Chips chips) {
  stacks_[seat] -= chips;
  committed_[seat] += chips;
  pot_ += chips;
  if (stacks_[seat] == 0) chips_mask_ &= static_cast<std::uint8_t>(~bit(seat));
}

Chips BettingState::second_largest_total() const {
  Chips first = 0;
  Chips second = 0;
  for (int seat = 0; seat < num_players_; ++seat) {
    if (!(live_mask_ & bit(seat))) continue;
    const Chips total = bets_[seat] + stacks_[seat];
    if (total > first) {
      second = first;
      first = total;
    } else if (total > second) {
      second = total;
    }
  }
  return second;
}

// First to act: the seat after the largest blind; of equal ones, after the one that acts later in
// the order of the later streets. A seat whose bet nobody can exceed has nothing to decide.
void BettingState::open_preflop() {
  const bool heads_up_swap = num_players_ == 2 && profile_ != RuleProfile::Donksolver01;
  int last = heads_up_swap ? 1 : 0;
  for (int i = 1; i < num_players_; ++i) {
    const int seat = heads_up_swap ? 0 : i;
    if (bets_[seat] >= bets_[last]) last = seat;
  }
  const Chips reach = second_largest_total();
  for (int seat = 0; seat < num_players_; ++seat) {
    if ((chips_mask_ & bit(seat)) && bets_[seat] < reach) pending_mask_ |= bit(seat);
  }
  const int only = std::has_single_bit(pending_mask_) ? std::countr_zero(pending_mask_) : -1;
  if (pending_mask_ == 0 || (only >= 0 && bets_[only] >= max_bet_)) {
    end_street();
  } else {
    next_actor(last);
  }
}

void BettingState::open_street() {
  ++street_;
  bets_.fill(0);
  max_bet_ = 0;
  increment_ = 0;
  short_all_ins_ = 0;
  num_raises_ = 0;
  acted_mask_ = 0;
  pending_mask_ = live_mask_ & chips_mask_;
  const bool button_first = num_players_ == 2 && profile_ != RuleProfile::Donksolver01;
  next_actor(button_first ? 0 : num_players_ - 1);
}

void BettingState::next_actor(int after) {
  const unsigned later = pending_mask_ & ~((2u << after) - 1u);
  actor_ = static_cast<std::int8_t>(std::countr_zero(later != 0 ? later : pending_mask_));
}

void BettingState::end_street() {
  pending_mask_ = 0;
  const unsigned can_bet = live_mask_ & chips_mask_;
  if (folded() || (can_bet & (can_bet - 1)) == 0 || street_ == kLastStreet) {
    actor_ = -1;
  } else {
    open_street();
  }
}

bool BettingState::in_position() const {
  const bool button_is_zero = num_players_ == 2 && profile_ != RuleProfile::Donksolver01;
  if (button_is_zero) return actor_ == 0;
  return (live_mask_ >> (actor_ + 1)) == 0;
}

Chips BettingState::to_call() const { return std::min(stacks_[actor_], max_bet_ - bets_[actor_]); }

Chips BettingState::min_raise_to() const {
  const Chips full = max_bet_ + std::max(increment_, min_bet_);
  const Chips total = std::min(max_raise_to(), full);
  if (profile_ == RuleProfile::Strict) return total;
  return std::min(total, second_largest_total());
}

BettingRule BettingState::fold_violation() const {
  if (finished()) return BettingRule::NobodyToAct;
  if (bets_[actor_] >= max_bet_) return BettingRule::NothingToFoldTo;
  return BettingRule::None;
}

BettingRule BettingState::call_violation() const {
  return finished() ? BettingRule::NobodyToAct : BettingRule::None;
}

BettingRule BettingState::raise_violation() const {
  if (finished()) return BettingRule::NobodyToAct;
  if (profile_ == RuleProfile::Strict && to_call() < increment_) {
    return BettingRule::ShortOfFullRaise;
  }
  if (short_all_ins_ != 0 && short_all_ins_ < increment_ && (acted_mask_ & bit(actor_))) {
    return BettingRule::NotReopened;
  }
  if (stacks_[actor_] <= max_bet_ - bets_[actor_]) return BettingRule::CannotCover;
  for (int seat = 0; seat < num_players_; ++seat) {
    const bool live = (live_mask_ & bit(seat)) != 0 && seat != actor_;
    if (live && stacks_[seat] + bets_[seat] > max_bet_) return BettingRule::None;
  }
  return BettingRule::NobodyLeftToRaise;
}

BettingRule BettingState::raise_to_violation(Chips total) const {
  const BettingRule rule = raise_violation();
  if (rule != BettingRule::None) return rule;
  if (total < min_raise_to()) return BettingRule::BelowMinimumRaise;
  if (total > max_raise_to()) return BettingRule::AboveStack;
  return BettingRule::None;
}

void BettingState::verify_fold() const {
  const BettingRule rule = fold_violation();
  if (rule != BettingRule::None) reject(rule, 0);
}

void BettingState::verify_call() const {
  const BettingRule rule = call_violation();
  if (rule != BettingRule::None) reject(rule, 0);
}

void BettingState::verify_raise_to(Chips total) const {
  const BettingRule rule = raise_to_violation(total);
  if (rule != BettingRule::None) reject(rule, total);
}

void BettingState::fold() {
  verify_fold();
  fold_verified();
}

void BettingState::fold_verified() {
  const int seat = actor_;
  live_mask_ &= static_cast<std::uint8_t>(~bit(seat));
  pending_mask_ &= static_cast<std::uint8_t>(~bit(seat));
  acted_mask_ |= bit(seat);
  if (pending_mask_ == 0 || folded()) {
    end_street();
  } else {
    next_actor(seat);
  }
}

void BettingState::call() {
  verify_call();
  call_verified();
}

void BettingState::call_verified() {
  const int seat = actor_;
  const Chips chips = to_call();
  put_in(seat, chips);
  bets_[seat] += chips;
  pending_mask_ &= static_cast<std::uint8_t>(~bit(seat));
  acted_mask_ |= bit(seat);
  if (pending_mask_ == 0) {
    end_street();
  } else {
    next_actor(seat);
  }
}

void BettingState::raise_to(Chips total) {
  verify_raise_to(total);
  raise_to_verified(total);
}

// A full raise reopens the betting for everybody. An all-in of less only adds to the sum of short
// all-ins, which reopens once it reaches the last full increment.
void BettingState::raise_to_verified(Chips total) {
  const int seat = actor_;
  const Chips raise_by = total - max_bet_;
  put_in(seat, total - bets_[seat]);
  bets_[seat] = total;
  max_bet_ = total;
  acted_mask_ = raise_by >= increment_ ? bit(seat) : (acted_mask_ | bit(seat));
  increment_ = std::max(increment_, raise_by);
  short_all_ins_ = (chips_mask_ & bit(seat)) ? 0 : short_all_ins_ + raise_by;
  if (profile_ == RuleProfile::Strict && short_all_ins_ >= increment_) short_all_ins_ = 0;
  ++num_raises_;
  pending_mask_ = static_cast<std::uint8_t>(live_mask_ & chips_mask_ & ~bit(seat));
  next_actor(seat);
}

void BettingState::reject(BettingRule rule, Chips total) const {
  std::string message = std::string("illegal action: ") + describe(rule);
  if (!finished()) {
    message += " (seat " + std::to_string(actor_) + ", street " + std::to_string(street_) +
               ", to call " + std::to_string(to_call());
    if (total != 0) message += ", raise to " + std::to_string(total);
    if (can_raise()) {
      message += ", raises from " + std::to_string(min_raise_to()) + " to " +
                 std::to_string(max_raise_to());
    }
    message += ")";
  }
  throw ConfigError(message);
}

}  // namespace feltprint
