// The chips that a requested size means at a state, before any rule of the menu.
//
// With pot = all chips put in, P = pot + to_call (the pot after calling), B = the largest bet of
// the street, all divisions rounded down:
//   PotFrac f    raise_to = B + f * P          for a first bet: the fraction f of the pot
//   LastBet m    raise_to = m * B              means nothing while nobody has bet
//   BigBlinds b  raise_to = b * min_bet
//   Geometric n  raise_to = B + x, the largest x with (P + 2x)^n <= P^(n-1) * (P + 2S): n called
//                bets of the same pot fraction use up S, the most the actor can still win or lose
//                after calling. n counts the raises made on the street; 0 = one a street left.
// Values count in millionths, so that 0.29 of 100 is 29 and not 28.
// Source: Pio's and postflop-solver's conventions; the last is Johanson 2013, section 5.
#pragma once

#include <cstdint>
#include <string>

#include "feltprint/rules/betting_state.hpp"
#include "feltprint/rules/game_spec.hpp"

namespace feltprint {

inline constexpr std::int64_t kMillion = 1'000'000;
inline constexpr int kMaxGeometricBets = 4;

// A size as it is kept: its value in millionths (Geometric: a whole number of bets).
struct CheckedSize {
  SizeKind kind;
  std::int64_t value;
};

// Throws ConfigError unless the value fits its kind; where names the menu in the message.
CheckedSize check_size(const BetSize& size, int street, const std::string& where);

// value in millionths; throws ConfigError unless 0 < value <= high with at most six decimals.
std::int64_t to_millionths(double value, double high, const std::string& what);

// "0.75 pot", "2.5x", "3.0 bb", "2e", "e".
std::string describe(const CheckedSize& size);
std::string decimal(std::int64_t millionths);

// The total on the street that a size asks for; -1 where it means nothing. May be illegal.
std::int64_t requested_total(const BettingState& state, const CheckedSize& size);

}  // namespace feltprint
