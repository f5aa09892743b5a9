#include "feltprint/abstraction/bucket_map.hpp"

#include <cstring>
#include <string>
#include <type_traits>

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

// Bytes and the bytes of `high` in turns: words whose upper half is 255 where a byte is 255.
constexpr Bytes kLowerHalf{0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23};
constexpr Bytes kUpperHalf{8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31};

// Buckets of 16 higher cards, four ranks; shuffles move the suits of each rank.
struct ByteRanks {
  Bytes shuffle;

  explicit ByteRanks(const std::array<std::uint8_t, 4>& to) {
    for (int i = 0; i < 16; ++i) shuffle[i] = static_cast<std::uint8_t>((i & ~3) + to[i & 3]);
  }
  void copy(const std::uint8_t* from, Bucket* out) const {
    Bytes bytes;
    std::memcpy(&bytes, from, sizeof(bytes));
    bytes = __builtin_shuffle(bytes, shuffle);
    const Bytes high = (Bytes)(bytes == 255);  // 255 = blocked becomes 65535
    const Bytes lower = __builtin_shuffle(bytes, high, kLowerHalf);
    const Bytes upper = __builtin_shuffle(bytes, high, kUpperHalf);
    std::memcpy(out, &lower, sizeof(lower));
    std::memcpy(out + 8, &upper, sizeof(upper));
  }
};

struct WordRanks {
  Bytes shuffle;

  explicit WordRanks(const std::array<std::uint8_t, 4>& to) {
    for (int i = 0; i < 16; ++i) {
      shuffle[i] = static_cast<std::uint8_t>((i & ~7) + 2 * to[i / 2 & 3] + (i & 1));
    }
  }
  void copy(const std::uint16_t* from, Bucket* out) const {
    for (int half = 0; half < 16; half += 8) {
      Bytes bytes;
      std::memcpy(&bytes, from + half, sizeof(bytes));
      bytes = __builtin_shuffle(bytes, shuffle);
      std::memcpy(out + half, &bytes, sizeof(bytes));
    }
  }
};

// In every row of a hand's lower card, the suits of the higher card are permuted within each rank.
// Rows go from the last to the first: where a vector begins before its row, it spoils the end of
// the rows before, which are still to be written. Pairs go hand by hand.
template <class Ranks, class Word>
void read_row(const Word* row, int permutation, Bucket* out) {
  const auto& to = suit_permutations()[permutation];
  const auto& hands = permuted_hands()[permutation];
  const Ranks ranks(to);
  const auto start = [](int card) { return card * (103 - card) / 2 - card - 1; };
  for (int card = kNumCards - 1; card >= 0; --card) {
    const int first = (card | 3) + 1;  // lowest card of the next rank
    if (first < kNumCards) {
      const Word* from = row + start((card & ~3) + to[card & 3]);
      Bucket* target = out + start(card);
      for (int other = first; other < kNumCards - 16; other += 16) {
        ranks.copy(from + other, target + other);
      }
      ranks.copy(from + kNumCards - 16, target + kNumCards - 16);  // may overlap the one before
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

// A random row comes from memory: ask for all its lines at once, so that their ways overlap.
template <class Word>
void fetch_row(const Word* row) {
  constexpr std::size_t kLine = 64;
  const char* bytes = reinterpret_cast<const char*>(row);
  for (std::size_t at = 0; at < kNumHands * sizeof(Word); at += kLine) {
    __builtin_prefetch(bytes + at);
  }
}

template <class Word>
void read_row(const Word* row, int permutation, Bucket* out) {
#if FELTPRINT_DISPATCH
  if (active_isa() != Isa::Baseline) {
    using Ranks = std::conditional_t<sizeof(Word) == 1, avx2::ByteRanks, avx2::WordRanks>;
    return avx2::read_row<Ranks>(row, permutation, out);
  }
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
    fetch_row(map.bytes + first);
    read_row(map.bytes + first, id.permutation, out);
  } else {
    fetch_row(map.words + first);
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
