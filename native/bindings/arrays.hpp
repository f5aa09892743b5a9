// Arrays across the boundary: checked on the way in, views that keep their owner on the way out.
#pragma once

#include <pybind11/numpy.h>

#include <string>
#include <vector>

#include "feltprint/error.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

// Elements of a C-contiguous array of exactly this dtype and size, or a ConfigError naming it.
template <typename T>
const T* checked_data(const pybind11::array& array, std::size_t size, const char* name) {
  if (!pybind11::isinstance<pybind11::array_t<T>>(array) ||
      (array.flags() & pybind11::array::c_style) == 0 ||
      static_cast<std::size_t>(array.size()) != size) {
    throw ConfigError(
        std::string(name) + ": expected a C-contiguous array of " + std::to_string(size) + " " +
        std::string(pybind11::str(pybind11::dtype::of<T>())) + "; found " +
        std::to_string(array.size()) + " " + std::string(pybind11::str(array.dtype())));
  }
  return static_cast<const T*>(array.data());
}

// A C-contiguous [rows, width] array, or a ConfigError naming it; rows < 0: any.
template <typename T>
void check_matrix(const pybind11::array_t<T>& array, pybind11::ssize_t rows,
                  pybind11::ssize_t width, const char* name) {
  const bool fits = array.ndim() == 2 && (rows < 0 || array.shape(0) == rows) &&
                    array.shape(1) == width && (array.flags() & pybind11::array::c_style) != 0;
  if (!fits) {
    throw ConfigError(std::string(name) + ": expected a C-contiguous array of shape (" +
                      (rows < 0 ? "n" : std::to_string(rows)) + ", " + std::to_string(width) +
                      "), found another shape or layout");
  }
}

}  // namespace feltprint
