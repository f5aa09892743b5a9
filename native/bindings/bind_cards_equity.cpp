#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "card_arrays.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/equity.hpp"
#include "feltprint/cards/showdown.hpp"
#include "feltprint/cards/small_deck.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

py::array_t<double> range_array(const py::handle& object) {
  auto weights = require_array<double>(object, 1, "range");
  if (weights.size() != kNumHands) {
    throw ConfigError("range has " + std::to_string(weights.size()) + " weights; expected 1326");
  }
  for (int hand = 0; hand < kNumHands; ++hand) {
    if (!(weights.data()[hand] >= 0 && weights.data()[hand] <= 1e300)) {
      throw ConfigError("range: weight " + std::to_string(weights.data()[hand]) + " of hand " +
                        std::to_string(hand) + "; expected a finite number, 0 or more");
    }
  }
  return weights;
}

py::array_t<Card> board_of(const py::object& object, const std::string& allowed) {
  auto board = require_array<Card>(object, 1, "board");
  if (allowed.find(std::to_string(board.size())) == std::string::npos) {
    throw ConfigError("board has " + std::to_string(board.size()) + " cards; expected one of " +
                      allowed);
  }
  require_cards(view(board), "board");
  return board;
}

std::vector<Range> ranges_of(const std::vector<py::object>& objects, std::uint64_t dead) {
  if (objects.size() < 2 || objects.size() > kMaxPlayers) {
    throw ConfigError("equity of " + std::to_string(objects.size()) +
                      " ranges; expected 2 to 6 players");
  }
  std::vector<Range> ranges;
  for (const py::object& object : objects) {
    const auto weights = range_array(object);
    Range& range = ranges.emplace_back();
    for (int hand = 0; hand < kNumHands; ++hand) {
      if (weights.data()[hand] == 0 || (hand_table().mask[hand] & dead) != 0) continue;
      range.push_back({static_cast<Hand>(hand), weights.data()[hand]});
    }
    if (range.empty()) {
      throw ConfigError("equity: range " + std::to_string(ranges.size() - 1) +
                        " has no hand that the board leaves; give it one");
    }
  }
  return ranges;
}

py::tuple equity_of(const std::vector<py::object>& objects, const py::object& board_object,
                    double max_work, std::uint32_t seed, std::uint32_t num_samples) {
  const auto board = board_of(board_object, "0, 3, 4, 5");
  std::uint64_t dead = 0;
  for (Card card : view(board)) dead |= card_bit(card);
  const std::vector<Range> ranges = ranges_of(objects, dead);
  const bool exact = equity_work(ranges, view(board)) <= max_work;
  if (!exact && num_samples < 2) {
    throw ConfigError("equity: " + std::to_string(num_samples) + " samples; expected 2 or more");
  }
  EquityResult result;
  {
    const py::gil_scoped_release release;
    result = exact ? equity_exact(ranges, view(board))
                   : equity_sampled(ranges, view(board), seed, num_samples);
  }
  std::vector<std::array<double, 3>> seats;
  for (const SeatEquity& seat : result.seats) seats.push_back({seat.win, seat.tie, seat.share});
  return py::make_tuple(seats, result.weight, result.standard_error);
}

py::array_t<std::int64_t> deck_strengths(const SmallDeck& self, const py::object& object) {
  const auto boards = require_array<Card>(object, 2, "boards");
  const auto width = static_cast<std::size_t>(boards.shape(1));
  if (width < 3 || width > 5) {
    throw ConfigError("boards have " + std::to_string(width) + " cards; expected 3, 4 or 5");
  }
  py::array_t<std::int64_t> out({boards.shape(0), py::ssize_t{kNumHands}});
  const Card* in = boards.data();
  std::int64_t* strengths = out.mutable_data();
  const auto count = static_cast<std::size_t>(boards.shape(0));
  const py::gil_scoped_release release;
  for (std::size_t i = 0; i < count; ++i) {
    self.strength({in + i * width, width}, strengths + i * kNumHands);
  }
  return out;
}

