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

// Calls work(board index) for all canonical boards of a street, each thread with its own Board.
template <class Board, class Work>
void for_each_board(int street, int num_threads, const Board& prototype, const Work& work) {
  const std::size_t count = canonical_boards(street).boards.size();
  parallel_ranges(count, num_threads, [&](std::size_t begin, std::size_t end) {
    Board board = prototype;
    for (std::size_t i = begin; i < end; ++i) work(board, i);
  });
}

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

// The buckets of one river, which depend on x alone.
template <class Word>
class RiverBins {
 public:
  RiverBins(const RiverStrength& strength, const NestedSpec& spec)
      : strength_(&strength), spec_(spec) {
    equal_width_edges(0, kMaxStrength, kMaxStrength, spec.bins, edges_);
  }

  void write(std::size_t index, Word* out) {
    const std::array<Card, 5>& board = canonical_boards(3).boards[index];
    const int offset = board_class(spec_.classes, board) * spec_.bins;
    if (spec_.equal_mass) {
      cut_mass(board, offset);
    } else if (offset != last_offset_) {
      for (std::uint64_t x = 0; x < bucket_.size(); ++x) {
        bucket_[x] = static_cast<Word>(offset + bin_of(edges_, x));
      }
      last_offset_ = offset;
    }
    write_river_board(*strength_, board, bucket_, out);
  }

 private:
  void cut_mass(const std::array<Card, 5>& board, int offset) {
    std::array<std::uint16_t, kNumHands> x;
    std::array<std::uint16_t, kMaxStrength + 1> counts{};
    river_strength_of(*strength_, board.data(), x.data());
    int size = 0;
    for (std::uint16_t value : x) {
      if (value == 65535) continue;
      ++counts[value];
      ++size;
    }
    int below = 0;
    for (std::size_t value = 0; value < counts.size(); ++value) {
      const int bin =
          counts[value] == 0 ? 0 : spec_.bins * (2 * below + counts[value]) / (2 * size);
      bucket_[value] = static_cast<Word>(offset + bin);
      below += counts[value];
    }
  }

  const RiverStrength* strength_;
  NestedSpec spec_;
  std::vector<std::uint64_t> edges_;
  std::array<Word, kMaxStrength + 1> bucket_{};
  int last_offset_ = -1;
};

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
  for_each_board(
      street, num_threads, BoardBins<Word>(potential, street, spec),
      [&](BoardBins<Word>& board, std::size_t i) { board.write(i, out + i * kNumHands); });
}

template <class Word>
void nested_river_map(const RiverStrength& strength, const NestedSpec& spec, int num_threads,
                      Word* out) {
  for_each_board(
      3, num_threads, RiverBins<Word>(strength, spec),
      [&](RiverBins<Word>& board, std::size_t i) { board.write(i, out + i * kNumHands); });
}

template void nested_map(const Potential&, int, const NestedSpec&, int, std::uint8_t*);
template void nested_map(const Potential&, int, const NestedSpec&, int, std::uint16_t*);
template void nested_river_map(const RiverStrength&, const NestedSpec&, int, std::uint8_t*);
template void nested_river_map(const RiverStrength&, const NestedSpec&, int, std::uint16_t*);

}  // namespace feltprint
