#include <pybind11/numpy.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "feltprint/cfr/stored_sums.hpp"

namespace py = pybind11;

namespace feltprint {

namespace {

using Floats = py::array_t<float>;

void decode(const py::array_t<std::int16_t>& codes, const py::array_t<std::int8_t>& exponents,
            Floats& out) {
  check_matrix(codes, -1, kLanes, "codes");
  check_matrix(out, codes.shape(0), kLanes, "out");
  const auto num_blocks = static_cast<std::size_t>(codes.shape(0));
  const auto* units = checked_data<std::int8_t>(exponents, num_blocks, "exponents");
  float* sums = out.mutable_data();
  py::gil_scoped_release release;
  sums_of_codes(codes.data(), units, num_blocks, sums);
}

}  // namespace

void bind_weights(py::module_& module) {
  module.def("sums_of_codes", &decode, py::arg("codes").noconvert(),
             py::arg("exponents").noconvert(), py::arg("out").noconvert(),
             "The sums of int16 codes [block, 8] with an exponent a block, into out.");
}

}  // namespace feltprint
