#include "feltprint/abstraction/hand_features.hpp"

#include <algorithm>
#include <vector>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/showdown.hpp"

namespace feltprint {
namespace {

constexpr std::uint16_t kBlocked = 65535;

// Calls visit(x of all hands) for every runout of a board.
template <class Visit>
void for_each_river(const RiverStrength& strength, std::span<const Card> board,
                    const Visit& visit) {
  std::array<Card, 5> cards{};
  std::copy(board.begin(), board.end(), cards.begin());
  std::uint64_t dead = 0;
  for (Card card : board) dead |= card_bit(card);
  std::array<std::uint16_t, kNumHands> x;
  const auto place = [&](const auto& self, std::size_t position, int limit) -> void {
    if (position == 5) {
      river_strength_of(strength, cards.data(), x.data());
      visit(x);
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

}  // namespace

void strength_moments(const RiverStrength& strength, std::span<const Card> board,
                      std::uint64_t* sum, std::uint64_t* square, std::uint32_t* runouts) {
  std::fill(sum, sum + kNumHands, 0);
  std::fill(square, square + kNumHands, 0);
  std::fill(runouts, runouts + kNumHands, 0);
  for_each_river(strength, board, [&](const std::array<std::uint16_t, kNumHands>& x) {
    for (int hand = 0; hand < kNumHands; ++hand) {
      const std::uint32_t value = x[hand] == kBlocked ? 0 : x[hand];
      sum[hand] += value;
      square[hand] += value * value;
      runouts[hand] += x[hand] == kBlocked ? 0 : 1;
    }
  });
}

void strength_histogram(const RiverStrength& strength, std::span<const Card> board, int num_bins,
                        std::uint32_t* out) {
  std::fill(out, out + static_cast<std::size_t>(kNumHands) * num_bins, 0);
  std::array<std::uint16_t, kMaxStrength + 1> bin;
  for (int x = 0; x <= kMaxStrength; ++x) {
    bin[x] = static_cast<std::uint16_t>(std::min(num_bins - 1, x * num_bins / kMaxStrength));
  }
  for_each_river(strength, board, [&](const std::array<std::uint16_t, kNumHands>& x) {
    for (int hand = 0; hand < kNumHands; ++hand) {
      if (x[hand] != kBlocked) ++out[static_cast<std::size_t>(hand) * num_bins + bin[x[hand]]];
    }
  });
}

void cluster_strength(const std::array<Card, 5>& board, const std::uint8_t* cluster,
                      int num_clusters, std::uint16_t* x, std::uint16_t* opponents) {
  const ShowdownPlan plan(board);
  std::vector<double> weights(kNumHands);
  std::vector<double> values(kNumHands);
  std::vector<double> all(kNumHands);
  for (int c = 0; c < num_clusters; ++c) {
    for (int hand = 0; hand < kNumHands; ++hand) weights[hand] = cluster[hand] == c ? 1.0 : 0.0;
    plan.values(weights.data(), values.data());
    disjoint_weights(board.data(), 5, weights.data(), all.data());
    // Sums of ones: exact, so 2*wins + ties = all + wins - losses is an integer.
    for (int hand = 0; hand < kNumHands; ++hand) {
      const std::size_t slot = static_cast<std::size_t>(hand) * num_clusters + c;
      opponents[slot] = static_cast<std::uint16_t>(all[hand]);
      x[slot] = static_cast<std::uint16_t>(all[hand] + values[hand]);
    }
  }
}

}  // namespace feltprint
