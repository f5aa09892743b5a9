#include "feltprint/abstraction/nested.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "abstraction/river_row.hpp"
#include "cards/expand_hands.hpp"
#include "cards/parallel_ranges.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/error.hpp"

namespace feltprint {
namespace {

constexpr std::uint64_t kTinyParts = 100'000'000;  // 1e-8 of a unit

// One hand of a board in the slot order, with what it is cut by.
struct Entry {
  std::uint64_t equity;
  std::uint64_t square;
  std::uint16_t hand;
  std::uint16_t bin;
};

// Upper edges of bins 0..count-2 between two values, by the equal-width rule.
void equal_width_edges(std::uint64_t low, std::uint64_t high, std::uint64_t scale, int count,
                       std::vector<std::uint64_t>& edges) {
  edges.clear();
  const auto bins = static_cast<std::uint64_t>(count);
  for (std::uint64_t k = 1; k < bins; ++k) {
    edges.push_back(low + ((high - low) * k + scale * k / kTinyParts) / bins);
  }
}

int bin_of(const std::vector<std::uint64_t>& edges, std::uint64_t value) {
  return static_cast<int>(std::lower_bound(edges.begin(), edges.end(), value) - edges.begin());
}

// Cuts hands into bins by one of their values and calls put(entry, bin).
class Cutter {
 public:
  explicit Cutter(bool equal_mass) : equal_mass_(equal_mass) {}

  template <class Value, class Put>
  void cut(std::span<Entry> entries, int count, std::uint64_t scale, const Value& value,
           const Put& put) {
    if (entries.empty()) return;
    if (equal_mass_) {
      cut_mass(entries, count, value, put);
    } else {
      cut_width(entries, count, scale, value, put);
    }
  }

 private:
  template <class Value, class Put>
  void cut_width(std::span<Entry> entries, int count, std::uint64_t scale, const Value& value,
                 const Put& put) {
    std::uint64_t low = value(entries[0]);
    std::uint64_t high = low;
    for (const Entry& entry : entries) {
      low = std::min(low, value(entry));
      high = std::max(high, value(entry));
    }
    equal_width_edges(low, high, scale, count, edges_);
    for (Entry& entry : entries) put(entry, bin_of(edges_, value(entry)));
  }

  template <class Value, class Put>
  void cut_mass(std::span<Entry> entries, int count, const Value& value, const Put& put) {
    std::sort(entries.begin(), entries.end(),
              [&](const Entry& a, const Entry& b) { return value(a) < value(b); });
    const std::size_t size = entries.size();
    for (std::size_t first = 0; first < size;) {
      std::size_t last = first + 1;
      while (last < size && value(entries[last]) == value(entries[first])) ++last;
      const std::size_t middle = first + last;  // twice the middle rank, below 2 * size
      const int bin = static_cast<int>(static_cast<std::size_t>(count) * middle / (2 * size));
      for (; first < last; ++first) put(entries[first], bin);
    }
  }

  bool equal_mass_;
  std::vector<std::uint64_t> edges_;
};

// The buckets of one flop or turn.
template <class Word>
class BoardBins {
 public:
  BoardBins(const Potential& potential, int street, const NestedSpec& spec)
      : potential_(&potential), street_(street), spec_(spec), cutter_(spec.equal_mass) {}

  void write(std::size_t index, Word* out) {
    const CanonicalBoards& boards = canonical_boards(street_);
    const std::array<Card, 5>& cards = boards.boards[index];
    const auto size = static_cast<std::size_t>(boards.num_cards);
    collect(index, {cards.data(), size});
    cutter_.cut(
        entries_, spec_.bins, potential_->equity_scale, [](const Entry& e) { return e.equity; },
        [](Entry& e, int bin) { e.bin = static_cast<std::uint16_t>(bin); });
    group_by_bin();
    const int offset = board_class(spec_.classes, {cards.data(), size}) * spec_.bins;
    for (std::size_t first = 0; first < entries_.size();) {
      std::size_t last = first;
      while (last < entries_.size() && entries_[last].bin == entries_[first].bin) ++last;
      const int start = (offset + entries_[first].bin) * spec_.sub_bins;
      cutter_.cut(
          std::span(entries_).subspan(first, last - first), spec_.sub_bins,
          potential_->square_scale, [](const Entry& e) { return e.square; },
          [&](Entry& e, int sub_bin) { out[e.hand] = static_cast<Word>(start + sub_bin); });
      first = last;
    }
    for (Card card : std::span(cards).first(size)) fill_card(card, static_cast<Word>(-1), out);
  }

