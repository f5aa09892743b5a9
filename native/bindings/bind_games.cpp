#include "bindings.hpp"

namespace feltprint {

void bind_games(pybind11::module_&) {}

}  // namespace feltprint
