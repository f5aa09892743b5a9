#include "bindings.hpp"

namespace feltprint {

void bind_abstraction(pybind11::module_&) {}

}  // namespace feltprint
