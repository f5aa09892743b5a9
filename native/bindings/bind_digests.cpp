#include <pybind11/stl.h>

#include <map>

#include "bindings.hpp"

namespace feltprint {

std::map<std::string, std::string> component_digests();  // defined in a generated source

void bind_digests(pybind11::module_& module) {
  module.def("component_digests", &component_digests,
             "Digests of the native sources that this module was built of, by component.");
}

}  // namespace feltprint
