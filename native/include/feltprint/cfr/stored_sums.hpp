// What a state's tables of int16 codes stand for, without a solver.
#pragma once

#include <cstddef>
#include <cstdint>

namespace feltprint {

// The sums that the codes of int16 storage stand for: code * 2^exponent, one exponent a block.
// Exact, or infinite where it passes the range of float32. Shapes: codes and sums [block, lane].
void sums_of_codes(const std::int16_t* codes, const std::int8_t* exponents, std::size_t num_blocks,
                   float* sums);

}  // namespace feltprint
