// The tables behind the evaluator.
//
// Strength of 5-7 cards without a flush depends on the count of each rank only: an additive key
// (sum of one multiplier a card) names the counts, and a displaced row table turns the key into
// the dense rank. A flush depends on the 13-bit rank pattern of its suit only. For whole boards,
// the class rows hold the rank of every pair of hole ranks on every five board ranks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "feltprint/cards/class_layout.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

inline constexpr int kNumHandRanks = 7462;
inline constexpr int kKeyRowShift = 12;  // a key's row is key >> 12, its column the low 12 bits

struct EvaluatorTables {
  std::array<std::uint32_t, kNumRanks> rank_key;  // multiplier of each rank
  std::span<const std::uint32_t> row_offset;      // [key >> 12] -> displacement
  std::span<const std::uint16_t> lookup;          // [column + displacement] -> dense rank
  std::span<const std::uint16_t> flush;           // [13-bit pattern] -> dense rank, 0 = no flush
  std::span<const std::uint16_t> class_rows;      // [rank multiset, kClassRowStride] -> dense rank
  std::span<const std::uint16_t> packed;          // [dense rank] -> category << 12 | subrank
  // [dense rank] -> category << 20 | its five deciding ranks, highest first, as nibbles
  std::span<const std::uint32_t> strengths;
};

// Generated, asserted and linked in when the module is built: see src/cards/table_generator.cpp.
extern const EvaluatorTables kEvaluatorTables;
inline const EvaluatorTables& evaluator_tables() { return kEvaluatorTables; }

// Places rows of a sparse table over one another, densest row first, each at the least
// displacement at which all of its slots are free (first fit).
struct RowPacking {
  std::vector<std::uint32_t> row_offset;  // [row]; slot of a key = column + row_offset[row]
  std::uint32_t num_slots;                // slots in use or skipped: one past the highest
};
RowPacking pack_rows(std::span<const std::uint32_t> keys, int row_shift);

}  // namespace feltprint
