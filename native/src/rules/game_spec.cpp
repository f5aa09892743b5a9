#include "feltprint/rules/game_spec.hpp"

#include <algorithm>
#include <string>

#include "feltprint/error.hpp"

namespace feltprint {

namespace {

[[noreturn]] void reject(const std::string& what, std::int64_t value, std::int64_t low,
                         std::int64_t high) {
  throw ConfigError(what + " must be " + std::to_string(low) + ".." + std::to_string(high) +
                    ", found " + std::to_string(value));
}

// No string is built for a value in order.
void require_between(const char* what, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value < low || value > high) reject(what, value, low, high);
}

void require_seats(const char* what, const std::vector<Chips>& chips, std::size_t num_players,
                   Chips low) {
  if (chips.size() != num_players) {
    throw ConfigError(std::string(what) + " must have one entry a seat (" +
                      std::to_string(num_players) + "), found " + std::to_string(chips.size()));
  }
  for (std::size_t seat = 0; seat < num_players; ++seat) {
    if (chips[seat] >= low && chips[seat] <= kMaxChips) continue;
    reject(std::string(what) + " of seat " + std::to_string(seat) + " (chips)", chips[seat], low,
           kMaxChips);
  }
}

}  // namespace

void verify_rules(const BettingRules& rules) {
  require_between("seats", rules.num_players(), 2, kMaxPlayers);
  const auto num_players = rules.stacks.size();
  require_seats("stacks", rules.stacks, num_players, 1);
  require_seats("blinds", rules.blinds, num_players, 0);
  require_seats("antes", rules.antes, num_players, 0);
  require_between("min_bet (chips)", rules.min_bet, 1, kMaxChips);
  require_between("rake rate (basis points)", rules.rake.rate_bp, 0, 10'000);
  require_between("rake cap (chips)", rules.rake.cap, 0, INT32_MAX);
  const auto posts = [](Chips chips) { return chips > 0; };
  if (std::none_of(rules.blinds.begin(), rules.blinds.end(), posts) &&
      std::none_of(rules.antes.begin(), rules.antes.end(), posts)) {
    throw ConfigError("blinds and antes are all 0: at least one seat must post");
  }
}

HandStart hand_start(const BettingRules& rules) {
  HandStart start{rules.profile, rules.num_players(), {}, {}, {}, rules.min_bet};
  std::copy(rules.stacks.begin(), rules.stacks.end(), start.stacks.begin());
  std::copy(rules.blinds.begin(), rules.blinds.end(), start.blinds.begin());
  std::copy(rules.antes.begin(), rules.antes.end(), start.antes.begin());
  return start;
}

}  // namespace feltprint
