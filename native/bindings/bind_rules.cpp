#include "bindings.hpp"

namespace feltprint {

void bind_rules(pybind11::module_&) {}

}  // namespace feltprint
