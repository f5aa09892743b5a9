// Number of k-subsets of n things.
#pragma once

#include <cstdint>

namespace feltprint {

// 0 when n < k. Exact as long as the result fits 64 bits.
constexpr std::uint64_t choose(std::uint64_t n, int k) {
  if (n < static_cast<std::uint64_t>(k)) return 0;
  unsigned __int128 value = 1;
  for (int i = 0; i < k; ++i) value = value * (n - static_cast<unsigned>(i)) / (i + 1u);
  return static_cast<std::uint64_t>(value);
}

}  // namespace feltprint
