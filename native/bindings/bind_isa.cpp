#include <pybind11/stl.h>

#include "bindings.hpp"
#include "feltprint/isa.hpp"
#include "feltprint/rng.hpp"

namespace feltprint {

void bind_isa(pybind11::module_& module) {
  module.def(
      "available_isas",
      [] {
        std::vector<std::string> names;
        for (Isa isa : available_isas()) names.emplace_back(isa_name(isa));
        return names;
      },
      "Names of the instruction-set paths that can run here, slowest first.");
  module.def(
      "active_isa", [] { return std::string(isa_name(active_isa())); },
      "Name of the instruction-set path in use.");
  module.def(
      "set_active_isa", [](const std::string& name) { set_active_isa(isa_from_name(name)); },
      pybind11::arg("name"), "Choose the instruction-set path: baseline, avx2 or avx512.");
  module.def("philox4x32", &philox4x32, pybind11::arg("counter"), pybind11::arg("key"),
             "Philox4x32-10 block of a counter (4 words) under a key (2 words).");
}

}  // namespace feltprint
