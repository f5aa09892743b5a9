// The lab under the sanitizers: games of every kind are built, solved and scored.

#include <array>
#include <cmath>
#include <thread>

#include "check.hpp"
#include "feltprint/lab/exact.hpp"
#include "feltprint/lab/full_width.hpp"
#include "feltprint/lab/poker_game.hpp"
#include "feltprint/lab/river_game.hpp"
#include "feltprint/lab/sampling.hpp"
#include "feltprint/lab/small_games.hpp"
#include "feltprint/tree/limit_tree.hpp"

namespace feltprint::tests {
namespace {

using namespace lab;

ExtensiveGame toy_poker(int players, bool boards) {
  const PublicTree tree =
      boards ? leduc_tree({players, players + 1, 1, {2, 4}, 2}) : kuhn_tree(players);
  ToyDeck deck;
  for (int rank = 0; rank <= players; ++rank) {
    deck.rank.push_back(rank);
    deck.copies.push_back(boards ? 2 : 1);
    deck.names.push_back(std::to_string(rank));
  }
  return poker_game(tree, deck, false);
}

double nash_conv_after(const SequenceGame& game, UpdateRule rule, int iterations) {
  FullWidth solver(game, rule, Updates::Alternating, true);
  for (int t = 1; t <= iterations; ++t) {
    const Coefficients row{1.0, 1.0, rule.predictive ? 1.0 : 0.0, 1.0, (t - 1.0) / t};
    solver.run(&row, 1);
  }
  std::vector<double> strategy(game.num_entries);
  solver.average_strategy(strategy.data());
  Evaluator evaluator(game);
  evaluator.set_strategy(strategy.data());
  const ProfileValues values = evaluator.values();
  double sum = 0.0;
  for (std::size_t p = 0; p < values.value.size(); ++p) {
    sum += values.best_response_value[p] - values.value[p];
  }
  return sum;
}

void check_near(double found, double expected, const char* what) {
  check(std::abs(found - expected) < 1e-9, std::string(what) + ": " + std::to_string(found));
}

void cfr_plus_has_the_known_digits() {
  const SequenceGame kuhn = make_sequence_game(toy_poker(2, false));
  const SequenceGame leduc = make_sequence_game(toy_poker(2, true));
  check_near(nash_conv_after(kuhn, {true, false}, 1), 11.0 / 12.0, "Kuhn after 1");
  check_near(nash_conv_after(kuhn, {true, false}, 10), 2 * 3.2687090668e-2, "Kuhn after 10");
  check_near(nash_conv_after(leduc, {true, false}, 2), 2 * 2.05791666666667, "Leduc after 2");
  check(nash_conv_after(kuhn, {true, true}, 300) < 1e-4, "predictive Kuhn");
}

void other_games_are_solved() {
  check(nash_conv_after(make_sequence_game(toy_poker(3, false)), {true, false}, 200) < 5e-3,
        "Kuhn for three");
  check(nash_conv_after(make_sequence_game(goofspiel(3)), {true, false}, 200) < 5e-2, "goofspiel");
  check(nash_conv_after(make_sequence_game(liars_dice(2)), {true, false}, 200) < 5e-2, "dice");
  const PublicTree tree = no_limit_tree({1, 5, 25, {0.5, 1.0}, {1.0}});
  RiverSpot spot{{0, 9, 22, 35, 48}, {}};
  for (int seat = 0; seat < 2; ++seat) {
    spot.range[seat].assign(kNumHands, 0.0);
    for (int hand = seat; hand < kNumHands; hand += 37) spot.range[seat][hand] = 1.0 + hand % 3;
  }
  check(nash_conv_after(make_river_game(tree, spot), {true, false}, 100) < 0.5, "river");
}

void sampling_visits_every_scheme() {
  const ExtensiveGame kuhn = toy_poker(3, false);
  for (Scheme scheme : {Scheme::Chance, Scheme::External, Scheme::Outcome}) {
    Sampled solver(kuhn, {scheme, 7, 0.6});
    solver.run(500);
    double mass = 0.0;
    for (double weight : solver.average()) mass += weight;
    check(mass > 0.0 && std::isfinite(mass), "average of a sampled run");
  }
}

// One game serves many threads: each solves, samples and scores it by itself.
void threads_share_a_game() {
  const ExtensiveGame histories = toy_poker(2, true);
  const SequenceGame leduc = make_sequence_game(histories);
  std::array<double, 4> found{};
  std::array<std::vector<double>, 4> average;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < found.size(); ++i) {
    threads.emplace_back([&, i] {
      found[i] = nash_conv_after(leduc, {true, true}, 20);
      Sampled sampled(histories, {Scheme::External, 7, 0.6});
      sampled.run(200);
      average[i] = sampled.average();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 1; i < found.size(); ++i) {
    check(found[i] == found[0] && average[i] == average[0], "a thread of its own result");
  }
}

const Register digits("lab: CFR+ has the known digits", cfr_plus_has_the_known_digits);
const Register games("lab: other games are solved", other_games_are_solved);
const Register sampling("lab: every sampling scheme runs", sampling_visits_every_scheme);

const Register threads("lab: threads share a game", threads_share_a_game);

}  // namespace
}  // namespace feltprint::tests
