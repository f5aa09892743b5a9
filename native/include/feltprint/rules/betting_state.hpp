// One hand of no-limit betting: who acts, what is legal, what each seat has put in.
//
// A small value type: copy it to try a line. `verify_x` throws ConfigError naming the rule that
// forbids x, `can_x` asks the same question, `x` verifies and does it; the violated rule is found
// in one place (`*_violation`). All raises are totals on the street ("raise to").
// The street advances by itself; when no more betting is possible the hand is finished and the
// board runs out (state.folded() tells a fold from a showdown).
//
// Rules under RuleProfile::Strict (TDA, as pokerkit 0.7.7 plays them):
//   minimum raise   max_bet + max(largest increment of the street, min_bet), or the own all-in
//   reopening       short all-ins add up; a seat that has acted may raise again only once it faces
//                   at least the last full increment
//   no reason       nobody raises when every other live seat is all-in for the bet or less
//   first to act    preflop: after the largest blind; later: the first live seat after the button
// Pokerkit073 caps the minimum raise by the effective stack and lets any earlier all-in count
// towards reopening. Donksolver01 adds: heads-up, seat 0 is first after the flop.
// Source: TDA rules 2024, 41-47; behaviour checked against pokerkit step by step in tests/oracles.
#pragma once

#include <array>
#include <cstdint>

#include "feltprint/rules/game_spec.hpp"
#include "feltprint/rules/settlement.hpp"

namespace feltprint {

// Why an action is not allowed.
enum class BettingRule : std::uint8_t {
  None,
  NobodyToAct,
  NothingToFoldTo,
  ShortOfFullRaise,   // the seat faces less than the last full increment
  NotReopened,        // it has acted, and the all-ins since do not add up to a full raise
  CannotCover,        // its stack does not exceed the call
  NobodyLeftToRaise,  // every other live seat is all-in for the bet or less
  BelowMinimumRaise,
  AboveStack,
};
const char* describe(BettingRule rule);

class BettingState {
 public:
  // Posts antes, then blinds and straddles. Throws ConfigError for impossible rules.
  explicit BettingState(const BettingRules& rules);
  // The same for chips that are known to be in order (verify_rules).
  explicit BettingState(const HandStart& start);

  bool finished() const { return actor_ < 0; }
  bool folded() const { return (live_mask_ & (live_mask_ - 1)) == 0; }
  int num_players() const { return num_players_; }
  int actor() const { return actor_; }  // -1 when finished
  int street() const { return street_; }
  std::uint32_t live_mask() const { return live_mask_; }
  std::uint32_t chips_mask() const { return chips_mask_; }  // seats with chips behind
  int num_raises() const { return num_raises_; }            // bets and raises made on this street
  Chips min_bet() const { return min_bet_; }                // the big blind
  Chips max_bet() const { return max_bet_; }                // largest total on this street
  Chips pot() const { return pot_; }                        // all chips put in, live bets included
  Chips stack(int seat) const { return stacks_[seat]; }     // chips behind
  Chips bet(int seat) const { return bets_[seat]; }         // chips put in on this street
  Chips committed(int seat) const { return committed_[seat]; }  // in the whole hand, antes included
  const SeatChips& committed() const { return committed_; }
  // Does the actor act last of the live seats on the streets after the flop?
  bool in_position() const;
  const SeatChips& dead() const { return dead_; }  // antes that are dead money (settlement.hpp)

  // Of the actor. Requires: not finished; the raise bounds also require can_raise().
  Chips to_call() const;
  Chips min_raise_to() const;
  Chips max_raise_to() const { return bets_[actor_] + stacks_[actor_]; }

  BettingRule fold_violation() const;
  BettingRule call_violation() const;
  BettingRule raise_violation() const;                // of any raise at all
  BettingRule raise_to_violation(Chips total) const;  // of this raise
  bool can_fold() const { return fold_violation() == BettingRule::None; }
  bool can_call() const { return call_violation() == BettingRule::None; }
  bool can_raise() const { return raise_violation() == BettingRule::None; }
  bool can_raise_to(Chips total) const { return raise_to_violation(total) == BettingRule::None; }
  void verify_fold() const;
  void verify_call() const;
  void verify_raise_to(Chips total) const;
  void fold();
  void call();  // or check
  void raise_to(Chips total);
  // The same for an action that was found legal: verified once where speed matters.
  void fold_verified();
  void call_verified();
  void raise_to_verified(Chips total);

 private:
  void put_in(int seat, Chips chips);
  void open_preflop();
  void open_street();
  void next_actor(int after);
  void end_street();
  Chips second_largest_total() const;
  [[noreturn]] void reject(BettingRule rule, Chips total) const;

  SeatChips stacks_{};
  SeatChips bets_{};
  SeatChips committed_{};
  SeatChips dead_{};
  Chips pot_ = 0;
  Chips max_bet_ = 0;
  Chips min_bet_ = 0;
  Chips increment_ = 0;      // largest raise increment of the street
  Chips short_all_ins_ = 0;  // sum of the all-in increments since the last full raise
  std::int32_t num_raises_ = 0;
  std::uint8_t live_mask_ = 0;
  std::uint8_t chips_mask_ = 0;
  std::uint8_t pending_mask_ = 0;  // seats that are still to act
  std::uint8_t acted_mask_ = 0;    // seats that have acted since the last full raise
  std::uint8_t num_players_ = 0;
  std::uint8_t street_ = 0;
  std::int8_t actor_ = -1;
  RuleProfile profile_ = RuleProfile::Strict;
};

}  // namespace feltprint