// Shape: boards [board, 5], weights [board, hand] -> [0 = beaten, 1 = beats, 2 = disjoint; board;
// hand].
py::array_t<double> board_weights(const py::object& board_object, const py::object& range) {
  const auto boards = require_array<Card>(board_object, 2, "boards");
  const auto weights = require_array<double>(range, 2, "weights");
  if (boards.shape(1) != 5 || weights.shape(0) != boards.shape(0) ||
      weights.shape(1) != kNumHands) {
    throw ConfigError("board_weights: boards of " + std::to_string(boards.shape(1)) +
                      " cards and weights (" + std::to_string(weights.shape(0)) + ", " +
                      std::to_string(weights.shape(1)) + "); expected 5 and (" +
                      std::to_string(boards.shape(0)) + ", 1326)");
  }
  const auto count = static_cast<std::size_t>(boards.shape(0));
  require_card_rows({boards.data(), count * 5}, 5, "board");
  py::array_t<double> out({py::ssize_t{3}, boards.shape(0), py::ssize_t{kNumHands}});
  const Card* cards = boards.data();
  const double* in = weights.data();
  double* below = out.mutable_data();
  double* above = below + count * kNumHands;
  double* disjoint = above + count * kNumHands;
  const py::gil_scoped_release release;
  for (std::size_t row = 0; row < count; ++row, cards += 5) {
    std::array<Card, 5> board;
    std::copy(cards, cards + 5, board.begin());
    const ShowdownPlan plan(board);
    const std::size_t at = row * kNumHands;
    plan.below(in + at, below + at);
    plan.values(in + at, above + at);
    for (std::size_t hand = at; hand < at + kNumHands; ++hand)
      above[hand] = below[hand] - above[hand];
    disjoint_weights(cards, 5, in + at, disjoint + at);
  }
  return out;
}

py::tuple deck_pair_counts(const SmallDeck& self) {
  SmallDeck::PairCounts counts;
  {
    const py::gil_scoped_release release;
    counts = self.pair_counts();
  }
  const auto size = static_cast<py::ssize_t>(self.hands().size());
  const auto matrix = [size](const std::vector<std::int32_t>& values) {
    return py::array_t<std::int32_t>({size, size}, values.data());
  };
  return py::make_tuple(matrix(counts.wins), matrix(counts.ties));
}

void bind_small_deck(py::module_& module) {
  py::class_<SmallDeck>(module, "SmallDeck", "A deck cut from below, with its exact strengths.")
      .def(py::init<int>(), py::arg("cards"))
      .def_property_readonly(
          "hands",
          [](const SmallDeck& self) {
            const auto& hands = self.hands();
            return py::array_t<Hand>(static_cast<py::ssize_t>(hands.size()), hands.data());
          },
          "Numbers of its hands, uint16 (M,).")
      .def("strengths", &deck_strengths, py::arg("boards"),
           "Strength of all hands, uint8 (N, 3|4|5) -> int64 (N, 1326), -1 = blocked.")
      .def("pair_counts", &deck_pair_counts,
           "Boards that each hand of the deck wins and ties against each other, int32 (M, M).");
}

}  // namespace

void bind_cards_equity(py::module_& module) {
  module.def("equity", &equity_of, py::arg("ranges"), py::arg("board"), py::arg("max_work"),
             py::arg("seed"), py::arg("num_samples"),
             "(win, tie, share) of each seat, weight of all, standard errors (none when exact).");
  module.def(
      "showdown",
      [](const py::object& board_object, const py::object& range) {
        const auto board = board_of(board_object, "5");
        const auto weights = range_array(range);
        std::array<Card, 5> cards;
        std::copy(board.data(), board.data() + 5, cards.begin());
        py::array_t<double> out(kNumHands);
        ShowdownPlan(cards).values(weights.data(), out.mutable_data());
        return out;
      },
      py::arg("board"), py::arg("weights"),
      "Weight that each hand beats minus the weight that beats it, float64 (1326,).");
  module.def(
      "board_weights", &board_weights, py::arg("boards"), py::arg("weights"),
      "Weight that a hand beats, that beats it, that it can meet, float64 (3, boards, 1326).");
  module.def(
      "disjoint_weights",
      [](const py::object& board_object, const py::object& range) {
        const auto board = board_of(board_object, "0, 3, 4, 5");
        const auto weights = range_array(range);
        py::array_t<double> out(kNumHands);
        disjoint_weights(board.data(), static_cast<int>(board.size()), weights.data(),
                         out.mutable_data());
        return out;
      },
      py::arg("board"), py::arg("weights"),
      "Weight of the hands that share no card with each hand, float64 (1326,).");
  bind_small_deck(module);
}

}  // namespace feltprint
