// Hand -> bucket maps of flop, turn and river for every canonical board: a view, not an owner.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "feltprint/types.hpp"

namespace feltprint {

// One street's map. Shape: [canonical board][hand in the canonical suit frame]. Bytes where the
// street has at most 255 buckets (255 = blocked), else 16-bit words (65535 = blocked).
struct StreetMap {
  const std::uint8_t* bytes;   // exactly one of bytes and words is not null, or neither when
  const std::uint16_t* words;  // the game has no decision on the street
  int num_buckets;
};

// The place of one bucket, so that a caller can have several on their way from memory at once.
struct BucketSlot {
  const std::uint8_t* byte;  // exactly one of byte and word is not null
  const std::uint16_t* word;

  void prefetch() const {
    __builtin_prefetch(byte != nullptr ? static_cast<const void*>(byte) : word);
  }
  Bucket read() const;
};

// Threads: const, safe. The arrays behind it must outlive it (Python keeps them alive).
class BucketMap {
 public:
  BucketMap() = default;
  explicit BucketMap(const std::array<StreetMap, kNumStreets>& streets) : streets_(streets) {}

  int num_buckets(int street) const {
    return street == 0 ? kNumPreflopClasses : streets_[street].num_buckets;
  }
  bool has_street(int street) const {
    return street == 0 || streets_[street].bytes != nullptr || streets_[street].words != nullptr;
  }
  // Buckets of all hands on a board of 0, 3, 4 or 5 cards. Shape: out is [hand].
  void buckets(std::span<const Card> board, Bucket out[kNumHands]) const;
  Bucket bucket(std::span<const Card> board, Hand hand) const { return slot(board, hand).read(); }
  BucketSlot slot(std::span<const Card> board, Hand hand) const;

 private:
  std::array<StreetMap, kNumStreets> streets_{};
};

}  // namespace feltprint
