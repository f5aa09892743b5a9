#include "bindings.hpp"

namespace feltprint {

void bind_cards(pybind11::module_&) {}

}  // namespace feltprint
