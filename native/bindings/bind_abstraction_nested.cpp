#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "bucket_arrays.hpp"
#include "card_arrays.hpp"
#include "feltprint/abstraction/board_class.hpp"
#include "feltprint/abstraction/nested.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "strength_builder.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

py::array nested_street(const StrengthBuilder& strength, int street, const NestedSpec& spec) {
  require_street(street);
  return make_map(street, nested_num_buckets(spec, street), [&](auto* out) {
    if (street == 3) {
      nested_river_map(strength.river(), spec, strength.num_threads(), out);
    } else {
      nested_map(strength.potential(street), street, spec, strength.num_threads(), out);
    }
  });
}

// e1, e2 [canonical board, lane slot] and their scales.
py::tuple street_potential(const StrengthBuilder& strength, int street) {
  require_street(street, 2);
  Potential values;
  {
    const py::gil_scoped_release release;
    values = strength.potential(street);
  }
  py::array_t<std::uint64_t> square(static_cast<py::ssize_t>(values.equity.size()));
  for (std::size_t i = 0; i < values.equity.size(); ++i) {
    square.mutable_data()[i] = values.square(i);
  }
  const py::ssize_t boards = square.size() / kNumLaneSlots;
  return py::make_tuple(as_array(values.equity).reshape({boards, py::ssize_t{kNumLaneSlots}}),
                        square.reshape({boards, py::ssize_t{kNumLaneSlots}}), values.equity_scale,
                        values.square_scale);
}

int class_of_board(BoardClasses classes, const py::object& object) {
  const auto board = require_array<Card>(object, 1, "board");
  if (board.size() < 3 || board.size() > 5) {
    throw ConfigError("board has " + std::to_string(board.size()) + " cards; expected 3..5");
  }
  require_cards(view(board), "board");
  return board_class(classes, view(board));
}

}  // namespace

void bind_abstraction_nested(py::module_& module) {
  py::enum_<BoardClasses>(module, "BoardClasses", "Boards that do not share buckets.")
      .value("none", BoardClasses::None)
      .value("suits", BoardClasses::Suits)
      .value("texture", BoardClasses::Texture);
  py::class_<NestedSpec>(module, "NestedSpec", "How a street is cut into nested buckets.")
      .def(py::init<int, int, BoardClasses, bool>(), py::arg("bins"), py::arg("sub_bins"),
           py::arg("classes"), py::arg("equal_mass"));
  module.def("nested_map", &nested_street, py::arg("strength"), py::arg("street"), py::arg("spec"),
             "Nested map (boards, 1326) of a street.");
  module.def("potential", &street_potential, py::arg("strength"), py::arg("street"),
             "e1 and e2 of flops or turns, (boards, 1456) in lanes, and their scales.");
  module.def("board_class", &class_of_board, py::arg("classes"), py::arg("board"),
             "Class of a board of 3-5 cards.");
}

}  // namespace feltprint
