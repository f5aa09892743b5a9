// One table of a solve: a running sum for each (infoset, action).
//
// Layout of a node: [group][action][lane], starting at block Node::row. The blocks of the first
// street are float32, and each keeps the rounding error of its adds (compensated summation; Kahan
// 1965): they are visited on every deal, and a plain float32 sum stalls once an increment falls
// below half a unit of it (near 2^24 visits). The others are float32, or 16-bit codes: the entries
// of a group are code * 2^exponent, the exponent the smallest one that holds the largest of them.
// A code is rounded up or down at random with the chances that keep its mean, by noise that is a
// hash of what is added and where, and saturates at 32767 * 2^113.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "feltprint/types.hpp"

namespace feltprint {

enum class Storage : std::uint8_t { Float32, Int16 };

// Zeroed, 64-byte aligned memory on huge pages where the system has them.
class ZeroedPages {
 public:
  explicit ZeroedPages(std::size_t bytes);
  ~ZeroedPages();
  ZeroedPages(const ZeroedPages&) = delete;
  ZeroedPages& operator=(const ZeroedPages&) = delete;
  void* data() const { return data_; }

 private:
  void* mapping_ = nullptr;
  std::size_t mapped_ = 0;  // bytes
  void* data_ = nullptr;
};

// Takes pages that will not be read again out of memory, as far as whole pages lie in the range: a
// mapped file's are read from disk if they are needed after all, others are left alone. Bytes stay.
void give_back_pages(const void* data, std::size_t bytes);

template <typename Entry>
class PageTable {
 public:
  explicit PageTable(std::size_t size) : size_(size), pages_(size * sizeof(Entry)) {}
  Entry* data() { return static_cast<Entry*>(pages_.data()); }
  const Entry* data() const { return static_cast<const Entry*>(pages_.data()); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  ZeroedPages pages_;
};
using FloatTable = PageTable<float>;

// Requires: -126 <= exponent <= 127.
inline float power_of_two(int exponent) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23);
}

// A table as walks read it. Blocks below num_float_blocks are floats, the others codes; the codes
// of a row have one scale, which regret matching does not need.
struct TableView {
  const float* floats;             // [block, lane]
  const std::int16_t* codes;       // [block - num_float_blocks, lane]
  const std::int8_t* exponents;    // [block - num_float_blocks]; equal within a group
  std::uint32_t num_float_blocks;  // kAllBlocks: no codes

  bool is_float(std::uint32_t block) const { return block < num_float_blocks; }
  const float* float_block(std::size_t block) const { return floats + block * kLanes; }
  const std::int16_t* code_block(std::size_t block) const {
    return codes + (block - num_float_blocks) * kLanes;
  }
  // The sum of an action in lane `lane` of the group that starts at `row`.
  float entry(std::uint32_t row, int action, int lane) const {
    if (is_float(row)) return float_block(row + std::size_t(action))[lane];
    return static_cast<float>(code_block(row + std::size_t(action))[lane]) *
           power_of_two(exponents[row - num_float_blocks]);
  }
};
inline constexpr std::uint32_t kAllBlocks = 0xFFFFFFFFu;
inline TableView float_view(const float* table) { return {table, nullptr, nullptr, kAllBlocks}; }

// A node's blocks, or a group's: num_groups x num_actions blocks from `row` on.
struct RowBlocks {
  std::uint32_t row;
  std::uint16_t num_groups;
  std::uint16_t num_actions;
  std::size_t num_entries() const {
    return std::size_t{num_groups} * num_actions * static_cast<std::size_t>(kLanes);
  }
};

// One compensated add: sum + carry is the exact sum but for second-order terms.
inline void add_compensated(float& sum, float& carry, float increment) {
  const float corrected = increment - carry;
  const float total = sum + corrected;
  carry = (total - sum) - corrected;
  sum = total;
}

class WeightTable {
 public:
  WeightTable(std::size_t num_blocks, std::size_t num_preflop_blocks, Storage storage);

  TableView view() const;
  // Adds increments [group, action, lane]. noise: a number of its own for each call.
  void add(const RowBlocks& blocks, const float* increments, std::uint32_t noise);
  // Adds to one row, lane `lane` of the num_actions blocks from `row` on. increments: [action].
  void add_row(std::uint32_t row, int lane, int num_actions, const float* increments,
               std::uint32_t noise) {
    if (row >= num_float_blocks_) {
      add_coded_row(row, lane, num_actions, increments, noise);
      return;
    }
    const std::size_t entry = std::size_t{row} * kLanes + lane;
    float* sums = floats.data() + entry;
    float* carries = row < num_preflop_blocks_ ? carry.data() + entry : nullptr;
    switch (num_actions) {
      case 2:
        return add_actions<2>(sums, carries, increments, 2);
      case 3:
        return add_actions<3>(sums, carries, increments, 3);
      default:
        return add_actions<0>(sums, carries, increments, num_actions);
    }
  }
  // Multiplies entries above 0 and the others.
  void scale(const RowBlocks& blocks, float positive, float negative, std::uint32_t noise);
  // Asks for num_blocks blocks from `row` on, each step-th of them.
  void prefetch(std::uint32_t row, int num_blocks, int step) const {
    if (row >= num_float_blocks_) {
      prefetch_coded(row, num_blocks);
      return;
    }
    const std::size_t first = std::size_t{row} * kLanes;
    const bool has_carry = row < num_preflop_blocks_;
    for (int i = 0; i < num_blocks; i += step) {
      __builtin_prefetch(floats.data() + first + i * kLanes, 1);
      if (has_carry) __builtin_prefetch(carry.data() + first + i * kLanes, 1);
    }
  }

  FloatTable floats;
  FloatTable carry;               // rounding errors not yet in the sums, of the first street
  PageTable<std::int16_t> codes;  // empty with Storage::Float32
  PageTable<std::int8_t> exponents;

 private:
  // kActions = 0: the number of actions is known only at run time.
  template <int kActions>
  static void add_actions(float* sums, float* carries, const float* increments, int num_actions) {
    const int count = kActions > 0 ? kActions : num_actions;
    if (carries == nullptr) {
      for (int a = 0; a < count; ++a) sums[a * kLanes] += increments[a];
      return;
    }
    for (int a = 0; a < count; ++a) {
      add_compensated(sums[a * kLanes], carries[a * kLanes], increments[a]);
    }
  }
  void add_coded_row(std::uint32_t row, int lane, int num_actions, const float* increments,
                     std::uint32_t noise);
  void prefetch_coded(std::uint32_t row, int num_blocks) const;
  void recode_groups(const RowBlocks& blocks, const float* increments, float positive,
                     float negative, std::uint32_t noise);

  std::size_t num_preflop_blocks_;
  std::size_t num_float_blocks_;
};

// The row kernels by themselves: add num_adds x count increments to `count` sums in order, plainly
// or compensated.
void add_in_order(float* sums, const float* increments, std::size_t num_adds, std::size_t count);
void add_in_order_compensated(float* sums, float* carries, const float* increments,
                              std::size_t num_adds, std::size_t count);
// The same to one group of codes with a common exponent; count: at most kMaxActions * kLanes.
void add_in_order_coded(std::int16_t* codes, std::int8_t& exponent, const float* increments,
                        std::size_t num_adds, std::size_t count, std::uint32_t noise);

// A well-mixed number from two.
inline std::uint32_t mix(std::uint32_t a, std::uint32_t b) {
  std::uint64_t x = (std::uint64_t{a} << 32 | b) + 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return static_cast<std::uint32_t>((x ^ (x >> 31)) >> 32);
}

}  // namespace feltprint
