// Nested buckets: each board's hands cut into bins by equity, and each bin by potential.
//
// Equity e1 = E[HS] over the runouts. Potential e2 = E_river[HS^2] on a turn and
// E_turn[(E_river[HS])^2] on a flop. Bucket = class * bins * sub_bins + bin * sub_bins + sub_bin;
// on the river class * bins + bin, by HS alone.
// Equal width: the first k with v <= lo + (hi - lo + 1e-8) * k / N is bin k - 1, where lo and hi
// are the least and greatest value of the hands that are cut (on the river 0 and 1). Here v, lo
// and hi are integers in units of 1/scale, so the rule is exact.
// Equal mass: on flop and turn a value's bin is its middle rank among the hands that are cut, in N
// equal shares; on the river the values of each board class are parted into N runs of near equal
// weight, none of them empty while there are N values.
#pragma once

#include <cstdint>
#include <vector>

#include "feltprint/abstraction/board_class.hpp"
#include "feltprint/abstraction/hand_strength.hpp"

namespace feltprint {

struct NestedSpec {
  int bins;
  int sub_bins;  // 1 on the river
  BoardClasses classes;
  bool equal_mass;
};

// Buckets of a street. Throws: ConfigError when they are not in 1..65535.
int nested_num_buckets(const NestedSpec& spec, int street);

// e1 and e2 of all canonical boards of street 1 or 2 in integers; e1 = equity / equity_scale.
// Shape: both are [canonical board, lane slot].
struct Potential {
  std::vector<std::uint32_t> equity;
  std::uint64_t equity_scale;  // 46 * 1980 on a turn, 1081 * 1980 on a flop
  std::vector<std::uint32_t> turn_square;
  std::vector<std::uint64_t> flop_square;  // the one of the two that the street has
  std::uint64_t square_scale;              // 46 * 1980^2 on a turn, 47 * (46 * 1980)^2 on a flop

  std::uint64_t square(std::size_t slot) const {
    return flop_square.empty() ? turn_square[slot] : flop_square[slot];
  }
};
Potential turn_potential(const RiverStrength& strength, int num_threads);
// From the first moments of the turns, turn_sums(strength, Moment::First, ..).
Potential flop_potential(const std::vector<std::uint32_t>& turn_means, int num_threads);

// The maps. Shape: out is [canonical board, hand]; Word as in percentile.hpp.
template <class Word>
void nested_map(const Potential& potential, int street, const NestedSpec& spec, int num_threads,
                Word* out);
template <class Word>
void nested_river_map(const RiverStrength& strength, const NestedSpec& spec, int num_threads,
                      Word* out);

}  // namespace feltprint
