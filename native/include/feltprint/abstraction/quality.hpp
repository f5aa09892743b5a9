// What a bucket map is worth, in exact weights: masses of buckets, buckets against strength, and
// where the hands of a bucket go on the next street.
#pragma once

#include <cstdint>
#include <vector>

#include "feltprint/abstraction/bucket_map.hpp"
#include "feltprint/abstraction/hand_strength.hpp"

namespace feltprint {

// Weight of every bucket of street 1..3: (real board, hand) pairs. Shape: [bucket].
// Throws: ArtifactError when the map holds a bucket that the street does not have.
std::vector<std::uint64_t> bucket_masses(const BucketMap& map, int street, int num_threads);

// Weight of every river bucket and strength x. Shape: [bucket, kMaxStrength + 1].
std::vector<std::uint64_t> river_bucket_strengths(const BucketMap& map,
                                                  const RiverStrength& strength, int num_threads);

// How a value of the hands spreads inside each bucket. Sums are of the value in 65535ths of its
// scale, rounded down, times the weight; least and most are of the value itself, both 0 in an
// empty bucket. Shape: [bucket].
struct BucketValues {
  std::vector<std::uint64_t> weight;
  std::vector<std::uint64_t> sum;
  std::vector<std::uint64_t> square;
  std::vector<std::uint32_t> least;
  std::vector<std::uint32_t> most;
};
// For street 1 or 2. Shape: values is [canonical board, lane slot], at most scale.
BucketValues bucket_values(const BucketMap& map, int street,
                           const std::vector<std::uint32_t>& values, std::uint64_t scale,
                           int num_threads);

// Weight of the hands in bucket i of street 1 or 2 that come to bucket j of the next street, over
// every stride-th canonical board and all next cards. Shape: [bucket, next bucket].
std::vector<std::uint64_t> transition_weights(const BucketMap& map, int street, int stride,
                                              int num_threads);

}  // namespace feltprint
