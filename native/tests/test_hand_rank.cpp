// Every hand of five, six and seven cards: the product's ranks against the counting ladder.
#include <algorithm>
#include <array>
#include <utility>

#include "check.hpp"
#include "counting_ladder.hpp"
#include "feltprint/cards/hand_rank.hpp"
#include "feltprint/cards/hand_tally.hpp"

namespace feltprint::tests {
namespace {

struct Totals {
  std::uint64_t num_hands = 0;
  std::uint64_t sum = 0;
  std::array<std::uint64_t, 10> by_category{};
  std::vector<bool> found = std::vector<bool>(kNumHandRanks + 1, false);
};

// Calls visit(tally, ladder) for every hand of `left` more cards below `limit`.
template <class Visit>
void for_each_hand(int left, int limit, const HandTally& tally, const CountingLadder& ladder,
                   const Visit& visit) {
  if (left == 0) {
    visit(tally, ladder);
    return;
  }
  for (int card = left - 1; card < limit; ++card) {
    HandTally next_tally = tally;
    CountingLadder next_ladder = ladder;
    next_tally.add(static_cast<Card>(card), evaluator_tables());
    next_ladder.add(static_cast<Card>(card));
    for_each_hand(left - 1, card, next_tally, next_ladder, visit);
  }
}

// Ladder scores in rising order: score i has dense rank i + 1, if the ranks follow the ladder.
const std::vector<std::uint32_t>& scores_by_rank() {
  static const std::vector<std::uint32_t> scores = [] {
    std::vector<std::uint32_t> all;
    for_each_hand(5, kNumCards, {}, {},
                  [&](const HandTally&, const CountingLadder& l) { all.push_back(l.score()); });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }();
  return scores;
}

Totals compare_all(int num_cards) {
  const std::vector<std::uint32_t>& scores = scores_by_rank();
  check_equal(scores.size(), std::size_t{kNumHandRanks}, "classes of the ladder");
  Totals totals;
  for_each_hand(num_cards, kNumCards, {}, {},
                [&](const HandTally& tally, const CountingLadder& ladder) {
                  const std::uint16_t rank = tally.rank(evaluator_tables());
                  const std::uint32_t score = ladder.score();
                  if (rank == 0 || rank > kNumHandRanks || scores[rank - 1] != score) {
                    throw std::runtime_error("rank " + std::to_string(rank) + " for score " +
                                             std::to_string(score));
                  }
                  ++totals.num_hands;
                  totals.sum += rank;
                  ++totals.by_category[CountingLadder::category(score)];
                  totals.found[rank] = true;
                });
  return totals;
}

void check_totals(int num_cards, std::uint64_t hands, std::int64_t distinct, std::uint64_t sum) {
  const Totals totals = compare_all(num_cards);
  check_equal(totals.num_hands, hands, "hands");
  check_equal(std::count(totals.found.begin(), totals.found.end(), true), distinct, "ranks");
  check_equal(totals.sum, sum, "sum of ranks");
}

void five_cards() { check_totals(5, 2598960, 7462, 4792773180); }
void six_cards() { check_totals(6, 20358520, 6075, 51937679760); }

void seven_cards() {
  const Totals totals = compare_all(7);
  check_equal(totals.num_hands, 133784560u, "hands");
  check_equal(std::count(totals.found.begin(), totals.found.end(), true), 4824, "ranks");
  check_equal(totals.sum, 450468187308u, "sum of ranks");
  const std::array<std::uint64_t, 10> expected{0,       23294460, 58627800, 31433400, 6461620,
                                               6180020, 4047644,  3473184,  224848,   41584};
  for (std::size_t i = 1; i < expected.size(); ++i) {
    check_equal(totals.by_category[i], expected[i], "hands of category " + std::to_string(i));
  }
}

const Register kFive("five-card hands equal the ladder", five_cards);
const Register kSix("six-card hands equal the ladder", six_cards, /*exhaustive=*/true);
const Register kSeven("seven-card hands equal the ladder", seven_cards, /*exhaustive=*/true);

}  // namespace
}  // namespace feltprint::tests
