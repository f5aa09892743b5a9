// Classes of hands that one traversal cannot tell apart, laid out in slots for vector arithmetic.
//
// Given a board and the sampled hands, two hands of the traverser with the same bucket on the last
// street and the same position among the sampled strengths have the same value at every node of
// that street; on an earlier street a class is (bucket, class on the next street). The merge is
// lossless. Layout ("sliced ELL, 8 lanes"): buckets in groups of kLanes (lane = bucket % 8); a
// group's depth is the largest number of classes of its buckets; slot = (offset[group] + depth
// index) * kLanes + lane. Sums over the classes of a bucket are vertical adds in depth order.
// Classes of a bucket are ordered by their lowest hand id, so the order never depends on hashing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "feltprint/games/game.hpp"

namespace feltprint {

// One street's classes. Padding slots have weight 0, code -1 and next 0.
struct SlotTable {
  std::vector<std::uint16_t> offset;  // [group + 1], in rows of kLanes slots
  std::vector<std::uint16_t> next;    // [slot] -> slot on the next street (empty on the last)
  std::vector<float> weight;          // [slot]: number of hands in the class; see kWeightBlock
  std::vector<float> code;            // [slot]: position among the sampled strengths
  int num_slots() const { return offset.back() * kLanes; }
};

// Weights are made this many slots at a time: behind the last slot there is room, with weight 0.
inline constexpr std::size_t kWeightBlock = 64;
inline constexpr std::size_t whole_weight_blocks(std::size_t num_slots) {
  return (num_slots + kWeightBlock - 1) / kWeightBlock * kWeightBlock;
}

using HandSlots = std::array<std::uint16_t, kNumStreets>;  // [street], 0 past the last one

// The classes of the hands of one board. Code of a hand: 2 * (number of distinct sampled strengths
// below its own) + (1 if its own strength is among them); sampled hands have odd codes.
struct HandClasses {
  int num_streets;
  std::array<SlotTable, kNumStreets> streets;
  std::vector<HandSlots> slots_of;         // [hand]; num_slots() for a hand that the board blocks
  std::vector<std::int16_t> sampled_code;  // [deal * num_players + seat]
};

// Scratch of build_classes, reused between boards; one per thread. A street's members are the
// classes of the street before it, of the first street the hands that the board does not block:
// what is alike from a street on is alike from the next one on. Members and classes are in the
// order of their lowest hands.
struct ClassScratch {
  std::vector<std::uint16_t> strengths;        // sorted distinct sampled strengths
  std::vector<std::int16_t> code_of_strength;  // [strength], up to one above the largest sampled
  std::vector<Hand> live;                      // [member of the first street] -> hand
  std::vector<std::uint64_t> buckets;          // [member]: 16 bits a street, the first lowest
  std::vector<std::int16_t> code;              // [member]
  std::vector<std::uint16_t> num_hands;        // [member]
  std::vector<std::uint16_t> class_hands;      // [class]
  std::vector<std::uint16_t> all;              // [member] -> member
  std::vector<std::uint16_t> first;            // [member]: first member of its class
  std::vector<std::uint16_t> written;          // [hash] -> member
  std::vector<std::uint16_t> undecided;        // members whose first one is not found yet
  std::vector<std::uint16_t> leader;           // [class]: its first member
  std::vector<std::uint16_t> depth;            // [class]: its index within its bucket
  std::vector<std::uint16_t> num_classes;      // [bucket]
  std::vector<std::uint16_t> first_slot;       // [bucket]: slot of its class 0
  std::array<std::vector<std::uint16_t>, kNumStreets> class_of;  // [street][member] -> class
  std::array<std::vector<std::uint16_t>, kNumStreets> slot;      // [street][class] -> slot
  std::vector<HandSlots> slots;       // [class of the street in hand], from that street on
  std::vector<HandSlots> next_slots;  // the same of the next street
};

// Builds the classes of streets 0..num_streets-1 of a sampled board.
// Throws SolverError when a street needs more than 65,534 slots.
void build_classes(const BoardSample& sample, const std::array<int, kNumStreets>& num_buckets,
                   int num_streets, ClassScratch& scratch, HandClasses& out);

}  // namespace feltprint
