// Payoff terms of one player in blocks of kWidth rows, as the gradient kernel reads them.
#pragma once

#include <cstdint>
#include <vector>

namespace feltprint::lab {

struct BlockRows {
  std::uint32_t num_blocks = 0;
  std::uint32_t num_opponents = 0;
  std::vector<std::uint32_t> begin;   // [block + 1] -> first term of the block
  std::vector<std::int32_t> columns;  // [term * num_opponents + opponent]: column of lane 0
  std::vector<double> values;         // [term * kWidth + lane]: chance times payoff, or 0
};

}  // namespace feltprint::lab
