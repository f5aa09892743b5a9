// All-in equity of two to six hands or weighted ranges on any board: exact, or by sampling.
//
// A deal gives each seat a hand of its range, all cards different; its weight is the product of
// the hands' weights. Exact: every deal and every runout. Sampled: runouts and deals drawn from
// Philox streams in that law, by rejection of the whole deal when cards collide.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "feltprint/types.hpp"

namespace feltprint {

struct RangeHand {
  Hand hand;
  double weight;  // > 0
};
using Range = std::vector<RangeHand>;

// Sums of weight for one seat: alone with the best hand, in a tie, and the share of the pot.
struct SeatEquity {
  double win;
  double tie;
  double share;
};

struct EquityResult {
  std::vector<SeatEquity> seats;
  double weight = 0;                   // of all deals and runouts
  std::vector<double> standard_error;  // of share / weight; empty when exact
};

// Deals times runouts of an exact run: what decides whether it is affordable.
double equity_work(std::span<const Range> ranges, std::span<const Card> board);

// Throws: ConfigError when no deal is possible.
EquityResult equity_exact(std::span<const Range> ranges, std::span<const Card> board);
EquityResult equity_sampled(std::span<const Range> ranges, std::span<const Card> board,
                            std::uint32_t seed, std::uint32_t num_samples);

}  // namespace feltprint
