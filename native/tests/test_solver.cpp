// The solver's batches on several threads give the bytes of one thread: run under the thread
// sanitizer this also shows that the traversals, the logs and the pool do not race.
#include <cstring>

#include "check.hpp"
#include "feltprint/evaluate/root_values.hpp"
#include "feltprint/games/holdem.hpp"
#include "feltprint/games/kuhn.hpp"
#include "feltprint/games/leduc.hpp"
#include "feltprint/solver/external_sampling.hpp"
#include "feltprint/tree/limit_tree.hpp"
#include "feltprint/tree/tree_builder.hpp"

namespace feltprint::tests {
namespace {

// Three unequal stacks, one raise size, rake, a check-down after the flop: side pots and ties.
PublicTree three_seat_tree() {
  const StreetMenu street{{{BetSize{SizeKind::PotFrac, 0.6}}}, 2};
  const std::array<StreetMenu, kNumStreets> menus{street, street, street, street};
  const BettingRules rules{
      RuleProfile::Strict,     {1600, 900, 2000}, {100, 200, 0}, {0, 0, 0}, 200,
      RakeRule{500, 300, true}};
  const ActionMenu menu{menus, menus, menus, 0.9, 0.0, AllInRule::Always, 1.5, true, 1};
  return build_tree(rules, menu, {kNumPreflopClasses, 1, 1, 1}, kNumCards);
}

std::uint64_t hash_floats(const FloatTable& table, std::uint64_t hash) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::uint32_t bits;
    std::memcpy(&bits, table.data() + i, sizeof(bits));
    hash = (hash ^ bits) * 0x100000001B3u;
  }
  return hash;
}

std::uint64_t solve(const Game& game, int num_threads) {
  ExternalSampling solver(game, SolverParams{5, 3, 6});
  solver.advance(1'800, num_threads, 1e9);
  InfosetTables& tables = solver.tables();
  return hash_floats(tables.cum_strategy, hash_floats(tables.cum_regret, 0xCBF29CE484222325u));
}

void check_threads(const Game& game) {
  const std::uint64_t expected = solve(game, 1);
  for (const int num_threads : {2, 3, 8}) {
    check_equal(solve(game, num_threads), expected, std::to_string(num_threads) + " threads");
  }
}

void holdem_threads() {
  const PublicTree tree = three_seat_tree();
  check_threads(HoldemGame(tree, BucketMap()));
}

void kuhn_threads() {
  const PublicTree tree = kuhn_tree(3);
  check_threads(KuhnGame(tree));
}

void leduc_threads() {
  const PublicTree tree = leduc_tree(LeducRules{3, 4, 1, {2, 4}, 2});
  check_threads(LeducGame(tree, 4, 2));
}

void root_values_threads() {
  const PublicTree tree = three_seat_tree();
  const HoldemGame game(tree, BucketMap());
  const FloatTable uniform(tree.size.blocks * kLanes);
  const auto values = [&](int num_threads) {
    return evaluate_root(game, uniform.data(), uniform.data(), RootSample{9, 60, 4, num_threads})
        .mean;
  };
  check(values(1) == values(3), "root values depend on the threads");
}

const Register kHoldem("three-seat solve does not depend on threads", holdem_threads);
const Register kKuhn("Kuhn solve does not depend on threads", kuhn_threads);
const Register kLeduc("Leduc solve does not depend on threads", leduc_threads);
const Register kRoot("root values do not depend on threads", root_values_threads);

}  // namespace
}  // namespace feltprint::tests
