// Features of all hands on one board, exact and in integers: moments and histograms of the river
// strength x over all runouts, and strength against clusters of opponents' hands (OCHS).
// Sources: Johanson et al. 2013 (OCHS, histograms); Gilpin & Sandholm 2007 (histograms).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "feltprint/abstraction/hand_strength.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

// Sums over all runouts of a board of 3-5 cards that leave the hand: E[HS] = sum / runouts / 1980,
// E[HS^2] = square / runouts / 1980^2. Shape: all are [hand]; 0 for blocked hands.
void strength_moments(const RiverStrength& strength, std::span<const Card> board,
                      std::uint64_t* sum, std::uint64_t* square, std::uint32_t* runouts);

// Runouts by strength: bin i of B holds x with i = min(B - 1, x * B / 1980), rounded down.
// Shape: out is [hand, bin]; 0 for blocked hands.
void strength_histogram(const RiverStrength& strength, std::span<const Card> board, int num_bins,
                        std::uint32_t* out);

// 2*wins + ties on a river against the hands of each cluster that share no card with board or
// hand, and their number: OCHS = x / (2 * opponents). Shape: cluster is [hand], in
// 0..num_clusters-1; x and opponents are [hand, cluster]; 0 for blocked hands.
void cluster_strength(const std::array<Card, 5>& board, const std::uint8_t* cluster,
                      int num_clusters, std::uint16_t* x, std::uint16_t* opponents);

}  // namespace feltprint