 private:
  void collect(std::size_t index, std::span<const Card> board) {
    std::uint64_t dead = 0;
    for (Card card : board) dead |= card_bit(card);
    entries_.clear();
    for (std::uint16_t hand = 0; hand < kNumHands; ++hand) {
      if ((hand_table().mask[hand] & dead) != 0) continue;
      const std::size_t slot = index * kNumLaneSlots + class_layout().slot[hand];
      entries_.push_back({potential_->equity[slot], potential_->square(slot), hand, 0});
    }
  }

  void group_by_bin() {
    starts_.assign(static_cast<std::size_t>(spec_.bins) + 1, 0);
    for (const Entry& entry : entries_) ++starts_[entry.bin + 1u];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    grouped_.resize(entries_.size());
    for (const Entry& entry : entries_) grouped_[starts_[entry.bin]++] = entry;
    entries_.swap(grouped_);
  }

  const Potential* potential_;
  int street_;
  NestedSpec spec_;
  Cutter cutter_;
  std::vector<Entry> entries_;
  std::vector<Entry> grouped_;
  std::vector<std::uint32_t> starts_;  // [bin] -> where its next hand goes
};

// Weight of the hands of each strength on the boards of each class. Shape: [class][x].
std::vector<std::uint64_t> class_strengths(const RiverStrength& strength, BoardClasses classes) {
  constexpr std::size_t kStride = kMaxStrength + 1;
  const CanonicalBoards& rivers = canonical_boards(3);
  std::vector<std::uint64_t> weights(static_cast<std::size_t>(num_board_classes(classes, 3)) *
                                     kStride);
  std::array<std::uint16_t, kNumHands> x;
  for (std::size_t i = 0; i < rivers.boards.size(); ++i) {
    const std::array<Card, 5>& board = rivers.boards[i];
    std::uint64_t* row = &weights[static_cast<std::size_t>(board_class(classes, board)) * kStride];
    river_strength_of(strength, board.data(), x.data());
    for (std::uint16_t value : x) {
      if (value != 65535) row[value] += rivers.weights[i];
    }
  }
  return weights;
}

// [x] -> bin by weight within one class. A bin closes where that brings it closest to an equal
// share of what is left, and in time for every other bin to get a value of its own.
std::vector<int> mass_bins(const std::uint64_t* weights, int count) {
  const auto bins = static_cast<std::uint64_t>(count);
  std::uint64_t left = 0;    // weight from the open bin on
  std::uint64_t values = 0;  // different values from here on
  for (int x = 0; x <= kMaxStrength; ++x) {
    left += weights[x];
    values += weights[x] > 0 ? 1 : 0;
  }
  std::vector<int> bin_of_x;
  std::uint64_t bin = 0;
  std::uint64_t held = 0;
  for (int x = 0; x <= kMaxStrength; ++x) {
    const std::uint64_t weight = weights[x];
    const bool closer_without = (2 * held + weight) * (bins - bin) > 2 * left;
    if (weight > 0 && held > 0 && bin + 1 < bins && (closer_without || values <= bins - 1 - bin)) {
      left -= held;
      held = 0;
      ++bin;
    }
    bin_of_x.push_back(static_cast<int>(bin));
    held += weight;
    values -= weight > 0 ? 1 : 0;
  }
  return bin_of_x;
}

// [class][x] -> bucket of the river.
template <class Word>
std::vector<std::array<Word, kMaxStrength + 1>> river_buckets(const RiverStrength& strength,
                                                              const NestedSpec& spec) {
  const auto num_classes = static_cast<std::size_t>(num_board_classes(spec.classes, 3));
  std::vector<std::uint64_t> edges;
  equal_width_edges(0, kMaxStrength, kMaxStrength, spec.bins, edges);
  std::vector<std::uint64_t> weights;
  if (spec.equal_mass) weights = class_strengths(strength, spec.classes);
  std::vector<std::array<Word, kMaxStrength + 1>> buckets(num_classes);
  for (std::size_t c = 0; c < num_classes; ++c) {
    std::vector<int> bins;
    if (spec.equal_mass) bins = mass_bins(&weights[c * (kMaxStrength + 1)], spec.bins);
    for (std::size_t x = 0; x <= kMaxStrength; ++x) {
      const int bin = spec.equal_mass ? bins[x] : bin_of(edges, x);
      buckets[c][x] = static_cast<Word>(static_cast<int>(c) * spec.bins + bin);
    }
  }
  return buckets;
}

// E_turn[(E_river[HS])^2] of one flop: the sum over its turns of the squared sums of their rivers.
void flop_square(const std::vector<std::uint32_t>& turn_means, const std::array<Card, 5>& flop,
                 std::uint64_t* sum) {
  std::uint64_t dead = 0;
  for (int i = 0; i < 3; ++i) dead |= card_bit(flop[i]);
  std::fill(sum, sum + kNumLaneSlots, 0);
  for (int turn = 0; turn < kNumCards; ++turn) {
    if (dead >> turn & 1) continue;
    const Card cards[4] = {flop[0], flop[1], flop[2], static_cast<Card>(turn)};
    const CanonicalId id = canonical_id(cards);
    const auto& to = suit_permutations()[id.permutation];
    std::array<int, kClassLanes> shuffle;
    for (int lane = 0; lane < kClassLanes; ++lane) shuffle[lane] = 4 * to[lane >> 2] + to[lane & 3];
    const std::uint32_t* row = &turn_means[std::size_t{id.index} * kNumLaneSlots];
    for (int k = 0; k < kNumLaneSlots; k += kClassLanes) {
      for (int lane = 0; lane < kClassLanes; ++lane) {
        const std::uint64_t mean = row[k + shuffle[lane]];
        sum[k + lane] += mean * mean;
      }
    }
  }
}

}  // namespace

int nested_num_buckets(const NestedSpec& spec, int street) {
  const std::int64_t count = std::int64_t{num_board_classes(spec.classes, street)} * spec.bins *
                             (street == 3 ? 1 : spec.sub_bins);
  if (spec.bins >= 1 && spec.sub_bins >= 1 && count <= 65535) return static_cast<int>(count);
  throw ConfigError("street " + std::to_string(street) + " has " + std::to_string(count) +
                    " nested buckets (" + std::to_string(spec.bins) + " bins of " +
                    std::to_string(spec.sub_bins) + "); expected 1..65535");
}

Potential turn_potential(const RiverStrength& strength, int num_threads) {
  constexpr std::uint64_t kRivers = 46;
  return {turn_sums(strength, Moment::First, num_threads),
          kRivers * kMaxStrength,
          turn_sums(strength, Moment::Second, num_threads),
          {},
          kRivers * kMaxStrength * kMaxStrength};
}

Potential flop_potential(const std::vector<std::uint32_t>& turn_means, int num_threads) {
  constexpr std::uint64_t kTurnScale = 46 * kMaxStrength;
  const CanonicalBoards& flops = canonical_boards(1);
  Potential potential{flop_sums(turn_means, num_threads),
                      std::uint64_t{1081} * kMaxStrength,
                      {},
                      std::vector<std::uint64_t>(flops.boards.size() * kNumLaneSlots),
                      47 * kTurnScale * kTurnScale};
  parallel_ranges(flops.boards.size(), num_threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      flop_square(turn_means, flops.boards[i], &potential.flop_square[i * kNumLaneSlots]);
    }
  });
  return potential;
}

