#include "feltprint/cards/equity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/hand_rank.hpp"
#include "feltprint/cards/hand_tally.hpp"
#include "feltprint/cards/preflop_equity.hpp"
#include "feltprint/cards/runouts.hpp"
#include "feltprint/cards/showdown.hpp"
#include "feltprint/error.hpp"
#include "feltprint/rng.hpp"

namespace feltprint {
namespace {

constexpr std::uint32_t kMaxAttempts = 100000;  // rejected deals in a row before giving up
// Pairs of hands on a flop that are compared one by one; beyond, whole ranges board by board.
constexpr std::size_t kMaxHandPairs = 20000;

std::uint64_t mask_of(std::span<const Card> cards) {
  std::uint64_t mask = 0;
  for (Card card : cards) mask |= card_bit(card);
  return mask;
}

// Calls visit(board of five cards) for every completion of a board with cards outside `dead`.
template <class Visit>
void for_each_runout(std::span<const Card> board, std::uint64_t dead, const Visit& visit) {
  std::array<Card, 5> cards{};
  std::copy(board.begin(), board.end(), cards.begin());
  const auto place = [&](const auto& self, std::size_t position, int limit) -> void {
    if (position == 5) {
      visit(cards);
      return;
    }
    for (int card = 0; card < limit; ++card) {
      if (dead >> card & 1) continue;
      cards[position] = static_cast<Card>(card);
      self(self, position + 1, card);
    }
  };
  place(place, board.size(), kNumCards);
}

// Adds one showdown of the hands on a board to the seats.
void add_showdown(const HandTally& board, std::span<const Hand> hands, double weight,
                  std::span<SeatEquity> seats) {
  std::array<std::uint16_t, kMaxPlayers> ranks{};
  std::uint16_t best = 0;
  int num_best = 0;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    HandTally tally = board;
    for (Card card : hand_table().cards[hands[i]]) tally.add(card, evaluator_tables());
    ranks[i] = tally.rank(evaluator_tables());
    num_best = ranks[i] > best ? 1 : num_best + (ranks[i] == best ? 1 : 0);
    best = std::max(best, ranks[i]);
  }
  for (std::size_t i = 0; i < hands.size(); ++i) {
    if (ranks[i] != best) continue;
    (num_best == 1 ? seats[i].win : seats[i].tie) += weight;
    seats[i].share += weight / num_best;
  }
}

EquityResult result_of(double win, double tie, double lose) {
  return {{{win, tie, win + tie / 2}, {lose, tie, lose + tie / 2}}, win + tie + lose, {}};
}

// Two ranges on a flop, hand by hand.
EquityResult compare_on_flop(std::span<const Range> ranges, std::span<const Card, 3> flop) {
  std::vector<FlopHand> others;
  others.reserve(ranges[1].size());
  for (const RangeHand& two : ranges[1]) others.emplace_back(two.hand, flop);
  double win = 0;
  double lose = 0;
  double total = 0;
  for (const RangeHand& one : ranges[0]) {
    const FlopHand hand(one.hand, flop);
    for (std::size_t j = 0; j < others.size(); ++j) {
      const RangeHand& two = ranges[1][j];
      if ((hand_table().mask[one.hand] & hand_table().mask[two.hand]) != 0) continue;
      const RunoutCounts counts = compare_runouts(hand, others[j]);
      const double weight = one.weight * two.weight;
      win += weight * counts.wins;
      lose += weight * counts.losses;
      total += weight * kNumFlopRunouts;
    }
  }
  return result_of(win, total - win - lose, lose);
}

// Two ranges after the flop: one comparison of a whole range for each runout.
EquityResult compare_ranges(std::span<const Range> ranges, std::span<const Card> board) {
  std::vector<double> weights(kNumHands, 0.0);
  for (const RangeHand& entry : ranges[1]) weights[entry.hand] += entry.weight;
  std::vector<double> below(kNumHands);
  std::vector<double> values(kNumHands);
  std::vector<double> all(kNumHands);
  double win = 0;
  double lose = 0;
  double total = 0;
  for_each_runout(board, mask_of(board), [&](const std::array<Card, 5>& cards) {
    const ShowdownPlan plan(cards);
    plan.below(weights.data(), below.data());
    plan.values(weights.data(), values.data());
    disjoint_weights(cards.data(), 5, weights.data(), all.data());
    for (const RangeHand& entry : ranges[0]) {
      win += entry.weight * below[entry.hand];
      lose += entry.weight * (below[entry.hand] - values[entry.hand]);
      total += entry.weight * all[entry.hand];
    }
  });
  return result_of(win, total - win - lose, lose);
}

// Two ranges before the flop, from the table of all-in counts.
EquityResult compare_preflop(std::span<const Range> ranges) {
  double win = 0;
  double tie = 0;
  double lose = 0;
  for (const RangeHand& one : ranges[0]) {
    for (const RangeHand& two : ranges[1]) {
      if ((hand_table().mask[one.hand] & hand_table().mask[two.hand]) != 0) continue;
      const Outcome outcome = PreflopEquity::instance().hands(one.hand, two.hand);
      const double weight = one.weight * two.weight;
      win += weight * static_cast<double>(outcome.win);
      tie += weight * static_cast<double>(outcome.tie);
      lose += weight * static_cast<double>(outcome.lose);
    }
  }
  return result_of(win, tie, lose);
}

EquityResult compare_two(std::span<const Range> ranges, std::span<const Card> board) {
  if (board.empty()) return compare_preflop(ranges);
  const bool few = ranges[0].size() * ranges[1].size() <= kMaxHandPairs;
  return board.size() == 3 && few ? compare_on_flop(ranges, board.first<3>())
                                  : compare_ranges(ranges, board);
}

// Calls visit(hands, weight, dead cards) for every deal of the ranges.
template <class Visit>
void for_each_deal(std::span<const Range> ranges, std::uint64_t dead, const Visit& visit) {
  std::array<Hand, kMaxPlayers> hands{};
  const auto deal = [&](const auto& self, std::size_t seat, double weight,
                        std::uint64_t used) -> void {
    if (seat == ranges.size()) {
      visit(std::span<const Hand>(hands.data(), ranges.size()), weight, used);
      return;
    }
    for (const RangeHand& entry : ranges[seat]) {
      const std::uint64_t mask = hand_table().mask[entry.hand];
      if ((mask & used) != 0) continue;
      hands[seat] = entry.hand;
      self(self, seat + 1, weight * entry.weight, used | mask);
    }
  };
  deal(deal, 0, 1.0, dead);
}

void require_possible(double weight) {
  if (weight > 0) return;
  throw ConfigError(
      "equity: no deal gives every seat a hand of its range without a common card; check the "
      "ranges against each other and the board");
}

// Draws an index by weight: cumulative weights, uniform 53-bit number.
class RangeSampler {
 public:
  explicit RangeSampler(const Range& range) {
    double sum = 0;
    for (const RangeHand& entry : range) cumulative_.push_back(sum += entry.weight);
  }
  std::size_t draw(RandomStream& stream) const {
    const std::uint64_t high = stream.next_u32() >> 5;
    const std::uint64_t low = stream.next_u32() >> 6;
    const double uniform = static_cast<double>(high << 26 | low) * 0x1p-53;
    const auto it =
        std::upper_bound(cumulative_.begin(), cumulative_.end(), uniform * cumulative_.back());
    return std::min<std::size_t>(static_cast<std::size_t>(it - cumulative_.begin()),
                                 cumulative_.size() - 1);
  }

