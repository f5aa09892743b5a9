#include "bindings.hpp"

namespace feltprint {

void bind_serve(pybind11::module_&) {}

}  // namespace feltprint
