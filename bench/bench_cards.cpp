// The native card engine, one thread: prints a JSON object of nanoseconds by row.
//
// Compiled and run by bench/cards.py. Input: hands of seven cards from standard input, so that the
// rows are of the same hands as those from Python.
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <functional>
#include <iterator>
#include <vector>

#include "counting_ladder.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/equity.hpp"
#include "feltprint/cards/evaluator_tables.hpp"
#include "feltprint/cards/hand_planes.hpp"
#include "feltprint/cards/hand_rank.hpp"
#include "feltprint/cards/hand_tally.hpp"
#include "feltprint/cards/hand_totals.hpp"
#include "feltprint/cards/showdown.hpp"

namespace {

using namespace feltprint;

constexpr int kBoards = 4000;
bool g_first = true;
volatile std::uint64_t g_sink;  // keeps results alive

double cpu_seconds() {
  std::timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void row(const char* name, double count, int repeats, const std::function<void()>& work) {
  double best = 1e99;
  for (int i = 0; i < repeats; ++i) {
    const double start = cpu_seconds();
    work();
    best = std::min(best, cpu_seconds() - start);
  }
  std::printf("%s\"%s\": %.4f", g_first ? "{" : ", ", name, best / count * 1e9);
  g_first = false;
}

void batches(const std::vector<Card>& hands) {
  const std::size_t count = hands.size() / 7;
  std::vector<std::uint16_t> ranks(count);
  std::vector<std::uint16_t> planes(4 * count);
  std::vector<std::uint32_t> values(count);
  std::uint16_t* p = planes.data();
  suit_planes(hands.data(), count, 7, {p, p + count, p + 2 * count, p + 3 * count});
  const auto number = static_cast<double>(count);
  row("evaluate", number, 7, [&] { evaluate_batch(hands.data(), count, 7, ranks.data()); });
  row("planes", number, 7, [&] {
    evaluate_planes({p, p + count, p + 2 * count, p + 3 * count}, count, 7, values.data());
  });
  row("dense", number, 3, [&] { dense_ranks(values, ranks.data()); });
  row("enumerate", 133784560.0, 3, [&] { g_sink = seven_card_totals().sum_of_ranks; });
}

void hand_by_hand(const std::vector<Card>& hands) {
  const std::size_t count = hands.size() / 7;
  const auto number = static_cast<double>(count);
  const EvaluatorTables& tables = evaluator_tables();
  std::vector<HandTally> tallies(count);
  row("category from scratch", number, 5, [&] {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      sum += tables.packed[tally_of(&hands[7 * i], 7, tables).rank(tables)] >> 12;
    }
    g_sink = sum;
  });
  for (std::size_t i = 0; i < count; ++i) tallies[i] = tally_of(&hands[7 * i], 7, tables);
  const std::size_t few = std::min<std::size_t>(count, 2000);  // in the first cache
  row("category already tallied", 100.0 * static_cast<double>(few), 5, [&] {
    std::uint64_t sum = 0;
    for (int round = 0; round < 100; ++round) {
      for (std::size_t i = 0; i < few; ++i) sum += tables.packed[tallies[i].rank(tables)] >> 12;
    }
    g_sink = sum;
  });
  for (const int width : {5, 7}) {
    const std::string cards = std::to_string(width) + " cards";
    row(("table, " + cards).c_str(), number, 5, [&] {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < count; ++i) sum += evaluate(&hands[7 * i], width);
      g_sink = sum;
    });
    row(("counting, " + cards).c_str(), number, 5, [&] {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < count; ++i) {
        tests::CountingLadder ladder;
        for (int j = 0; j < width; ++j) ladder.add(hands[7 * i + j]);
        sum += ladder.score();
      }
      g_sink = sum;
    });
  }
}

void boards(const std::vector<Card>& hands) {
  std::vector<std::array<Card, 5>> list(kBoards);
  for (int i = 0; i < kBoards; ++i) std::copy_n(&hands[7 * i], 5, list[i].begin());
  std::vector<ShowdownPlan> plans;
  for (const auto& board : list) plans.emplace_back(board);
  std::vector<std::uint16_t> ranks(kNumHands);
  std::vector<double> weights(kNumHands);
  std::vector<double> values(kNumHands);
  for (int hand = 0; hand < kNumHands; ++hand) weights[hand] = hands[hand] / 52.0;
  row("river_ranks", kBoards, 7, [&] {
    for (const auto& board : list) river_ranks(board.data(), ranks.data());
  });
  alignas(64) static std::array<std::uint16_t, kNumLaneSlots> lanes;
  row("river_lanes", kBoards, 7, [&] {
    for (const auto& board : list) river_lanes(board.data(), lanes.data());
  });
  row("river_ranks by one hand after another", kBoards / 40, 3, [&] {
    const EvaluatorTables& tables = evaluator_tables();
    for (int i = 0; i < kBoards / 40; ++i) {
      const HandTally board = tally_of(list[i].data(), 5, tables);
      std::uint64_t dead = 0;
      for (Card card : list[i]) dead |= card_bit(card);
      for (int hand = 0; hand < kNumHands; ++hand) {
        if ((hand_table().mask[hand] & dead) != 0) continue;
        HandTally tally = board;
        for (Card card : hand_table().cards[hand]) tally.add(card, tables);
        ranks[hand] = tally.rank(tables);
      }
    }
  });
  const std::vector<Range> pair{{{hand_id(51, 47), 1.0}}, {{hand_id(41, 42), 1.0}}};  // AsKs QdQh
  const std::array<Card, 3> flop{39, 20, 1};                                          // Js7c2d
  row("runouts", 1000, 7, [&] {
    for (int i = 0; i < 1000; ++i)
      g_sink = static_cast<std::uint64_t>(equity_exact(pair, flop).weight);
  });
  constexpr int kFewBoards = 100;  // whose plans stay in the caches
  row("showdown, few boards", 40 * kFewBoards, 7, [&] {
    for (int i = 0; i < 40; ++i) {
      for (int j = 0; j < kFewBoards; ++j) plans[j].values(weights.data(), values.data());
    }
  });
  row("showdown", kBoards, 7, [&] {
    for (const ShowdownPlan& plan : plans) plan.values(weights.data(), values.data());
  });
  row("showdown plan", kBoards, 3, [&] {
    for (const auto& board : list) g_sink = ShowdownPlan(board).slots[0].item;
  });
  row("fold values", kBoards, 7, [&] {
    for (const auto& board : list) {
      disjoint_weights(board.data(), 5, weights.data(), values.data());
    }
  });
}

}  // namespace

int main() {
  std::vector<Card> hands;
  std::array<Card, 7 * 4096> part;
  for (std::size_t size; (size = std::fread(part.data(), 1, part.size(), stdin)) > 0;) {
    hands.insert(hands.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(size));
  }
  batches(hands);
  hand_by_hand(hands);
  boards(hands);
  std::printf("}\n");
  return 0;
}
