// Checks of the arrays that cross the boundary: dtype, shape and order, without silent casts.
#pragma once

#include <pybind11/numpy.h>

#include <span>
#include <string>

#include "feltprint/error.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

// A C-contiguous array of the given dtype and number of dimensions. Throws: ConfigError.
template <class T>
pybind11::array_t<T> require_array(const pybind11::handle& object, int num_dims,
                                   const std::string& name) {
  const auto wanted = pybind11::dtype::of<T>();
  if (!pybind11::isinstance<pybind11::array>(object)) {
    throw ConfigError(name + " is not an array; expected a numpy array of " +
                      std::string(pybind11::str(wanted)));
  }
  const auto array = pybind11::reinterpret_borrow<pybind11::array>(object);
  if (!array.dtype().equal(wanted)) {
    throw ConfigError(name + " has dtype " + std::string(pybind11::str(array.dtype())) +
                      "; expected " + std::string(pybind11::str(wanted)));
  }
  if (array.ndim() != num_dims) {
    throw ConfigError(name + " has " + std::to_string(array.ndim()) + " dimensions; expected " +
                      std::to_string(num_dims));
  }
  if ((array.flags() & pybind11::array::c_style) == 0) {
    throw ConfigError(name + " is not C-contiguous; pass numpy.ascontiguousarray(" + name + ")");
  }
  return pybind11::reinterpret_borrow<pybind11::array_t<T>>(array);
}

template <class T>
std::span<const T> view(const pybind11::array_t<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

}  // namespace feltprint