 private:
  std::vector<double> cumulative_;
};

// One deal in the law of the ranges; the cards in use grow by its hands.
std::uint64_t draw_deal(std::span<const Range> ranges, const std::vector<RangeSampler>& samplers,
                        std::uint64_t dead, RandomStream& stream, std::span<Hand> hands) {
  for (std::uint32_t attempt = 0; attempt < kMaxAttempts; ++attempt) {
    std::uint64_t used = dead;
    bool collides = false;
    for (std::size_t seat = 0; seat < ranges.size() && !collides; ++seat) {
      hands[seat] = ranges[seat][samplers[seat].draw(stream)].hand;
      const std::uint64_t mask = hand_table().mask[hands[seat]];
      collides = (mask & used) != 0;
      used |= mask;
    }
    if (!collides) return used;
  }
  require_possible(0);
  return dead;
}

}  // namespace

double equity_work(std::span<const Range> ranges, std::span<const Card> board) {
  const int left = kNumCards - static_cast<int>(board.size() + 2 * ranges.size());
  double work = 1;
  for (int i = 0; i < 5 - static_cast<int>(board.size()); ++i) work = work * (left - i) / (i + 1);
  if (ranges.size() == 2) return board.empty() ? 1 : work;
  for (const Range& range : ranges) work *= static_cast<double>(range.size());
  return work;
}

EquityResult equity_exact(std::span<const Range> ranges, std::span<const Card> board) {
  EquityResult result;
  if (ranges.size() == 2) {
    result = compare_two(ranges, board);
  } else {
    result = {std::vector<SeatEquity>(ranges.size(), SeatEquity{0, 0, 0}), 0, {}};
    for_each_deal(ranges, mask_of(board),
                  [&](std::span<const Hand> hands, double weight, std::uint64_t dead) {
                    for_each_runout(board, dead, [&](const std::array<Card, 5>& cards) {
                      add_showdown(tally_of(cards.data(), 5, evaluator_tables()), hands, weight,
                                   result.seats);
                      result.weight += weight;
                    });
                  });
  }
  require_possible(result.weight);
  return result;
}

EquityResult equity_sampled(std::span<const Range> ranges, std::span<const Card> board,
                            std::uint32_t seed, std::uint32_t num_samples) {
  std::vector<RangeSampler> samplers;
  for (const Range& range : ranges) samplers.emplace_back(range);
  EquityResult result{std::vector<SeatEquity>(ranges.size(), SeatEquity{0, 0, 0}), 0, {}};
  std::vector<double> squares(ranges.size(), 0.0);
  std::array<Hand, kMaxPlayers> hands{};
  std::array<Card, 5> cards{};
  std::copy(board.begin(), board.end(), cards.begin());
  for (std::uint32_t sample = 0; sample < num_samples; ++sample) {
    RandomStream stream(seed, Purpose::EvaluationDeal, sample, 0);
    std::uint64_t used = draw_deal(ranges, samplers, mask_of(board), stream, hands);
    for (std::size_t i = board.size(); i < 5; ++i) {
      do {
        cards[i] = static_cast<Card>(stream.below(kNumCards));
      } while ((used >> cards[i] & 1) != 0);
      used |= card_bit(cards[i]);
    }
    std::array<SeatEquity, kMaxPlayers> one{};
    add_showdown(tally_of(cards.data(), 5, evaluator_tables()),
                 std::span<const Hand>(hands.data(), ranges.size()), 1.0, one);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      result.seats[i].win += one[i].win;
      result.seats[i].tie += one[i].tie;
      result.seats[i].share += one[i].share;
      squares[i] += one[i].share * one[i].share;
    }
  }
  result.weight = num_samples;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const double mean = result.seats[i].share / num_samples;
    const double variance = squares[i] / num_samples - mean * mean;
    result.standard_error.push_back(std::sqrt(std::max(variance, 0.0) / (num_samples - 1.0)));
  }
  return result;
}

}  // namespace feltprint
