#include "feltprint/abstraction/quality.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <string>

#include "cards/parallel_ranges.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/error.hpp"

namespace feltprint {
namespace {

// Sums count(board index, sums) over all canonical boards of a street, one partial a thread.
template <class Count>
std::vector<std::uint64_t> sum_over_boards(int street, std::size_t size, int num_threads,
                                           const Count& count) {
  std::vector<std::uint64_t> total(size, 0);
  std::mutex mutex;
  const std::size_t num_boards = canonical_boards(street).boards.size();
  parallel_ranges(num_boards, num_threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint64_t> part(size, 0);
    for (std::size_t i = begin; i < end; ++i) count(i, part);
    const std::lock_guard<std::mutex> lock(mutex);
    for (std::size_t i = 0; i < size; ++i) total[i] += part[i];
  });
  return total;
}

// Buckets of canonical board i, each either kNoBucket or in range.
void buckets_of(const BucketMap& map, int street, std::size_t i, Bucket out[kNumHands]) {
  const CanonicalBoards& boards = canonical_boards(street);
  map.buckets({boards.boards[i].data(), static_cast<std::size_t>(boards.num_cards)}, out);
  for (int hand = 0; hand < kNumHands; ++hand) {
    if (out[hand] == kNoBucket || out[hand] < map.num_buckets(street)) continue;
    throw ArtifactError("canonical board " + std::to_string(i) + " of street " +
                        std::to_string(street) + ": hand " + std::to_string(hand) + " has bucket " +
                        std::to_string(out[hand]) + ", the street has " +
                        std::to_string(map.num_buckets(street)) + "; build the map again");
  }
}

}  // namespace

std::vector<std::uint64_t> bucket_masses(const BucketMap& map, int street, int num_threads) {
  const auto size = static_cast<std::size_t>(map.num_buckets(street));
  const CanonicalBoards& boards = canonical_boards(street);
  return sum_over_boards(street, size, num_threads, [&](std::size_t i, auto& sums) {
    std::array<Bucket, kNumHands> buckets;
    buckets_of(map, street, i, buckets.data());
    for (Bucket bucket : buckets) {
      if (bucket != kNoBucket) sums[bucket] += boards.weights[i];
    }
  });
}

std::vector<std::uint64_t> river_bucket_strengths(const BucketMap& map,
                                                  const RiverStrength& strength, int num_threads) {
  constexpr std::size_t kStride = kMaxStrength + 1;
  const CanonicalBoards& boards = canonical_boards(3);
  const std::size_t size = static_cast<std::size_t>(map.num_buckets(3)) * kStride;
  return sum_over_boards(3, size, num_threads, [&](std::size_t i, auto& sums) {
    std::array<Bucket, kNumHands> buckets;
    std::array<std::uint16_t, kNumHands> x;
    buckets_of(map, 3, i, buckets.data());
    river_strength_of(strength, boards.boards[i].data(), x.data());
    for (int hand = 0; hand < kNumHands; ++hand) {
      if (buckets[hand] != kNoBucket) sums[buckets[hand] * kStride + x[hand]] += boards.weights[i];
    }
  });
}

BucketValues bucket_values(const BucketMap& map, int street,
                           const std::vector<std::uint32_t>& values, std::uint64_t scale,
                           int num_threads) {
  const auto size = static_cast<std::size_t>(map.num_buckets(street));
  const CanonicalBoards& boards = canonical_boards(street);
  BucketValues total{std::vector<std::uint64_t>(size), std::vector<std::uint64_t>(size),
                     std::vector<std::uint64_t>(size), std::vector<std::uint32_t>(size, 0xFFFFFFFF),
                     std::vector<std::uint32_t>(size)};
  const BucketValues empty = total;
  std::mutex mutex;
  parallel_ranges(boards.boards.size(), num_threads, [&](std::size_t begin, std::size_t end) {
    BucketValues part = empty;
    std::array<Bucket, kNumHands> buckets;
    for (std::size_t i = begin; i < end; ++i) {
      buckets_of(map, street, i, buckets.data());
      for (int hand = 0; hand < kNumHands; ++hand) {
        const Bucket bucket = buckets[hand];
        if (bucket == kNoBucket) continue;
        const std::uint32_t value = values[i * kNumLaneSlots + class_layout().slot[hand]];
        const std::uint64_t part_of_scale = std::uint64_t{value} * 65535 / scale;
        part.weight[bucket] += boards.weights[i];
        part.sum[bucket] += boards.weights[i] * part_of_scale;
        part.square[bucket] += boards.weights[i] * part_of_scale * part_of_scale;
        part.least[bucket] = std::min(part.least[bucket], value);
        part.most[bucket] = std::max(part.most[bucket], value);
      }
    }
    const std::lock_guard<std::mutex> lock(mutex);
    for (std::size_t i = 0; i < size; ++i) {
      total.weight[i] += part.weight[i];
      total.sum[i] += part.sum[i];
      total.square[i] += part.square[i];
      total.least[i] = std::min(total.least[i], part.least[i]);
      total.most[i] = std::max(total.most[i], part.most[i]);
    }
  });
  for (std::size_t i = 0; i < size; ++i) {
    if (total.weight[i] == 0) total.least[i] = 0;
  }
  return total;
}

std::vector<std::uint64_t> transition_weights(const BucketMap& map, int street, int stride,
                                              int num_threads) {
  const auto next_size = static_cast<std::size_t>(map.num_buckets(street + 1));
  const std::size_t size = static_cast<std::size_t>(map.num_buckets(street)) * next_size;
  const CanonicalBoards& boards = canonical_boards(street);
  const auto num_cards = static_cast<std::size_t>(boards.num_cards);
  return sum_over_boards(street, size, num_threads, [&](std::size_t i, auto& sums) {
    if (i % static_cast<std::size_t>(stride) != 0) return;
    std::array<Card, 5> cards = boards.boards[i];
    std::uint64_t dead = 0;
    for (std::size_t j = 0; j < num_cards; ++j) dead |= card_bit(cards[j]);
    std::array<Bucket, kNumHands> buckets;
    std::array<Bucket, kNumHands> next;
    buckets_of(map, street, i, buckets.data());
    for (int card = 0; card < kNumCards; ++card) {
      if (dead >> card & 1) continue;
      cards[num_cards] = static_cast<Card>(card);
      map.buckets({cards.data(), num_cards + 1}, next.data());
      for (int hand = 0; hand < kNumHands; ++hand) {
        if (next[hand] == kNoBucket) continue;  // then the hand may be live on this board alone
        if (next[hand] >= next_size) {
          throw ArtifactError("street " + std::to_string(street + 1) + " has a bucket " +
                              std::to_string(next[hand]) + " of " + std::to_string(next_size) +
                              "; build the map again");
        }
        sums[buckets[hand] * next_size + next[hand]] += boards.weights[i];
      }
    }
  });
}

}  // namespace feltprint
