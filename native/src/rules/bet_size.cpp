#include "feltprint/rules/bet_size.hpp"

#include <algorithm>
#include <cmath>

#include "feltprint/error.hpp"

namespace feltprint {

namespace {

constexpr double kMaxValue = 1000.0;
constexpr double kRounding = 1e-3;  // of a millionth: what a double of six decimals can be off
constexpr int kStreets = kNumStreets;

using Wide = __int128;

Wide power(Wide base, int exponent) {
  Wide product = 1;
  for (int i = 0; i < exponent; ++i) product *= base;
  return product;
}

// Largest x with (pot + 2x)^n <= pot^(n-1) * (pot + 2 * stack).
std::int64_t geometric_increment(std::int64_t pot, std::int64_t stack, int n) {
  const Wide limit = power(pot, n - 1) * (pot + 2 * stack);
  std::int64_t low = 0;
  std::int64_t high = stack;
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (power(pot + 2 * middle, n) <= limit) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

// What the actor can still put in after calling and be called.
std::int64_t effective_behind(const BettingState& state) {
  Chips theirs = 0;
  for (int seat = 0; seat < state.num_players(); ++seat) {
    const bool live = ((state.live_mask() >> seat) & 1u) != 0 && seat != state.actor();
    if (live) theirs = std::max(theirs, state.bet(seat) + state.stack(seat) - state.max_bet());
  }
  return std::min(theirs, state.stack(state.actor()) - state.to_call());
}

}  // namespace

std::string decimal(std::int64_t millionths) {
  std::string digits = std::to_string(millionths % kMillion);
  digits.insert(0, 6 - digits.size(), '0');
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  return std::to_string(millionths / kMillion) + "." + digits;
}

std::string describe(const CheckedSize& size) {
  switch (size.kind) {
    case SizeKind::PotFrac:
      return decimal(size.value) + " pot";
    case SizeKind::LastBet:
      return decimal(size.value) + "x";
    case SizeKind::BigBlinds:
      return decimal(size.value) + " bb";
    case SizeKind::Geometric:
      break;
  }
  return (size.value == 0 ? "" : std::to_string(size.value)) + "e";
}

std::int64_t to_millionths(double value, double high, const std::string& what) {
  const double scaled = value * kMillion;
  const bool in_range = value > 0.0 && value <= high;  // false for NaN
  if (!in_range || std::fabs(scaled - std::nearbyint(scaled)) > kRounding) {
    throw ConfigError(what + " must be above 0 and at most " +
                      std::to_string(static_cast<int>(high)) +
                      " with at most six decimals, found " + std::to_string(value));
  }
  return static_cast<std::int64_t>(std::nearbyint(scaled));
}

CheckedSize check_size(const BetSize& size, int street, const std::string& where) {
  const std::string what = "a size in the " + where;
  if (size.kind == SizeKind::Geometric) {
    const bool whole = size.value == std::nearbyint(size.value);
    if (!whole || !(size.value >= 0 && size.value <= kMaxGeometricBets)) {
      throw ConfigError(what + " must be geometric over 1.." + std::to_string(kMaxGeometricBets) +
                        " bets, found " + std::to_string(size.value));
    }
    return CheckedSize{size.kind, static_cast<std::int64_t>(size.value)};
  }
  if (size.kind == SizeKind::BigBlinds && street != 0) {
    throw ConfigError(what + " counts big blinds; these are for street 0 only");
  }
  const CheckedSize checked{size.kind, to_millionths(size.value, kMaxValue, what)};
  if (size.kind != SizeKind::PotFrac && checked.value <= kMillion) {
    throw ConfigError(what + " must be above 1 (a raise), found " + describe(checked));
  }
  return checked;
}

std::int64_t requested_total(const BettingState& state, const CheckedSize& size) {
  const std::int64_t max_bet = state.max_bet();
  const std::int64_t pot_after_call = static_cast<std::int64_t>(state.pot()) + state.to_call();
  switch (size.kind) {
    case SizeKind::PotFrac:
      return max_bet + size.value * pot_after_call / kMillion;
    case SizeKind::LastBet:
      return max_bet == 0 ? -1 : size.value * max_bet / kMillion;
    case SizeKind::BigBlinds:
      return size.value * state.min_bet() / kMillion;
    case SizeKind::Geometric:
      break;
  }
  const int bets = size.value == 0 ? kStreets - state.street() : static_cast<int>(size.value);
  const int left = std::max(1, bets - state.num_raises());
  return max_bet + geometric_increment(pot_after_call, effective_behind(state), left);
}

}  // namespace feltprint
