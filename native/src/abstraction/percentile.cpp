#include "feltprint/abstraction/percentile.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <string>

#include "abstraction/river_row.hpp"
#include "cards/parallel_ranges.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/error.hpp"

namespace feltprint {
namespace {

// A value and its weight; cuts are found in a list of these in rising order.
struct Weighted {
  std::uint32_t value;
  std::uint64_t weight;
};

constexpr const char* kStreetNames[] = {"preflop", "flop", "turn", "river"};

void require_num_buckets(int num_buckets, int street) {
  if (num_buckets >= 1 && num_buckets <= 65535) return;
  throw ConfigError(std::string(kStreetNames[street]) + " has " + std::to_string(num_buckets) +
                    " buckets; expected 1..65535");
}

void require_rising(const std::vector<std::uint32_t>& cuts, int street, std::uint32_t least) {
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    if (cuts[i] > (i == 0 ? least : cuts[i - 1])) continue;
    throw ConfigError(std::string(kStreetNames[street]) + " has " +
                      std::to_string(cuts.size() + 1) + " buckets, but bucket " +
                      std::to_string(i) + " would be empty (one value outweighs it); use fewer");
  }
}

constexpr int kBinBits = 16;  // histogram over the upper bits of S

// Calls visit(sum, weight) for every live hand of the canonical boards begin..end-1.
template <class Visit>
void for_each_hand(const std::vector<std::uint32_t>& sums, int street, std::size_t begin,
                   std::size_t end, const Visit& visit) {
  const CanonicalBoards& boards = canonical_boards(street);
  const ClassLayout& layout = class_layout();
  const HandTable& hands = hand_table();
  for (std::size_t i = begin; i < end; ++i) {
    std::uint64_t dead = 0;
    for (int j = 0; j < boards.num_cards; ++j) dead |= card_bit(boards.boards[i][j]);
    const std::uint32_t* row = &sums[i * kNumLaneSlots];
    for (int hand = 0; hand < kNumHands; ++hand) {
      if ((hands.mask[hand] & dead) == 0) visit(row[layout.slot[hand]], boards.weights[i]);
    }
  }
}

std::vector<std::uint64_t> sum_histogram(const std::vector<std::uint32_t>& sums, int street,
                                         int num_threads) {
  std::vector<std::uint64_t> total(std::size_t{1} << kBinBits, 0);
  std::mutex mutex;
  const std::size_t num_boards = canonical_boards(street).boards.size();
  parallel_ranges(num_boards, num_threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint64_t> part(total.size(), 0);
    for_each_hand(sums, street, begin, end, [&](std::uint32_t sum, std::uint32_t weight) {
      part[sum >> (32 - kBinBits)] += weight;
    });
    const std::lock_guard<std::mutex> lock(mutex);
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += part[i];
  });
  return total;
}

// The bins that hold a cut: those in which the running weight passes k/num_buckets of the whole.
std::vector<std::uint8_t> cut_bins(const std::vector<std::uint64_t>& histogram, int num_buckets) {
  std::uint64_t whole = 0;
  for (std::uint64_t weight : histogram) whole += weight;
  std::vector<std::uint8_t> holds_cut(histogram.size(), 0);
  const auto buckets = static_cast<std::uint64_t>(num_buckets);
  std::uint64_t below = 0;
  std::uint64_t next_cut = 1;
  for (std::size_t bin = 0; bin < histogram.size(); ++bin) {
    below += histogram[bin];
    for (; next_cut < buckets && below * buckets > next_cut * whole; ++next_cut) {
      holds_cut[bin] = 1;
    }
  }
  return holds_cut;
}

// Cuts of a rising list of values: cut k is the first value with which the running weight passes
// k/num_buckets of the whole.
std::vector<std::uint32_t> cuts_of(const std::vector<Weighted>& values, int num_buckets) {
  std::uint64_t whole = 0;
  for (const Weighted& entry : values) whole += entry.weight;
  std::vector<std::uint32_t> cuts;
  const auto buckets = static_cast<std::uint64_t>(num_buckets);
  std::uint64_t through = 0;
  for (const Weighted& entry : values) {
    through += entry.weight;
    while (cuts.size() + 1 < buckets && through * buckets > (cuts.size() + 1) * whole) {
      cuts.push_back(entry.value);
    }
  }
  return cuts;
}

template <class Word>
Word bucket_of(const std::vector<std::uint32_t>& cuts, std::uint32_t value) {
  return static_cast<Word>(std::upper_bound(cuts.begin(), cuts.end(), value) - cuts.begin());
}

// Real boards of each board type, plain types first.
std::vector<std::uint64_t> type_weights() {
  std::vector<std::uint64_t> weights(kNumRankMultisets + kNumFlushTypes, 0);
  const CanonicalBoards& rivers = canonical_boards(3);
  for (std::size_t i = 0; i < rivers.boards.size(); ++i) {
    const BoardType type = board_type(rivers.boards[i]);
    weights[type.index + (type.flush_suit < 0 ? 0 : kNumRankMultisets)] += rivers.weights[i];
  }
  return weights;
}

}  // namespace

