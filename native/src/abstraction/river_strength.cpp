// x = 2*wins + ties of every hand on every board type, by one sorted sweep for each type.
//
// Cards are alike when they have the same rank and the same membership of the flush suit: 26
// types. The hands weaker than (c1, c2) that avoid both cards are all weaker hands minus those
// with a card of c1's type in c1's place, minus those for c2; a hand cannot be weaker than
// itself, so nothing is subtracted twice.
#include <algorithm>
#include <array>

#include "cards/expand_hands.hpp"
#include "cards/parallel_ranges.hpp"
#include "cards/rank_sort.hpp"
#include "feltprint/abstraction/hand_strength.hpp"
#include "feltprint/cards/card.hpp"

namespace feltprint {
namespace {

constexpr int kNumCardTypes = 2 * kNumRanks;  // 2*rank + (1 in the flush suit)

struct TypePair {
  std::uint16_t out;  // where x goes
  std::uint8_t type_a;
  std::uint8_t type_b;
};

// Hands of one board type, grouped by equal rank; a group is a run of entries.
class Sweep {
 public:
  void clear() {
    entries_.clear();
    groups_.clear();
  }

  // Adds hands made of one card of each type. Consecutive calls with one value share a group.
  void add(std::uint16_t value, const TypePair& entry) {
    if (entries_.empty() || value != last_value_) {
      groups_.push_back(std::uint32_t{value} << 16 | static_cast<std::uint32_t>(entries_.size()));
    }
    last_value_ = value;
    entries_.push_back(entry);
  }

  // live[type] = cards of each type that the board leaves.
  void run(const std::array<int, kNumCardTypes>& live, std::uint16_t* out) {
    ends_.assign(entries_.size() + 1, 0);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const std::size_t end = i + 1 < groups_.size() ? groups_[i + 1] & 0xFFFF : entries_.size();
      ends_[groups_[i] & 0xFFFF] = static_cast<std::uint16_t>(end);
    }
    scratch_.resize(groups_.size());
    sort_by_rank(std::span(groups_), std::span(scratch_),
                 [](std::uint32_t group) { return group >> 16; });
    Counts below;
    for (std::size_t first = 0; first < groups_.size();) {
      std::size_t last = first;
      Counts tied;
      for (; last < groups_.size() && groups_[last] >> 16 == groups_[first] >> 16; ++last) {
        for_each_entry(groups_[last], [&](const TypePair& e) { tied.add(e, live); });
      }
      for (std::size_t i = first; i < last; ++i) {
        for_each_entry(groups_[i], [&](const TypePair& e) {
          out[e.out] = static_cast<std::uint16_t>(2 * below.disjoint(e) + tied.disjoint(e) + 1);
        });
      }
      for (std::size_t i = first; i < last; ++i) {
        for_each_entry(groups_[i], [&](const TypePair& e) { below.add(e, live); });
      }
      first = last;
    }
  }

 private:
  struct Counts {
    int total = 0;
    std::array<int, kNumCardTypes> with_card{};  // hands that hold one given card of the type

    void add(const TypePair& e, const std::array<int, kNumCardTypes>& live) {
      const int a = live[e.type_a];
      const int b = live[e.type_b];
      if (e.type_a == e.type_b) {
        total += a * (a - 1) / 2;
        with_card[e.type_a] += a - 1;
        return;
      }
      total += a * b;
      with_card[e.type_a] += b;
      with_card[e.type_b] += a;
    }
    int disjoint(const TypePair& e) const {
      return total - with_card[e.type_a] - with_card[e.type_b];
    }
  };

  template <class Visit>
  void for_each_entry(std::uint32_t group, const Visit& visit) const {
    const std::size_t begin = group & 0xFFFF;
    for (std::size_t i = begin; i < ends_[begin]; ++i) visit(entries_[i]);
  }

