// Percentile buckets: one ranking of all hands of a street, cut into shares of equal weight.
//
// A hand on a canonical board weighs the number of real boards behind it. Cut k of B buckets
// follows the longest prefix of the ranking that weighs at most k/B of the whole: it is the next
// value. The bucket of a value is the number of cuts at or below it.
// Features: river x (HS), turn and flop S (E[HS^2]); see hand_strength.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "feltprint/abstraction/hand_strength.hpp"

namespace feltprint {

// The num_buckets - 1 cuts of a street, rising.
// Throws: ConfigError when num_buckets is not in 1..65535 or some bucket would be empty.
std::vector<std::uint32_t> river_cuts(const RiverStrength& strength, int num_buckets);
std::vector<std::uint32_t> sum_cuts(const std::vector<std::uint32_t>& sums, int street,
                                    int num_buckets, int num_threads);

// The maps: Shape: out is [canonical board, hand]; Word is uint8 for at most 255 buckets (255 =
// blocked) or uint16 (65535 = blocked).
template <class Word>
void river_map(const RiverStrength& strength, const std::vector<std::uint32_t>& cuts,
               int num_threads, Word* out);
template <class Word>
void sum_map(const std::vector<std::uint32_t>& sums, int street,
             const std::vector<std::uint32_t>& cuts, int num_threads, Word* out);

}  // namespace feltprint
