#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "card_arrays.hpp"
#include "feltprint/cards/board_index.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/hand_index.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

py::array_t<std::uint64_t> deal_indices(const HandIndexer& self, const py::object& object) {
  const auto deals = require_array<Card>(object, 2, "deals");
  if (deals.shape(1) != self.num_cards()) {
    throw ConfigError("deals have " + std::to_string(deals.shape(1)) + " cards; expected " +
                      std::to_string(self.num_cards()));
  }
  const auto count = static_cast<std::size_t>(deals.shape(0));
  const auto width = static_cast<std::size_t>(deals.shape(1));
  for (std::size_t i = 0; i < count; ++i) {
    require_cards({deals.data() + i * width, width}, "deal " + std::to_string(i));
  }
  py::array_t<std::uint64_t> out(deals.shape(0));
  std::uint64_t* indices = out.mutable_data();
  const Card* cards = deals.data();
  const py::gil_scoped_release release;
  for (std::size_t i = 0; i < count; ++i) indices[i] = self.index({cards + i * width, width});
  return out;
}

py::array_t<Card> deal_of(const HandIndexer& self, std::uint64_t index) {
  const std::vector<Card> cards = self.unindex(index);
  return py::array_t<Card>(static_cast<py::ssize_t>(cards.size()), cards.data());
}

// A street's numbering, which the process keeps.
struct BoardIndexView {
  const BoardIndex* index;
  int street;
};

py::array_t<std::int64_t> board_indices(const BoardIndexView& self, const py::object& object) {
  const auto boards = require_array<Card>(object, 2, "boards");
  if (boards.shape(1) != self.street + 2) {
    throw ConfigError("boards have " + std::to_string(boards.shape(1)) + " cards; expected " +
                      std::to_string(self.street + 2));
  }
  const auto count = static_cast<std::size_t>(boards.shape(0));
  const auto width = static_cast<std::size_t>(boards.shape(1));
  for (std::size_t i = 0; i < count; ++i) {
    require_cards({boards.data() + i * width, width}, "board " + std::to_string(i));
  }
  py::array_t<std::int64_t> out({boards.shape(0), py::ssize_t{kNumHands}});
  std::int64_t* indices = out.mutable_data();
  const Card* cards = boards.data();
  const py::gil_scoped_release release;
  for (std::size_t i = 0; i < count; ++i) {
    self.index->indices({cards + i * width, width}, indices + i * kNumHands);
  }
  return out;
}

}  // namespace

void bind_cards_index(py::module_& module) {
  py::class_<HandIndexer>(module, "HandIndexer", "Deals up to suits, numbered one by one.")
      .def(py::init<std::vector<int>>(), py::arg("cards_per_round"))
      .def_property_readonly("size", &HandIndexer::size, "Number of deals up to suits.")
      .def("index", &deal_indices, py::arg("deals"),
           "Indices of deals, uint8 (N, cards) -> uint64 (N,).")
      .def("unindex", &deal_of, py::arg("index"),
           "The canonical deal of an index, uint8 (cards,).");
  py::class_<BoardIndexView>(module, "BoardIndex", "Hands on boards up to suits, board by board.")
      .def(py::init([](int street) {
             const py::gil_scoped_release release;
             return BoardIndexView{&BoardIndex::of_street(street), street};
           }),
           py::arg("street"))
      .def_property_readonly(
          "size", [](const BoardIndexView& self) { return self.index->size(); },
          "Number of hands on boards up to suits.")
      .def_property_readonly(
          "first",
          [](const BoardIndexView& self) {
            const auto& first = self.index->first();
            return py::array_t<std::uint64_t>(static_cast<py::ssize_t>(first.size()), first.data());
          },
          "First number of each canonical board and the end, uint64 (B + 1,).")
      .def("index", &board_indices, py::arg("boards"),
           "Numbers of all hands, uint8 (N, cards) -> int64 (N, 1326), -1 = blocked.")
      .def(
          "unindex",
          [](const BoardIndexView& self, std::uint64_t index) {
            const BoardIndex::Place place = self.index->unindex(index);
            return py::make_tuple(place.board, place.hand);
          },
          py::arg("index"), "Canonical board and least hand of a number.");
}

}  // namespace feltprint
