#include "feltprint/solver/ranged_deals.hpp"

#include <algorithm>
#include <string>

#include "feltprint/error.hpp"

namespace feltprint {
namespace {

constexpr double kWhole = 4294967296.0;  // a weight of 1

std::vector<std::uint64_t> running_sums(const std::vector<double>& weights, std::size_t seat) {
  std::vector<std::uint64_t> ends;
  std::uint64_t sum = 0;
  for (std::size_t hand = 0; hand < weights.size(); ++hand) {
    const double weight = weights[hand];
    if (!(weight >= 0.0 && weight <= 1.0)) {
      throw ConfigError("ranges: the weight of hand " + std::to_string(hand) + " of seat " +
                        std::to_string(seat) + " must be in 0..1; found " + std::to_string(weight));
    }
    const auto share = static_cast<std::uint64_t>(weight * kWhole);
    sum += weight > 0.0 ? std::max<std::uint64_t>(share, 1) : 0;
    ends.push_back(sum);
  }
  if (sum == 0) {
    throw ConfigError("ranges: seat " + std::to_string(seat) +
                      " has no hand; give each seat one at least");
  }
  return ends;
}

}  // namespace

RangedDeals::RangedDeals(const Game& game, const std::vector<std::vector<double>>& weights)
    : game_(game) {
  const auto num_players = static_cast<std::size_t>(game.tree().num_players);
  const auto num_hands = static_cast<std::size_t>(game.num_hands());
  const auto fits = [&](const std::vector<double>& range) { return range.size() == num_hands; };
  if (weights.size() != num_players || !std::all_of(weights.begin(), weights.end(), fits)) {
    throw ConfigError("ranges: expected " + std::to_string(num_hands) + " weights for each of " +
                      std::to_string(num_players) + " seats; found " +
                      std::to_string(weights.size()) + " seats or another number of hands");
  }
  for (std::size_t seat = 0; seat < num_players; ++seat) {
    ends_.push_back(running_sums(weights[seat], seat));
    weights_.emplace_back(weights[seat].begin(), weights[seat].end());
  }
  BoardSample trial;
  if (!draw_first(0, Purpose::Deal, 0, trial)) {
    throw ConfigError("ranges: no deal without a shared card in " + std::to_string(kMaxDraws) +
                      " draws; give the seats ranges that leave room for one another");
  }
}

void RangedDeals::sample(std::uint32_t seed, Purpose purpose, std::uint64_t board, int num_deals,
                         BoardSample& out) const {
  const auto num_players = static_cast<std::size_t>(game_.tree().num_players);
  bool found = draw_first(seed, purpose, board, out);
  out.hands.resize(num_players * static_cast<std::size_t>(num_deals));
  for (int deal = 1; deal < num_deals && found; ++deal) {
    RandomStream random(seed, purpose, board, static_cast<std::uint32_t>(deal));
    found = draw_on_board(random, out, out.hands.data() + num_players * std::size_t(deal));
  }
  if (!found) {
    throw SolverError("ranges: board " + std::to_string(board) + " has no deal in " +
                      std::to_string(kMaxDraws) +
                      " draws; give the seats ranges that leave room for one another");
  }
}

// One hand a seat; false when two of them, or one and `used`, share a card.
bool RangedDeals::draw_deal(RandomStream& random, std::uint64_t& used, Hand* hands) const {
  bool disjoint = true;
  for (std::size_t seat = 0; seat < ends_.size(); ++seat) {
    const auto& ends = ends_[seat];
    const std::uint64_t at = random.below64(ends.back());
    const auto found = std::upper_bound(ends.begin(), ends.end(), at);
    hands[seat] = static_cast<Hand>(found - ends.begin());
    const std::uint64_t cards = game_.hand_masks()[hands[seat]];
    disjoint = disjoint && (used & cards) == 0;
    used |= cards;
  }
  return disjoint;
}

// The first deal with its board.
bool RangedDeals::draw_first(std::uint32_t seed, Purpose purpose, std::uint64_t board,
                             BoardSample& out) const {
  RandomStream random(seed, purpose, board, 0);
  out.hands.resize(ends_.size());
  for (int i = 0; i < kMaxDraws; ++i) {
    std::uint64_t used = 0;
    if (!draw_deal(random, used, out.hands.data())) continue;
    game_.lay_board(seed, purpose, board, used, out);
    const auto is_free = [&](Hand hand) { return out.strength[hand] != 0; };
    if (std::all_of(out.hands.begin(), out.hands.end(), is_free)) return true;  // all in the deck
  }
  return false;
}

bool RangedDeals::draw_on_board(RandomStream& random, const BoardSample& board, Hand* hands) const {
  const auto is_free = [&](Hand hand) { return board.strength[hand] != 0; };
  for (int i = 0; i < kMaxDraws; ++i) {
    std::uint64_t used = 0;
    if (draw_deal(random, used, hands) && std::all_of(hands, hands + ends_.size(), is_free)) {
      return true;
    }
  }
  return false;
}

}  // namespace feltprint
