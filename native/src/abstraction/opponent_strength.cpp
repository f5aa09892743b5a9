// OCHS: strength against groups of opponents' hands, all groups at once in one sorted sweep.
#include <algorithm>
#include <array>
#include <vector>

#include "abstraction/river_row.hpp"
#include "cards/parallel_ranges.hpp"
#include "feltprint/abstraction/kmeans.hpp"
#include "feltprint/abstraction/potential_features.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/hand_rank.hpp"
#include "feltprint/cards/isomorphism.hpp"

namespace feltprint {
namespace {

constexpr int kNumDenseRanks = 7463;
constexpr std::size_t kGroups = kOpponentGroups;
using Counts = std::array<std::uint16_t, kGroups>;  // hands of each group

void add(Counts& to, const Counts& more) {
  for (std::size_t g = 0; g < kGroups; ++g) to[g] = static_cast<std::uint16_t>(to[g] + more[g]);
}

// Hands of each group, in all and with each card.
struct CardCounts {
  Counts total{};
  std::array<Counts, kNumCards> with_card{};

  void add_hand(Card a, Card b, const Counts& one) {
    add(total, one);
    add(with_card[a], one);
    add(with_card[b], one);
  }
  // Those that share no card with a hand; `own` = one in the hand's group if it was added.
  Counts disjoint(Card a, Card b, const Counts& own) const {
    Counts counts;
    for (std::size_t g = 0; g < kGroups; ++g) {
      counts[g] = static_cast<std::uint16_t>(total[g] - with_card[a][g] - with_card[b][g] + own[g]);
    }
    return counts;
  }
};

// One hand of each group. Shape: [group].
constexpr std::array<Counts, kGroups> kOne = [] {
  std::array<Counts, kGroups> one{};
  for (std::size_t g = 0; g < kGroups; ++g) one[g][g] = 1;
  return one;
}();

// 2^40 / (2n) rounded up: exact for numerators below 2^22 and n up to 990.
constexpr std::array<std::uint64_t, 1082> kInverse = [] {
  std::array<std::uint64_t, 1082> inverse{};
  for (std::uint64_t n = 1; n < inverse.size(); ++n) {
    inverse[n] = ((std::uint64_t{1} << 40) + 2 * n - 1) / (2 * n);
  }
  return inverse;
}();

// HS*1980 against n hands of which 2*wins + ties is x, rounded to the nearest; a group of which
// no hand is left stands at the middle of the scale.
std::int16_t scaled(std::uint32_t x, std::uint32_t n) {
  if (n == 0) return kMaxStrength / 2;
  return static_cast<std::int16_t>((kMaxStrength * x + n) * kInverse[n] >> 40);
}

// Live hands of a board by rising rank, with their cards and groups.
struct RankedHand {
  std::uint16_t rank;
  std::uint16_t hand;
  Card a;
  Card b;
  std::uint8_t group;
};

int rank_hands(const std::array<Card, 5>& board,
               const std::array<std::uint8_t, kNumPreflopClasses>& groups,
               std::array<RankedHand, kNumHands>& out) {
  const HandTable& table = hand_table();
  std::array<std::uint16_t, kNumHands> ranks;
  river_ranks(board.data(), ranks.data());
  std::array<std::uint16_t, kNumDenseRanks + 1> starts{};  // [rank] -> place of its next hand
  for (std::uint16_t rank : ranks) ++starts[rank];
  starts[0] = 0;
  std::uint16_t next = 0;
  for (std::size_t rank = 1; rank < starts.size(); ++rank) {
    const std::uint16_t count = starts[rank];
    starts[rank] = next;
    next = static_cast<std::uint16_t>(next + count);
  }
  for (std::uint16_t hand = 0; hand < kNumHands; ++hand) {
    if (ranks[hand] == 0) continue;
    const auto [a, b] = table.cards[hand];
    out[starts[ranks[hand]]++] = {ranks[hand], hand, a, b, groups[table.preflop_class[hand]]};
  }
  return next;
}

constexpr int kHistogramBins = 33;

// Weight of every class and 1/33 of HS over all rivers. Shape: [class][bin].
std::vector<std::uint64_t> class_histograms(const RiverStrength& strength, int num_threads) {
  constexpr std::size_t kSize = std::size_t{kNumPreflopClasses} * kHistogramBins;
  std::array<std::uint8_t, kMaxStrength + 1> bin;
  for (int x = 0; x <= kMaxStrength; ++x) {
    bin[static_cast<std::size_t>(x)] =
        static_cast<std::uint8_t>(std::min(kHistogramBins - 1, x * kHistogramBins / kMaxStrength));
  }
  const CanonicalBoards& rivers = canonical_boards(3);
  std::vector<std::vector<std::uint64_t>> parts(static_cast<std::size_t>(std::max(1, num_threads)),
                                                std::vector<std::uint64_t>(kSize));
  parallel_ranges(parts.size(), num_threads, [&](std::size_t begin, std::size_t end) {
    std::array<std::uint8_t, kNumHands> bins;
    for (std::size_t part = begin; part < end; ++part) {
      for (std::size_t i = part; i < rivers.boards.size(); i += parts.size()) {
        write_river_board(strength, rivers.boards[i], bin, bins.data());
        for (std::size_t hand = 0; hand < kNumHands; ++hand) {
          if (bins[hand] == 255) continue;
          const std::size_t row = hand_table().preflop_class[hand];
          parts[part][row * kHistogramBins + bins[hand]] += rivers.weights[i];
        }
      }
    }
  });
  std::vector<std::uint64_t> total(kSize);
  for (const auto& part : parts) {
    for (std::size_t i = 0; i < kSize; ++i) total[i] += part[i];
  }
  return total;
}

// Cumulative histogram of each class in 63rds. Shape: [class][level].
std::vector<std::uint8_t> class_features(const RiverStrength& strength, int num_threads) {
  const auto histograms = class_histograms(strength, num_threads);
  std::vector<std::uint8_t> features;
  for (std::size_t row = 0; row < kNumPreflopClasses; ++row) {
    const std::uint64_t* bins = &histograms[row * kHistogramBins];
    std::uint64_t whole = 0;
    for (int i = 0; i < kHistogramBins; ++i) whole += bins[i];
    std::uint64_t through = 0;
    for (int i = 0; i < kTurnFeatures; ++i) {
      through += bins[i];
      features.push_back(static_cast<std::uint8_t>((63 * through + whole / 2) / whole));
    }
  }
  return features;
}

}  // namespace

std::array<std::uint8_t, kNumPreflopClasses> opponent_groups(const RiverStrength& strength,
                                                             std::uint32_t seed, int num_threads) {
  constexpr int kIterations = 100;
  const std::vector<std::uint8_t> features = class_features(strength, num_threads);
  KMeans<Emd> kmeans(kTurnFeatures, 1, kOpponentGroups, 1);
  kmeans.resize(kNumPreflopClasses);
  for (std::size_t row = 0; row < kNumPreflopClasses; ++row) {
    const std::uint32_t combinations = row < 13 ? 6 : row < 91 ? 4 : 12;
    kmeans.set_board(row, combinations, &features[row * kTurnFeatures]);
  }
  kmeans.seed_more(kOpponentGroups, seed, 0);
  for (int i = 0; i < kIterations; ++i) {
    kmeans.assign(0, 1);
    if (kmeans.finish().num_empty > 0) {
      kmeans.repair();
    } else {
      kmeans.update();
    }
  }
  // Weakest first: the more of the histogram lies low, the greater are its sums.
  const CentroidList<Emd> list(kTurnFeatures, kmeans.centroids(), 0, kOpponentGroups);
  std::array<std::uint8_t, kNumPreflopClasses> groups;
  for (std::size_t row = 0; row < kNumPreflopClasses; ++row) {
    BoardPoints<Emd> point;
    pack_board<Emd>(&features[row * kTurnFeatures], 1, kTurnFeatures, point);
    std::array<std::uint16_t, kPointsPerBlock> distance;
    std::array<std::uint16_t, kPointsPerBlock> index;
    distance.fill(65535);
    index.fill(65535);
    find_nearest<Emd>(point.values.data(), list, distance.data(), index.data());
    const auto place = std::find(list.ids.begin(), list.ids.end(), index[0]) - list.ids.begin();
    groups[row] = static_cast<std::uint8_t>(kOpponentGroups - 1 - place);
  }
  return groups;
}

void river_features(const std::array<Card, 5>& board,
                    const std::array<std::uint8_t, kNumPreflopClasses>& groups, std::int16_t* out) {
  std::array<RankedHand, kNumHands> hands;
  const int count = rank_hands(board, groups, hands);
  CardCounts all;
  CardCounts below;
  CardCounts tied;  // empty between two ranks
  for (int i = 0; i < count; ++i) all.add_hand(hands[i].a, hands[i].b, kOne[hands[i].group]);
  for (int first = 0, last = 0; first < count; first = last) {
    for (; last < count && hands[last].rank == hands[first].rank; ++last) {
      tied.add_hand(hands[last].a, hands[last].b, kOne[hands[last].group]);
    }
    for (int i = first; i < last; ++i) {
      const RankedHand& h = hands[i];
      const Counts weaker = below.disjoint(h.a, h.b, {});
      const Counts equal = tied.disjoint(h.a, h.b, kOne[h.group]);
      const Counts others = all.disjoint(h.a, h.b, kOne[h.group]);
      for (std::size_t g = 0; g < kGroups; ++g) {
        const std::uint32_t x = 2 * std::uint32_t{weaker[g]} + equal[g];
        out[h.hand * kGroups + g] = scaled(x, others[g]);
      }
    }
    for (int i = first; i < last; ++i) {
      below.add_hand(hands[i].a, hands[i].b, kOne[hands[i].group]);
      tied.with_card[hands[i].a] = {};
      tied.with_card[hands[i].b] = {};
    }
    tied.total = {};
  }
}

}  // namespace feltprint
