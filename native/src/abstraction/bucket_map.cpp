#include "feltprint/abstraction/bucket_map.hpp"

#include <string>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/error.hpp"

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

template <class Word>
void read_row(const Word* row, const std::array<Hand, kNumHands>& hands, Bucket* out) {
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
  const auto& hands = permuted_hands()[id.permutation];
  const StreetMap& map = streets_[street];
  const std::size_t first = std::size_t{id.index} * kNumHands;
  if (map.bytes != nullptr) {
    read_row(map.bytes + first, hands, out);
  } else {
    read_row(map.words + first, hands, out);
  }
}

Bucket BucketMap::bucket(std::span<const Card> board, Hand hand) const {
  const int street = street_of(board.size());
  if (street == 0) return hand_table().preflop_class[hand];
  require_street(*this, street);
  const CanonicalId id = canonical_id(board);
  const StreetMap& map = streets_[street];
  const std::size_t slot =
      std::size_t{id.index} * kNumHands + permuted_hands()[id.permutation][hand];
  return map.bytes != nullptr ? widen(map.bytes[slot]) : widen(map.words[slot]);
}

}  // namespace feltprint
