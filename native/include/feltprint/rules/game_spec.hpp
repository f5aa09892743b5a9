// The description of a hold'em game: who plays with what, under which rules, with which menu.
//
// These structs are plain and have no defaults: every field is filled from the Python models in
// feltprint.config.game, where the defaults live.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "feltprint/types.hpp"

namespace feltprint {

using SeatChips = std::array<Chips, kMaxPlayers>;

// Strict       = TDA rules as pokerkit 0.7.7 plays them.
// Pokerkit073  = the older rules: minimum raise capped by the effective stack, consecutive short
//                all-ins may reopen the betting.
// Donksolver01 = Pokerkit073 with seat 0 first on every street after the flop, heads-up too.
enum class RuleProfile : std::uint8_t { Strict = 0, Pokerkit073 = 1, Donksolver01 = 2 };

enum class AllInRule : std::uint8_t { Always = 0, Threshold = 1, Never = 2 };

// Taken from the pots that go to a winner. Units: rate in basis points (500 = 5 %), cap in chips.
struct RakeRule {
  int rate_bp;
  Chips cap;
  bool no_flop_no_drop;
};

// Seat 0 = small blind, seat 1 = big blind, last seat = button. Heads-up seat 0 is small blind
// and button: first to act preflop, last on every later street.
// Shape: stacks, blinds and antes are [seat], chips; a straddle is an entry of blinds. A seat that
// cannot pay posts what it has: the ante first.
struct BettingRules {
  RuleProfile profile;
  std::vector<Chips> stacks;
  std::vector<Chips> blinds;
  std::vector<Chips> antes;
  Chips min_bet;
  RakeRule rake;
  int num_players() const { return static_cast<int>(stacks.size()); }
};

// Throws ConfigError that names the field, the value and the allowed range.
void verify_rules(const BettingRules& rules);

// What the betting of one hand starts from: of the rules, all but the rake. Entries of absent seats
// are not read.
struct HandStart {
  RuleProfile profile;
  int num_players;
  SeatChips stacks;
  SeatChips blinds;
  SeatChips antes;
  Chips min_bet;
};

// Requires: verified rules.
HandStart hand_start(const BettingRules& rules);

// Largest stack, blind or ante: keeps every sum of a hand inside Chips.
inline constexpr Chips kMaxChips = 200'000'000;

// How a size is counted; rules/bet_size.hpp has the formulas.
enum class SizeKind : std::uint8_t {
  PotFrac = 0,    // value = increment over the call as a fraction of the pot AFTER calling
  LastBet = 1,    // value = multiple of the largest bet of the street
  BigBlinds = 2,  // value = total in big blinds, preflop only
  Geometric = 3,  // value = bets of one pot fraction to all-in; 0 = one a street that is left
};

struct BetSize {
  SizeKind kind;
  double value;
};

// Raise sizes of one street. Shape: sizes is [raises already made on the street][size]; the last
// level repeats.
struct StreetMenu {
  std::vector<std::vector<BetSize>> sizes;
  int max_raises;
};

// multiway_menus apply while three or more seats are in the hand; with two, in_position_menus to
// the one that acts last after the flop and menus to the other.
struct ActionMenu {
  std::array<StreetMenu, kNumStreets> menus;
  std::array<StreetMenu, kNumStreets> in_position_menus;
  std::array<StreetMenu, kNumStreets> multiway_menus;
  double kappa_bet;        // a size that commits >= this share of the stack is left to the all-in
  double merge_threshold;  // sizes x > y merge when (1 + x) / (1 + y) < 1 + this, in pots; 0: never
  AllInRule all_in;
  double kappa_all_in;  // Threshold: all-in offered only up to this fraction of the pot after call
  bool open_call;       // may an unraised preflop pot be called (limped)?
  int postflop_max_players;  // with more seats on the flop the tree ends in a check-down leaf
};

}  // namespace feltprint
