#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "card_arrays.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/hand_planes.hpp"
#include "feltprint/cards/hand_rank.hpp"
#include "feltprint/cards/hand_totals.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

int checked_num_cards(py::ssize_t num_cards) {
  if (num_cards < 5 || num_cards > 7) {
    throw ConfigError("hands have " + std::to_string(num_cards) + " cards; expected 5, 6 or 7");
  }
  return static_cast<int>(num_cards);
}

py::array_t<std::uint16_t> evaluate_array(const py::handle& object) {
  const auto cards = require_array<Card>(object, 2, "cards");
  const int num_cards = checked_num_cards(cards.shape(1));
  py::array_t<std::uint16_t> ranks(cards.shape(0));
  const Card* in = cards.data();
  std::uint16_t* out = ranks.mutable_data();
  const auto num_hands = static_cast<std::size_t>(cards.shape(0));
  {
    const py::gil_scoped_release release;
    evaluate_batch(in, num_hands, num_cards, out);
  }
  return ranks;
}

py::array_t<std::uint16_t> suit_planes_array(const py::handle& object) {
  const auto cards = require_array<Card>(object, 2, "cards");
  const int num_cards = checked_num_cards(cards.shape(1));
  const auto count = static_cast<std::size_t>(cards.shape(0));
  const auto width = static_cast<std::size_t>(num_cards);
  require_card_rows({cards.data(), count * width}, width, "hand");
  py::array_t<std::uint16_t> planes({py::ssize_t{4}, cards.shape(0)});
  std::uint16_t* out = planes.mutable_data();
  suit_planes(cards.data(), count, num_cards, {out, out + count, out + 2 * count, out + 3 * count});
  return planes;
}

py::array_t<std::uint32_t> evaluate_planes_array(const py::handle& object, int num_cards) {
  const auto planes = require_array<std::uint16_t>(object, 2, "planes");
  checked_num_cards(num_cards);
  if (planes.shape(0) != 4) {
    throw ConfigError("planes: " + std::to_string(planes.shape(0)) + " suits; expected 4");
  }
  const auto count = static_cast<std::size_t>(planes.shape(1));
  const std::uint16_t* in = planes.data();
  const SuitPlanes suits{in, in + count, in + 2 * count, in + 3 * count};
  py::array_t<std::uint32_t> values(planes.shape(1));
  std::uint32_t* out = values.mutable_data();
  const py::gil_scoped_release release;
  require_planes(suits, count, num_cards);
  evaluate_planes(suits, count, num_cards, out);
  return values;
}

py::array_t<std::uint16_t> dense_ranks_array(const py::handle& object) {
  const auto values = require_array<std::uint32_t>(object, 1, "values");
  py::array_t<std::uint16_t> ranks(values.size());
  dense_ranks(view(values), ranks.mutable_data());
  return ranks;
}

std::size_t checked_num_boards(const py::array_t<Card>& boards) {
  if (boards.shape(1) != 5) {
    throw ConfigError("boards have " + std::to_string(boards.shape(1)) + " cards; expected 5");
  }
  const auto count = static_cast<std::size_t>(boards.shape(0));
  require_card_rows({boards.data(), count * 5}, 5, "board");
  return count;
}

py::array_t<std::uint16_t> river_ranks_array(const py::handle& object) {
  const auto boards = require_array<Card>(object, 2, "boards");
  const auto count = checked_num_boards(boards);
  py::array_t<std::uint16_t> ranks({boards.shape(0), py::ssize_t{kNumHands}});
  const Card* in = boards.data();
  std::uint16_t* out = ranks.mutable_data();
  const py::gil_scoped_release release;
  for (std::size_t i = 0; i < count; ++i) river_ranks(in + 5 * i, out + i * kNumHands);
  return ranks;
}

py::array_t<std::uint16_t> river_lanes_array(const py::handle& object) {
  const auto boards = require_array<Card>(object, 2, "boards");
  const auto count = checked_num_boards(boards);
  py::array_t<std::uint16_t> ranks({boards.shape(0), py::ssize_t{kNumLaneSlots}});
  const Card* in = boards.data();
  std::uint16_t* out = ranks.mutable_data();
  const py::gil_scoped_release release;
  for (std::size_t i = 0; i < count; ++i) river_lanes(in + 5 * i, out + i * kNumLaneSlots);
  return ranks;
}

py::array_t<Hand> river_order_array(const py::handle& object) {
  const auto board = require_array<Card>(object, 1, "board");
  if (board.size() != 5) {
    throw ConfigError("board has " + std::to_string(board.size()) + " cards; expected 5");
  }
  require_cards(view(board), "board");
  py::array_t<Hand> order(kNumRiverHands);
  river_order(board.data(), order.mutable_data());
  return order;
}

}  // namespace

void bind_cards_evaluate(py::module_& module) {
  module.def("evaluate", &evaluate_array, py::arg("cards"),
             "Dense ranks of hands, uint8 (N, 5|6|7) -> uint16 (N,).");
  module.def("suit_planes", &suit_planes_array, py::arg("cards"),
             "Rank masks of hands by suit, uint8 (N, 5|6|7) -> uint16 (4, N).");
  module.def("evaluate_planes", &evaluate_planes_array, py::arg("planes"), py::arg("num_cards"),
             "Values of hands in the order of their ranks, uint16 (4, N) -> uint32 (N,).");
  module.def("dense_ranks", &dense_ranks_array, py::arg("values"),
             "Dense ranks of such values, uint32 (N,) -> uint16 (N,).");
  module.def(
      "seven_card_totals",
      [] {
        const py::gil_scoped_release release;
        const HandTotals totals = seven_card_totals();
        return std::pair(totals.hands, totals.sum_of_ranks);
      },
      "Number of all seven-card hands and the sum of their dense ranks.");
  module.def("river_ranks", &river_ranks_array, py::arg("boards"),
             "Dense ranks of all hands on boards, uint8 (N, 5) -> uint16 (N, 1326), 0 = blocked.");
  module.def("river_order", &river_order_array, py::arg("board"),
             "Hands that a board of five leaves, weakest first, uint8 (5,) -> uint16 (1081,).");
  module.def("river_lanes", &river_lanes_array, py::arg("boards"),
             "Dense ranks of all hands on boards by lane slot, uint8 (N, 5) -> uint16 (N, 1456); "
             "lanes that are no hand or blocked hold anything.");
}

}  // namespace feltprint
