#include "bindings.hpp"

namespace feltprint {

void bind_evaluate(pybind11::module_&) {}

}  // namespace feltprint
