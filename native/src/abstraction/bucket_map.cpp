#include "feltprint/abstraction/bucket_map.hpp"

#include <cstring>
#include <string>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/error.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

int street_of(std::size_t num_cards) {
  if (num_cards == 0) return 0;
  if (num_cards >= 3 && num_cards <= 5) return static_cast<int>(num_cards) - 2;
  throw ConfigError("board has " + std::to_string(num_cards) + " cards; expected 0, 3, 4 or 5");
}

template <class Word>
Bucket widen(Word word) {
  return word == static_cast<Word>(-1) ? kNoBucket : Bucket{word};
}

#if FELTPRINT_DISPATCH
#pragma GCC push_options
#pragma GCC target("avx2")
namespace avx2 {

using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Words = std::uint16_t __attribute__((vector_size(32)));

// Four ranks at once: in every row of a hand's lower card, the suits of the higher card are a
// shuffle of four bytes. Rows go from the last to the first: where a vector begins before its row,
// it spoils the end of the rows before, which are still to be written. Pairs go hand by hand.
void read_byte_row(const std::uint8_t* row, int permutation, Bucket* out) {
  const auto& to = suit_permutations()[permutation];
  const auto& hands = permuted_hands()[permutation];
  Bytes shuffle;
  for (int i = 0; i < 16; ++i) shuffle[i] = static_cast<std::uint8_t>((i & ~3) + to[i & 3]);
  const auto start = [](int card) { return card * (103 - card) / 2 - card - 1; };
  const auto copy_vector = [&](const std::uint8_t* from, Bucket* target) {
    Bytes bytes;
    std::memcpy(&bytes, from, sizeof(bytes));
    Words words = __builtin_convertvector(__builtin_shuffle(bytes, shuffle), Words);
    words |= (Words)(words == 255) << 8;  // 255 = blocked becomes 65535
    std::memcpy(target, &words, sizeof(words));
  };
  for (int card = kNumCards - 1; card >= 0; --card) {
    const int first = (card | 3) + 1;  // lowest card of the next rank
    if (first < kNumCards) {
      const std::uint8_t* from = row + start((card & ~3) + to[card & 3]);
      Bucket* target = out + start(card);
      for (int other = first; other < kNumCards - 16; other += 16) {
        copy_vector(from + other, target + other);
      }
      copy_vector(from + kNumCards - 16, target + kNumCards - 16);  // may overlap the one before
    }
    for (int other = card + 1; other < first; ++other) {
      const int hand = start(card) + other;
      out[hand] = widen(row[hands[hand]]);
    }
  }
}

}  // namespace avx2
#pragma GCC pop_options
#endif

void read_row(const std::uint16_t* row, int permutation, Bucket* out) {
  const auto& hands = permuted_hands()[permutation];
  for (int hand = 0; hand < kNumHands; ++hand) out[hand] = row[hands[hand]];
}

void read_row(const std::uint8_t* row, int permutation, Bucket* out) {
#if FELTPRINT_DISPATCH
  if (active_isa() != Isa::Baseline) return avx2::read_byte_row(row, permutation, out);
#endif
  const auto& hands = permuted_hands()[permutation];
  for (int hand = 0; hand < kNumHands; ++hand) out[hand] = widen(row[hands[hand]]);
}

void require_street(const BucketMap& map, int street) {
  if (map.has_street(street)) return;
  throw ConfigError("the bucket map has no street " + std::to_string(street) +
                    "; build the abstraction with buckets for it");
}

}  // namespace

void BucketMap::buckets(std::span<const Card> board, Bucket out[kNumHands]) const {
  const int street = street_of(board.size());
  if (street == 0) {
    for (int hand = 0; hand < kNumHands; ++hand) out[hand] = hand_table().preflop_class[hand];
    return;
  }
  require_street(*this, street);
  const CanonicalId id = canonical_id(board);
  const StreetMap& map = streets_[street];
  const std::size_t first = std::size_t{id.index} * kNumHands;
  if (map.bytes != nullptr) {
    read_row(map.bytes + first, id.permutation, out);
  } else {
    read_row(map.words + first, id.permutation, out);
  }
}

Bucket BucketSlot::read() const { return byte != nullptr ? widen(*byte) : widen(*word); }

BucketSlot BucketMap::slot(std::span<const Card> board, Hand hand) const {
  const int street = street_of(board.size());
  if (street == 0) return {&hand_table().preflop_class[hand], nullptr};
  require_street(*this, street);
  const CanonicalId id = canonical_id(board);
  const StreetMap& map = streets_[street];
  const std::size_t slot =
      std::size_t{id.index} * kNumHands + permuted_hands()[id.permutation][hand];
  if (map.bytes != nullptr) return {map.bytes + slot, nullptr};
  return {nullptr, map.words + slot};
}

}  // namespace feltprint
