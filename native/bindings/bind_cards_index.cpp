#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "card_arrays.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/hand_index.hpp"

namespace py = pybind11;

namespace feltprint {

void bind_cards_index(py::module_& module) {
  py::class_<HandIndexer>(module, "HandIndexer", "Deals up to suits, numbered one by one.")
      .def(py::init<std::vector<int>>(), py::arg("cards_per_round"))
      .def_property_readonly("size", &HandIndexer::size, "Number of deals up to suits.")
      .def(
          "index",
          [](const HandIndexer& self, const py::object& object) {
            const auto deals = require_array<Card>(object, 2, "deals");
            if (deals.shape(1) != self.num_cards()) {
              throw ConfigError("deals have " + std::to_string(deals.shape(1)) +
                                " cards; expected " + std::to_string(self.num_cards()));
            }
            const auto count = static_cast<std::size_t>(deals.shape(0));
            const auto width = static_cast<std::size_t>(deals.shape(1));
            require_card_rows({deals.data(), count * width}, width, "deal");
            py::array_t<std::uint64_t> out(deals.shape(0));
            std::uint64_t* indices = out.mutable_data();
            const Card* cards = deals.data();
            const py::gil_scoped_release release;
            for (std::size_t i = 0; i < count; ++i) {
              indices[i] = self.index({cards + i * width, width});
            }
            return out;
          },
          py::arg("deals"), "Indices of deals, uint8 (N, cards) -> uint64 (N,).")
      .def(
          "unindex",
          [](const HandIndexer& self, std::uint64_t index) {
            const std::vector<Card> cards = self.unindex(index);
            return py::array_t<Card>(static_cast<py::ssize_t>(cards.size()), cards.data());
          },
          py::arg("index"), "The canonical deal of an index, uint8 (cards,).");
}

}  // namespace feltprint
