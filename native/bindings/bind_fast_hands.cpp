// pokerfast's FastHands as packed rows (adapters/pokerfast.py). Attributes of the hands are all
// that is read; it is done here because, in Python, it took most of the time of an answer.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "fast_hand_reader.hpp"
#include "feltprint/error.hpp"

namespace py = pybind11;

namespace feltprint {

namespace {

// Packs hands into rows of zeros [hand]; the chips that each acting seat has on the street, and
// its stack.
py::tuple pack_fast_hands(const py::sequence& hands, py::array& rows) {
  const auto count = static_cast<py::ssize_t>(hands.size());
  if (rows.ndim() != 1 || rows.shape(0) != count || rows.itemsize() != sizeof(PackedRow) ||
      (rows.flags() & py::array::c_style) == 0) {
    throw ConfigError("rows: expected a contiguous array of one packed row a hand");
  }
  auto* packed = static_cast<PackedRow*>(rows.mutable_data());
  HandReader reader;
  py::list street_chips(count);
  py::list stacks(count);
  for (py::ssize_t i = 0; i < count; ++i) {
    try {
      reader.pack(py::object(hands[static_cast<std::size_t>(i)]), packed[i]);
    } catch (const ConfigError& error) {
      throw ConfigError("hand " + std::to_string(i) + ": " + error.what());
    }
    street_chips[static_cast<std::size_t>(i)] = reader.street_chips;
    stacks[static_cast<std::size_t>(i)] = reader.stack;
  }
  return py::make_tuple(street_chips, stacks);
}

py::list fast_hand_actions(py::handle hand) {
  HandReader reader;
  reader.open(hand);
  py::list actions;
  for (const RowAction& action : reader.actions) {
    actions.append(py::make_tuple(action.seat, action.kind, action.total_to));
  }
  return actions;
}

}  // namespace

void bind_fast_hands(py::module_& module) {
  module.def("pack_fast_hands", &pack_fast_hands, py::arg("hands"), py::arg("rows"),
             "Packs FastHands into rows of zeros [hand]; (street chips, stacks) of the acting "
             "seats.");
  module.def("fast_hand_actions", &fast_hand_actions, py::arg("hand"),
             "(seat, kind, total) of each action of a FastHand.");
}

}  // namespace feltprint