template <class Word>
void nested_map(const Potential& potential, int street, const NestedSpec& spec, int num_threads,
                Word* out) {
  const std::size_t count = canonical_boards(street).boards.size();
  parallel_ranges(count, num_threads, [&](std::size_t begin, std::size_t end) {
    BoardBins<Word> bins(potential, street, spec);
    for (std::size_t i = begin; i < end; ++i) bins.write(i, out + i * kNumHands);
  });
}

template <class Word>
void nested_river_map(const RiverStrength& strength, const NestedSpec& spec, int num_threads,
                      Word* out) {
  const auto buckets = river_buckets<Word>(strength, spec);
  const CanonicalBoards& rivers = canonical_boards(3);
  parallel_ranges(rivers.boards.size(), num_threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::array<Card, 5>& board = rivers.boards[i];
      const auto row = static_cast<std::size_t>(board_class(spec.classes, board));
      write_river_board(strength, board, buckets[row], out + i * kNumHands);
    }
  });
}

template void nested_map(const Potential&, int, const NestedSpec&, int, std::uint8_t*);
template void nested_map(const Potential&, int, const NestedSpec&, int, std::uint16_t*);
template void nested_river_map(const RiverStrength&, const NestedSpec&, int, std::uint8_t*);
template void nested_river_map(const RiverStrength&, const NestedSpec&, int, std::uint16_t*);

}  // namespace feltprint
