// Features of potential-aware abstractions: what a hand can become, in small integers.
//
// Turn (32 numbers 0..46): rivers on which HS is at most (j+1)/33, j = 0..31: the cumulative
// histogram of HS over the rivers. The sum of absolute differences of two is the earth mover's
// distance of the histograms, in 1/33 of HS and 1/46 of the rivers.
// Flop (4 x 16 numbers 0..46): the 47 turns in rising order of the turn's cumulative histogram at
// level HS <= (2c+2)/33, c = 0..15, in quarters of 11, 12, 12 and 12 turns; of each quarter the
// mean count of rivers, rounded: the distribution of the turn's own distribution. The sum of
// absolute differences is, but for the means within quarters, the sum over the levels of the earth
// mover's distances of these marginals. But for rounding it never exceeds the earth mover's
// distance between the two sets of turns with the turn's distance, at these levels, as ground
// distance. River (8 numbers 0..1980): HS*1980 against each of eight groups of opponents' hands
// (OCHS). The groups are clusters of the 169 classes by the distribution of their river HS.
// Sources: Johanson et al. 2013 (histograms, OCHS); Ganzfried & Sandholm 2014 (distributions over
// the next street's). Deviation: marginals over levels stand for the full earth mover's distance.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "feltprint/abstraction/hand_strength.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

inline constexpr int kTurnFeatures = 32;
inline constexpr int kFlopLevels = 16;
inline constexpr int kTurnQuarters = 4;
inline constexpr int kFlopFeatures = kTurnQuarters * kFlopLevels;
inline constexpr int kOpponentGroups = 8;

// Shape: out is [hand][feature] for all hands; blocked hands hold no meaning.
void turn_features(const RiverStrength& strength, const std::array<Card, 5>& board,
                   std::uint8_t* out);

// The flop's levels of every canonical turn. Shape: [canonical turn][hand][level]; 255 = blocked.
// Memory: 349 MB.
std::vector<std::uint8_t> turn_levels(const RiverStrength& strength, int num_threads);

// Shape: out is [hand][quarter][level].
void flop_features(const std::vector<std::uint8_t>& levels, const std::array<Card, 5>& board,
                   std::uint8_t* out);

// Group 0..7 of each preflop class, weakest first, by k-means from draws of a seed.
std::array<std::uint8_t, kNumPreflopClasses> opponent_groups(const RiverStrength& strength,
                                                             std::uint32_t seed, int num_threads);

void river_features(const std::array<Card, 5>& board,
                    const std::array<std::uint8_t, kNumPreflopClasses>& groups, std::int16_t* out);

}  // namespace feltprint
