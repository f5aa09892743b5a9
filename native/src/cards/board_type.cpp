#include "feltprint/cards/board_type.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "feltprint/cards/card.hpp"

namespace feltprint {
namespace {

constexpr std::uint32_t kFirstFour = 26026;
constexpr std::uint32_t kFirstFive = 26026 + 9295;

// Patterns of three, four and five ranks in rising order and the place of each in its list.
struct PatternTable {
  std::array<std::uint16_t, 8192> place;
  std::array<std::vector<std::uint16_t>, 6> patterns;  // [number of ranks]
};

const PatternTable& pattern_table() {
  static const PatternTable table = [] {
    PatternTable t{};
    for (unsigned pattern = 0; pattern < 8192; ++pattern) {
      const int length = std::popcount(pattern);
      if (length < 3 || length > 5) continue;
      t.place[pattern] = static_cast<std::uint16_t>(t.patterns[length].size());
      t.patterns[length].push_back(static_cast<std::uint16_t>(pattern));
    }
    return t;
  }();
  return table;
}

}  // namespace

BoardType board_type(const std::array<Card, 5>& cards) {
  std::uint32_t counts = 0;  // a byte for each suit
  for (Card card : cards) counts += 1u << (8 * suit_of(card));
  for (int suit = 0; suit < 4; ++suit) {
    const int num_suited = static_cast<int>(counts >> (8 * suit) & 255);
    if (num_suited < 3) continue;
    unsigned pattern = 0;
    std::array<int, 2> others{};
    int num_others = 0;
    for (Card card : cards) {
      if (suit_of(card) == suit) {
        pattern |= 1u << rank_of(card);
      } else {
        others[num_others++] = rank_of(card);
      }
    }
    const std::uint32_t place = pattern_table().place[pattern];
    if (num_suited == 5) return {suit, kFirstFive + place};
    if (num_suited == 4) return {suit, kFirstFour + place * kNumRanks + others[0]};
    return {suit, place * kNumRankClasses + rank_class(others[0], others[1])};
  }
  std::array<int, 5> ranks;
  for (int i = 0; i < 5; ++i) ranks[i] = rank_of(cards[i]);
  return {-1, static_cast<std::uint32_t>(rank_multiset_id(ranks))};
}

FlushType flush_type(std::uint32_t index) {
  const PatternTable& table = pattern_table();
  if (index >= kFirstFive) return {table.patterns[5][index - kFirstFive], 0, {}};
  if (index >= kFirstFour) {
    const std::uint32_t local = index - kFirstFour;
    return {table.patterns[4][local / kNumRanks], 1, {static_cast<std::uint8_t>(local % 13), 0}};
  }
  return {table.patterns[3][index / kNumRankClasses], 2,
          class_layout().ranks[index % kNumRankClasses]};
}

const std::uint16_t* flush_type_class_row(const FlushType& type, const EvaluatorTables& tables) {
  std::array<int, 5> ranks;
  int num_ranks = 0;
  for (int rank = 0; rank < kNumRanks; ++rank) {
    if (type.pattern >> rank & 1) ranks[num_ranks++] = rank;
  }
  for (int i = 0; i < type.num_others; ++i) ranks[num_ranks++] = type.others[i];
  std::sort(ranks.begin(), ranks.end());
  return &tables.class_rows[static_cast<std::size_t>(rank_multiset_id(ranks)) * kClassRowStride];
}

void flush_type_ranks(const FlushType& type, const EvaluatorTables& tables,
                      std::uint16_t out[kFlushRowStride]) {
  const std::uint16_t* row = flush_type_class_row(type, tables);
  std::fill(out, out + kFlushRowStride, std::uint16_t{0});
  for (int k = 0; k < kNumRankClasses; ++k) {
    const auto [low, high] = class_layout().ranks[k];
    if (row[k] == 0) continue;
    for (unsigned variant = 0; variant < kNumVariants; ++variant) {
      const unsigned suited = (variant & 1) << low | (variant >> 1) << high;
      const bool twice = variant == 3 && low == high;
      if (twice || (suited & type.pattern) != 0) continue;
      const std::uint16_t flush = tables.flush[type.pattern | suited];
      out[k * kNumVariants + variant] = std::max(row[k], flush);
    }
  }
}

}  // namespace feltprint