std::vector<std::uint32_t> river_cuts(const RiverStrength& strength, int num_buckets) {
  require_num_buckets(num_buckets, 3);
  const CanonicalBoards& rivers = canonical_boards(3);
  std::vector<Weighted> values(kMaxStrength + 1);
  for (std::uint32_t x = 0; x <= kMaxStrength; ++x) values[x] = {x, 0};
  // One board stands for all boards of its type: they leave the same hands of each value.
  const std::vector<std::uint64_t> weights = type_weights();
  std::vector<std::uint8_t> seen(weights.size(), 0);
  std::array<std::uint16_t, kNumHands> x;
  for (const auto& board : rivers.boards) {
    const BoardType type = board_type(board);
    const std::size_t id = type.index + (type.flush_suit < 0 ? 0 : kNumRankMultisets);
    if (seen[id]) continue;
    seen[id] = 1;
    river_strength_of(strength, board.data(), x.data());
    for (std::uint16_t value : x) {
      if (value != 65535) values[value].weight += weights[id];
    }
  }
  const auto cuts = cuts_of(values, num_buckets);
  const auto least = std::find_if(values.begin(), values.end(),
                                  [](const Weighted& entry) { return entry.weight > 0; });
  require_rising(cuts, 3, least->value);
  return cuts;
}

std::vector<std::uint32_t> sum_cuts(const std::vector<std::uint32_t>& sums, int street,
                                    int num_buckets, int num_threads) {
  require_num_buckets(num_buckets, street);
  const auto histogram = sum_histogram(sums, street, num_threads);
  const auto holds_cut = cut_bins(histogram, num_buckets);
  // Exact values only where a cut is; every other bin stands as one value with its weight.
  std::vector<Weighted> values;
  for (std::size_t bin = 0; bin < histogram.size(); ++bin) {
    if (!holds_cut[bin] && histogram[bin] > 0) {
      values.push_back({static_cast<std::uint32_t>(bin << (32 - kBinBits)), histogram[bin]});
    }
  }
  std::uint32_t least = 0xFFFFFFFFu;
  for_each_hand(sums, street, 0, canonical_boards(street).boards.size(),
                [&](std::uint32_t sum, std::uint32_t weight) {
                  least = std::min(least, sum);
                  if (holds_cut[sum >> (32 - kBinBits)]) values.push_back({sum, weight});
                });
  std::sort(values.begin(), values.end(),
            [](const Weighted& a, const Weighted& b) { return a.value < b.value; });
  const auto cuts = cuts_of(values, num_buckets);
  require_rising(cuts, street, least);
  return cuts;
}

template <class Word>
void river_map(const RiverStrength& strength, const std::vector<std::uint32_t>& cuts,
               int num_threads, Word* out) {
  std::array<Word, kMaxStrength + 1> bucket;
  for (std::uint32_t x = 0; x <= kMaxStrength; ++x) bucket[x] = bucket_of<Word>(cuts, x);
  const CanonicalBoards& rivers = canonical_boards(3);
  parallel_ranges(rivers.boards.size(), num_threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      write_river_board(strength, rivers.boards[i], bucket, out + i * kNumHands);
    }
  });
}

template <class Word>
void sum_map(const std::vector<std::uint32_t>& sums, int street,
             const std::vector<std::uint32_t>& cuts, int num_threads, Word* out) {
  // [upper bits] -> bucket of the bin's least value; cuts inside the bin are counted one by one.
  std::vector<std::uint16_t> first(std::size_t{1} << kBinBits);
  for (std::uint32_t bin = 0; bin < first.size(); ++bin) {
    first[bin] = bucket_of<std::uint16_t>(cuts, bin << (32 - kBinBits));
  }
  const CanonicalBoards& boards = canonical_boards(street);
  const ClassLayout& layout = class_layout();
  parallel_ranges(boards.boards.size(), num_threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t* row = &sums[i * kNumLaneSlots];
      for (int hand = 0; hand < kNumHands; ++hand) {
        const std::uint32_t sum = row[layout.slot[hand]];
        std::size_t bucket = first[sum >> (32 - kBinBits)];
        while (bucket < cuts.size() && cuts[bucket] <= sum) ++bucket;
        out[i * kNumHands + hand] = static_cast<Word>(bucket);
      }
      for (int j = 0; j < boards.num_cards; ++j) {
        fill_card(boards.boards[i][j], static_cast<Word>(-1), out + i * kNumHands);
      }
    }
  });
}

template void river_map(const RiverStrength&, const std::vector<std::uint32_t>&, int,
                        std::uint8_t*);
template void river_map(const RiverStrength&, const std::vector<std::uint32_t>&, int,
                        std::uint16_t*);
template void sum_map(const std::vector<std::uint32_t>&, int, const std::vector<std::uint32_t>&,
                      int, std::uint8_t*);
template void sum_map(const std::vector<std::uint32_t>&, int, const std::vector<std::uint32_t>&,
                      int, std::uint16_t*);

}  // namespace feltprint
