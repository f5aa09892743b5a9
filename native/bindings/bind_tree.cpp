#include "bindings.hpp"

namespace feltprint {

void bind_tree(pybind11::module_&) {}

}  // namespace feltprint
