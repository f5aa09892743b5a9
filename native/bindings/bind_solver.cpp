#include "bindings.hpp"

namespace feltprint {

void bind_solver(pybind11::module_&) {}

}  // namespace feltprint
