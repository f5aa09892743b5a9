// First-fit row displacement, 64 displacements at a time.
//
// The free slots are a bit set; a row with columns c fits at displacement d when the bits c + d
// are free for all c. Shifting the set right by each column and intersecting tests 64
// displacements with one word for each column.
#include <algorithm>
#include <bit>

#include "feltprint/cards/evaluator_tables.hpp"

namespace feltprint {
namespace {

class SlotSet {
 public:
  // 64 bits from position `start`, 1 = free. Positions past the end are free.
  std::uint64_t free_bits(std::uint32_t start) const {
    const std::uint32_t word = start / 64;
    const std::uint32_t bit = start % 64;
    const std::uint64_t low = ~word_at(word) >> bit;
    return bit == 0 ? low : low | ~word_at(word + 1) << (64 - bit);
  }
  void take(std::uint32_t slot) {
    if (slot / 64 >= words_.size()) words_.resize(slot / 64 + 1, 0);
    words_[slot / 64] |= std::uint64_t{1} << slot % 64;
  }

 private:
  std::uint64_t word_at(std::uint32_t word) const {
    return word < words_.size() ? words_[word] : 0;
  }
  std::vector<std::uint64_t> words_;
};

std::uint32_t first_fit(const SlotSet& taken, const std::vector<std::uint32_t>& columns) {
  for (std::uint32_t start = 0;; start += 64) {
    std::uint64_t fits = ~std::uint64_t{0};
    for (std::uint32_t column : columns) {
      fits &= taken.free_bits(start + column);
      if (fits == 0) break;
    }
    if (fits != 0) return start + static_cast<std::uint32_t>(std::countr_zero(fits));
  }
}

}  // namespace

RowPacking pack_rows(std::span<const std::uint32_t> keys, int row_shift) {
  std::uint32_t num_rows = 0;
  for (std::uint32_t key : keys) num_rows = std::max(num_rows, (key >> row_shift) + 1);
  std::vector<std::vector<std::uint32_t>> columns(num_rows);
  for (std::uint32_t key : keys) {
    columns[key >> row_shift].push_back(key & ((1u << row_shift) - 1));
  }
  std::vector<std::uint32_t> order(num_rows);
  for (std::uint32_t row = 0; row < num_rows; ++row) order[row] = row;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return columns[a].size() > columns[b].size();
  });
  RowPacking packing{std::vector<std::uint32_t>(num_rows, 0), 0};
  SlotSet taken;
  for (std::uint32_t row : order) {
    if (columns[row].empty()) break;
    const std::uint32_t offset = first_fit(taken, columns[row]);
    packing.row_offset[row] = offset;
    for (std::uint32_t column : columns[row]) {
      taken.take(column + offset);
      packing.num_slots = std::max(packing.num_slots, column + offset + 1);
    }
  }
  return packing;
}

}  // namespace feltprint
