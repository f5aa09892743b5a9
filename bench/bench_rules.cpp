// Random six-max hands through the native betting engine; prints CPU nanoseconds a hand and a step.
//
// Compiled and run by bench/rules.py. Folds 15 %, raises 30 % (a third of them all-in), else calls.
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "feltprint/rules/betting_state.hpp"
#include "feltprint/rules/settlement.hpp"

namespace {

std::uint64_t next_random(std::uint64_t& state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

void act(feltprint::BettingState& state, std::uint64_t draw) {
  const int percent = static_cast<int>(draw % 100);
  if (percent < 15 && state.can_fold()) {
    state.fold();
  } else if (percent < 45 && state.can_raise()) {
    state.raise_to(percent < 25 ? state.max_raise_to() : state.min_raise_to());
  } else {
    state.call();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const long hands = argc > 1 ? std::atol(argv[1]) : 1'000'000;
  const feltprint::BettingRules rules{feltprint::RuleProfile::Strict,
                                      {20000, 20000, 20000, 20000, 20000, 20000},
                                      {100, 200, 0, 0, 0, 0},
                                      {0, 0, 0, 0, 0, 0},
                                      200,
                                      {500, 350, true}};
  const feltprint::BettingState start(rules);
  std::uint64_t random = 88172645463325252ULL;
  long steps = 0;
  long checksum = 0;
  const std::clock_t begin = std::clock();
  for (long hand = 0; hand < hands; ++hand) {
    feltprint::BettingState state = start;
    while (!state.finished()) {
      act(state, next_random(random) >> 20);
      ++steps;
    }
    std::array<std::uint32_t, feltprint::kMaxPlayers> strength{};
    for (auto& value : strength) value = static_cast<std::uint32_t>(next_random(random) & 1023);
    const bool saw_flop = state.street() > 0 || !state.folded();
    const feltprint::HandEnd end{6, state.committed(), state.live_mask(), saw_flop, state.dead()};
    const auto net = feltprint::settle(rules.rake, rules.profile, end, strength);
    checksum += net[0];
  }
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf(
      "{\"ns_per_hand\": %.1f, \"ns_per_step\": %.1f, \"steps_per_hand\": %.2f, "
      "\"checksum\": %ld}\n",
      seconds * 1e9 / hands, seconds * 1e9 / steps, static_cast<double>(steps) / hands, checksum);
  return 0;
}
