#include "feltprint/cfr/stored_sums.hpp"

#include <bit>

#include "feltprint/types.hpp"

namespace feltprint {

void sums_of_codes(const std::int16_t* codes, const std::int8_t* exponents, std::size_t num_blocks,
                   float* sums) {
  for (std::size_t block = 0; block < num_blocks; ++block) {
    // Through a double: the lowest exponents are below those of normal floats.
    const auto bits = static_cast<std::uint64_t>(exponents[block] + 1023) << 52;
    const float unit = static_cast<float>(std::bit_cast<double>(bits));
    for (int lane = 0; lane < kLanes; ++lane) {
      sums[block * kLanes + lane] = static_cast<float>(codes[block * kLanes + lane]) * unit;
    }
  }
}

}  // namespace feltprint