  std::vector<TypePair> entries_;
  std::vector<std::uint32_t> groups_;  // value << 16 | first entry
  std::vector<std::uint32_t> scratch_;
  std::vector<std::uint16_t> ends_;  // [first entry] -> one past the last
  std::uint16_t last_value_ = 0;
};

void plain_strength(const std::array<int, 5>& ranks, Sweep& sweep, std::uint16_t* out) {
  const std::uint16_t* row =
      &evaluator_tables()
           .class_rows[static_cast<std::size_t>(rank_multiset_id(ranks)) * kClassRowStride];
  std::array<int, kNumCardTypes> live{};
  for (int rank = 0; rank < kNumRanks; ++rank) live[2 * rank] = 4;
  for (int rank : ranks) --live[2 * rank];
  sweep.clear();
  for (int k = 0; k < kNumRankClasses; ++k) {
    const auto [low, high] = class_layout().ranks[k];
    if (row[k] == 0 || live[2 * low] < 1 + (low == high) || live[2 * high] < 1) continue;
    sweep.add(row[k], {static_cast<std::uint16_t>(k), static_cast<std::uint8_t>(2 * low),
                       static_cast<std::uint8_t>(2 * high)});
  }
  sweep.run(live, out);
}

void flush_strength(std::uint32_t index, Sweep& sweep, std::uint16_t* out) {
  const FlushType type = flush_type(index);
  std::array<std::uint16_t, kFlushRowStride> value;
  flush_type_ranks(type, evaluator_tables(), value.data());
  std::array<int, kNumCardTypes> live{};
  for (int rank = 0; rank < kNumRanks; ++rank) {
    live[2 * rank] = 3;
    live[2 * rank + 1] = 1 - (type.pattern >> rank & 1);
  }
  for (int i = 0; i < type.num_others; ++i) --live[2 * type.others[i]];
  sweep.clear();
  for (int k = 0; k < kNumRankClasses; ++k) {
    const auto [low, high] = class_layout().ranks[k];
    for (int variant = 0; variant < kNumVariants; ++variant) {
      const int slot = k * kNumVariants + variant;
      const int type_a = 2 * low + (variant & 1);
      const int type_b = 2 * high + (variant >> 1);
      const bool mirrored = low == high && variant >= 2;  // the same hands as variant 1, or none
      if (value[slot] == 0 || mirrored) continue;
      if (live[type_b] < 1 || live[type_a] < 1 + (type_a == type_b)) continue;
      sweep.add(value[slot], {static_cast<std::uint16_t>(slot), static_cast<std::uint8_t>(type_a),
                              static_cast<std::uint8_t>(type_b)});
    }
  }
  sweep.run(live, out);
  for (int rank = 0; rank < kNumRanks; ++rank) {
    const int pair = rank_class(rank, rank) * kNumVariants;
    out[pair + 2] = out[pair + 1];
  }
}

}  // namespace

RiverStrength river_strength(int num_threads) {
  RiverStrength strength;
  strength.plain.assign(std::size_t{kNumRankMultisets} * kClassRowStride, 0);
  strength.flush.assign(std::size_t{kNumFlushTypes} * kFlushRowStride, 0);
  const auto& multisets = rank_multisets();
  parallel_ranges(kNumRankMultisets, num_threads, [&](std::size_t begin, std::size_t end) {
    Sweep sweep;
    for (std::size_t i = begin; i < end; ++i) {
      if (multisets[i][0] == multisets[i][4]) continue;
      plain_strength(multisets[i], sweep, &strength.plain[i * kClassRowStride]);
    }
  });
  parallel_ranges(kNumFlushTypes, num_threads, [&](std::size_t begin, std::size_t end) {
    Sweep sweep;
    for (std::size_t i = begin; i < end; ++i) {
      flush_strength(static_cast<std::uint32_t>(i), sweep, &strength.flush[i * kFlushRowStride]);
    }
  });
  return strength;
}

void river_strength_of(const RiverStrength& strength, const Card board[5],
                       std::uint16_t out[kNumHands]) {
  const std::array<Card, 5> cards = sorted_board(board);
  const BoardType type = board_type(cards);
  const std::size_t index = type.index;
  const auto live = live_quads<std::uint16_t>(cards);
  if (type.flush_suit < 0) {
    expand_plain<std::uint16_t{65535}>(&strength.plain[index * kClassRowStride], live, out);
  } else {
    expand_flush<std::uint16_t{65535}>(&strength.flush[index * kFlushRowStride], type.flush_suit,
                                       live, out);
  }
}

}  // namespace feltprint
