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
  std::vector<std::uint16_t> offset;   // [group + 1], in rows of kLanes slots
  std::vector<std::uint16_t> next;     // [slot] -> slot on the next street (empty on the last)
  std::vector<float> weight;           // [slot]: number of hands in the class
  std::vector<float> code;             // [slot]: position among the sampled strengths
  std::vector<std::uint16_t> slot_of;  // [hand] -> slot; kNoSlot for a hand the board blocks
  int num_slots() const { return offset.back() * kLanes; }
};

inline constexpr std::uint16_t kNoSlot = 65535;

// The classes of the hands of one board. Code of a hand: 2 * (number of distinct sampled strengths
// below its own) + (1 if its own strength is among them); sampled hands have odd codes.
struct HandClasses {
  int num_streets;
  std::array<SlotTable, kNumStreets> streets;
  std::vector<std::int16_t> sampled_code;  // [deal * num_players + seat]
};

// Finds the class of a (bucket, key) pair: an open hash that is emptied by a new stamp. It only
// finds; the order of the classes is that of the hands.
class ClassFinder {
 public:
  ClassFinder() : entries_(kSize) {}
  void clear() {
    if (++stamp_ == 0) {
      entries_.assign(kSize, Entry{});
      stamp_ = 1;
    }
  }
  // The depth stored for the pair, or `depth`, which is then stored.
  std::uint16_t find_or_add(std::uint32_t bucket, std::uint32_t key, std::uint16_t depth) {
    const std::uint32_t pair = bucket << 16 | key;
    std::uint32_t at = (pair * 0x9E3779B1u) >> kShift;
    while (entries_[at].stamp == stamp_ && entries_[at].pair != pair) at = (at + 1) % kSize;
    if (entries_[at].stamp != stamp_) entries_[at] = {pair, stamp_, depth};
    return entries_[at].depth;
  }

 private:
  static constexpr std::uint32_t kShift = 20;
  static constexpr std::uint32_t kSize = 1u << (32 - kShift);  // > 2 * kNumHands
  struct Entry {
    std::uint32_t pair = 0;
    std::uint16_t stamp = 0;
    std::uint16_t depth = 0;
  };
  static_assert(sizeof(Entry) == 8);  // the whole table stays in a first-level cache
  std::vector<Entry> entries_;
  std::uint16_t stamp_ = 0;
};

// Scratch of build_classes, reused between boards; one per thread.
struct ClassScratch {
  std::vector<std::uint16_t> strengths;        // sorted distinct sampled strengths
  std::vector<std::int16_t> code_of_strength;  // [strength]; -1 for strength 0 (blocked)
  std::vector<std::int16_t> code;              // [hand]
  std::vector<std::uint16_t> live;             // hands that the board does not block, ascending
  std::vector<std::uint16_t> depth;            // [hand]: index of its class within its bucket
  std::vector<std::uint16_t> first_hands;      // the lowest hand of each class, ascending
  std::vector<std::uint16_t> num_classes;      // [bucket]
  std::vector<std::uint16_t> first_slot;       // [bucket]: slot of its class 0
  std::vector<std::uint16_t> num_hands;        // [slot]
  ClassFinder finder;
};

// Builds the classes of streets 0..num_streets-1 of a sampled board.
// Throws SolverError when a street needs more than 65,534 slots.
void build_classes(const BoardSample& sample, const std::array<int, kNumStreets>& num_buckets,
                   int num_streets, ClassScratch& scratch, HandClasses& out);

}  // namespace feltprint
