#include "feltprint/abstraction/quality.hpp"

#include <array>
#include <mutex>
#include <string>

#include "cards/parallel_ranges.hpp"
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

}  // namespace feltprint
