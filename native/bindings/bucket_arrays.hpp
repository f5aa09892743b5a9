// New arrays for bucket maps, and checks of the street that a caller names.
#pragma once

#include <pybind11/numpy.h>

#include <array>
#include <string>
#include <vector>

#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/error.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

// Throws: ConfigError unless street is 1..last.
inline void require_street(int street, int last = 3) {
  if (street >= 1 && street <= last) return;
  throw ConfigError("street is " + std::to_string(street) + "; expected 1.." +
                    std::to_string(last));
}

// Calls fill(out) without the GIL for a new map [canonical board, hand] of bytes, or of words
// above 255 buckets.
template <class Fill>
pybind11::array make_map(int street, int num_buckets, const Fill& fill) {
  const auto count = static_cast<pybind11::ssize_t>(canonical_boards(street).boards.size());
  const auto filled = [&](auto map) -> pybind11::array {
    auto* out = map.mutable_data();
    {
      const pybind11::gil_scoped_release release;
      fill(out);
    }
    return map;
  };
  const std::array<pybind11::ssize_t, 2> shape{count, kNumHands};
  if (num_buckets <= 255) return filled(pybind11::array_t<std::uint8_t>(shape));
  return filled(pybind11::array_t<std::uint16_t>(shape));
}

template <class Number>
pybind11::array_t<Number> as_array(const std::vector<Number>& values) {
  return pybind11::array_t<Number>(static_cast<pybind11::ssize_t>(values.size()), values.data());
}

}  // namespace feltprint
