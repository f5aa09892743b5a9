// The solver's batches on several threads give the bytes of one thread: run under the thread
// sanitizer this also shows that the traversals, the logs and the pool do not race.
#include <cstring>

#include "check.hpp"
#include "feltprint/evaluate/root_values.hpp"
#include "feltprint/games/holdem.hpp"
#include "feltprint/games/kuhn.hpp"
#include "feltprint/games/leduc.hpp"
#include "feltprint/solver/monte_carlo_cfr.hpp"
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

template <typename Entry>
std::uint64_t hash_entries(const PageTable<Entry>& table, std::uint64_t hash) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, table.data() + i, sizeof(Entry));
    hash = (hash ^ bits) * 0x100000001B3u;
  }
  return hash;
}

const SolverParams kDefault{5,
                            3,
                            6,
                            Storage::Float32,
                            false,
                            {Traversal::Vector, 0.0},
                            {Weighting::Linear, 1.0, 1.0, 1.0, 100, 40, false},
                            {0.0, 0, 0.05},
                            {Averaging::Simple, 0.2, 3, 0, 0},
                            {}};
// Every option at once.
const SolverParams kOptions{5,
                            3,
                            6,
                            Storage::Int16,
                            true,
                            {Traversal::Vector, 0.0},
                            {Weighting::Discounted, 1.5, 0.0, 2.0, 100, 40, true},
                            {1e-4, 100, 0.5},
                            {Averaging::OwnReach, 0.5, 0, 50, 200},
                            {}};
// Walks with one hand and an average by walks of its own.
const SolverParams kOneHand{5,
                            3,
                            6,
                            Storage::Float32,
                            true,
                            {Traversal::External, 0.0},
                            {Weighting::Linear, 1.0, 1.0, 1.0, 100, 40, false},
                            {0.0, 0, 0.05},
                            {Averaging::Sampled, 0.5, 3, 0, 0},
                            {}};

std::uint64_t solve(const Game& game, const SolverParams& params, int num_threads) {
  MonteCarloCfr solver(game, params);
  solver.advance(1'800, num_threads, 1e9);
  InfosetTables& tables = solver.tables();
  std::uint64_t hash = hash_entries(tables.regret.floats, 0xCBF29CE484222325u);
  hash = hash_entries(tables.regret.codes, hash);
  hash = hash_entries(tables.strategy.floats, hash);
  return hash_entries(tables.strategy.codes, hash);
}

void check_threads(const Game& game) {
  for (const SolverParams& params : {kDefault, kOptions, kOneHand}) {
    const std::uint64_t expected = solve(game, params, 1);
    for (const int num_threads : {2, 3, 8}) {
      check_equal(solve(game, params, num_threads), expected,
                  std::to_string(num_threads) + " threads");
    }
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
