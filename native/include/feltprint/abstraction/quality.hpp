// What a bucket map is worth, in exact weights: masses of buckets, and buckets against strength.
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

}  // namespace feltprint
