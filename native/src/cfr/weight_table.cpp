#include "feltprint/cfr/weight_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>

#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

constexpr float kLargest = 32767.0f * 0x1p113f;  // the largest code of the last exponent
constexpr int kMaxCode = 32767;
constexpr int kCodeBits = 15;
// Below, entries are lost in the noise of any sum; both powers of two stay normal floats.
constexpr int kLowestExponent = -100;

// What is done to the entries of a group: increments are added, or factors multiplied.
struct GroupChange {
  const float* increments;
  float positive;
  float negative;
};

// The smallest exponent with which the code of `largest` is at most kMaxCode.
std::int8_t exponent_for(float largest) {
  const int bits = static_cast<int>(std::bit_cast<std::uint32_t>(largest) >> 23) - 127;
  int exponent = std::max(bits + 1 - kCodeBits, kLowestExponent);
  exponent += largest > static_cast<float>(kMaxCode) * power_of_two(exponent);
  return static_cast<std::int8_t>(exponent);
}

#define FELTPRINT_KERNEL "cfr/weight_kernel.inc"
#include "isa_kernels.inc"

std::size_t float_blocks(std::size_t num_blocks, std::size_t num_preflop_blocks, Storage storage) {
  return storage == Storage::Float32 ? num_blocks : num_preflop_blocks;
}

}  // namespace

// A large table starts a huge page: else one of a few megabytes would have room for none.
ZeroedPages::ZeroedPages(std::size_t bytes) {
  if (bytes == 0) return;
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  const bool is_large = bytes >= kHugePage / 2;
  const std::size_t rounded = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  mapped_ = is_large ? rounded + kHugePage : bytes;
  mapping_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping_ == MAP_FAILED) throw std::bad_alloc();
  data_ = mapping_;
  if (!is_large) return;
  const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
  data_ = reinterpret_cast<void*>((address + kHugePage - 1) / kHugePage * kHugePage);
#ifdef MADV_HUGEPAGE
  madvise(data_, rounded, MADV_HUGEPAGE);
#endif
}

ZeroedPages::~ZeroedPages() {
  if (mapped_ > 0) munmap(mapping_, mapped_);
}

void give_back_pages(const void* data, std::size_t bytes) {
#ifdef MADV_PAGEOUT
  constexpr std::uintptr_t kPage = 4096;
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t first = (address + kPage - 1) & ~(kPage - 1);
  const std::uintptr_t end = (address + bytes) & ~(kPage - 1);
  // A hint: where the kernel refuses it, the pages stay until memory is short.
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_PAGEOUT);
#endif
}

WeightTable::WeightTable(std::size_t num_blocks, std::size_t num_preflop_blocks, Storage storage)
    : floats(float_blocks(num_blocks, num_preflop_blocks, storage) * kLanes),
      carry(num_preflop_blocks * kLanes),
      codes(num_blocks * kLanes - floats.size()),
      exponents(codes.size() / kLanes),
      num_preflop_blocks_(num_preflop_blocks),
      num_float_blocks_(floats.size() / kLanes) {}

TableView WeightTable::view() const {
  return {floats.data(), codes.data(), exponents.data(),
          codes.size() == 0 ? kAllBlocks : static_cast<std::uint32_t>(num_float_blocks_)};
}

void WeightTable::add(const RowBlocks& blocks, const float* increments, std::uint32_t noise) {
  const std::size_t first = std::size_t{blocks.row} * kLanes;
  if (blocks.row < num_preflop_blocks_) {
    FELTPRINT_FOR_ISA(add_all_compensated)
    (floats.data() + first, carry.data() + first, increments, blocks.num_entries());
  } else if (blocks.row < num_float_blocks_) {
    FELTPRINT_FOR_ISA(add_all)(floats.data() + first, increments, blocks.num_entries());
  } else {
    recode_groups(blocks, increments, 1.0f, 1.0f, noise);
  }
}

// increments: [group, action, lane], or null to multiply.
void WeightTable::recode_groups(const RowBlocks& blocks, const float* increments, float positive,
                                float negative, std::uint32_t noise) {
  const std::size_t entries = std::size_t{blocks.num_actions} * kLanes;
  std::size_t at = blocks.row - num_float_blocks_;
  for (int group = 0; group < blocks.num_groups; ++group, at += blocks.num_actions) {
    const GroupChange change{increments, positive, negative};
    std::int8_t exponent = exponents.data()[at];
    FELTPRINT_FOR_ISA(recode)
    (codes.data() + at * kLanes, exponent, change, entries,
     mix(noise, static_cast<std::uint32_t>(group)));
    std::fill_n(exponents.data() + at, blocks.num_actions, exponent);
    if (increments != nullptr) increments += entries;
  }
}

void WeightTable::add_coded_row(std::uint32_t row, int lane, int num_actions,
                                const float* increments, std::uint32_t noise) {
  float all[kMaxActions * kLanes] = {};
  for (int a = 0; a < num_actions; ++a) all[a * kLanes + lane] = increments[a];
  add({row, 1, static_cast<std::uint16_t>(num_actions)}, all, noise);
}

void WeightTable::scale(const RowBlocks& blocks, float positive, float negative,
                        std::uint32_t noise) {
  if (blocks.row >= num_float_blocks_) {
    recode_groups(blocks, nullptr, positive, negative, noise);
    return;
  }
  const std::size_t first = std::size_t{blocks.row} * kLanes;
  for (std::size_t i = first; i < first + blocks.num_entries(); ++i) {
    const float factor = floats.data()[i] > 0.0f ? positive : negative;
    floats.data()[i] *= factor;
    if (blocks.row < num_preflop_blocks_) carry.data()[i] *= factor;
  }
}

void WeightTable::prefetch_coded(std::uint32_t row, int num_blocks) const {
  const std::size_t at = row - num_float_blocks_;
  __builtin_prefetch(exponents.data() + at, 1);
  for (int i = 0; i < num_blocks; i += 4) __builtin_prefetch(codes.data() + (at + i) * kLanes, 1);
}

void add_in_order(float* sums, const float* increments, std::size_t num_adds, std::size_t count) {
  const auto add = FELTPRINT_FOR_ISA(add_all);
  for (std::size_t i = 0; i < num_adds; ++i) add(sums, increments + i * count, count);
}

void add_in_order_compensated(float* sums, float* carries, const float* increments,
                              std::size_t num_adds, std::size_t count) {
  const auto add = FELTPRINT_FOR_ISA(add_all_compensated);
  for (std::size_t i = 0; i < num_adds; ++i) add(sums, carries, increments + i * count, count);
}

void add_in_order_coded(std::int16_t* codes, std::int8_t& exponent, const float* increments,
                        std::size_t num_adds, std::size_t count, std::uint32_t noise) {
  for (std::size_t i = 0; i < num_adds; ++i) {
    const GroupChange change{increments + i * count, 1.0f, 1.0f};
    FELTPRINT_FOR_ISA(recode)
    (codes, exponent, change, count, mix(noise, static_cast<std::uint32_t>(i)));
  }
}

}  // namespace feltprint
