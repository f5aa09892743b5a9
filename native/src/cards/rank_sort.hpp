// Sorting by dense rank: two passes of a counting sort, low digit first.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "feltprint/cards/evaluator_tables.hpp"

namespace feltprint {

// Sorts items by rising rank_of(item), 0..7462; items of one rank keep their order. Requires:
// scratch is as long as items; less than 65,536 items.
template <class Item, class RankOf>
void sort_by_rank(std::span<Item> items, std::span<Item> scratch, const RankOf& rank_of) {
  constexpr int kDigitBits = 7;
  static_assert(kNumHandRanks < 1 << 2 * kDigitBits);
  const auto pass = [&](int shift, std::span<Item> from, std::span<Item> to) {
    std::array<std::uint16_t, (1 << kDigitBits) + 1> next{};
    const auto digit = [&](const Item& item) {
      return static_cast<unsigned>(rank_of(item)) >> shift & ((1u << kDigitBits) - 1);
    };
    for (const Item& item : from) ++next[digit(item) + 1];
    for (std::size_t i = 1; i < next.size(); ++i) {
      next[i] = static_cast<std::uint16_t>(next[i] + next[i - 1]);
    }
    for (const Item& item : from) to[next[digit(item)]++] = item;
  };
  pass(0, items, scratch);
  pass(kDigitBits, scratch, items);
}

}  // namespace feltprint
