#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "card_arrays.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/evaluator_tables.hpp"
#include "feltprint/cards/hand_rank.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/cards/preflop_equity.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

template <class T>
py::array_t<T> to_array(std::span<const T> values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::array_t<Card> board_array(const py::handle& object, py::ssize_t least, py::ssize_t most) {
  auto board = require_array<Card>(object, 1, "board");
  if (board.size() < least || board.size() > most) {
    throw ConfigError("board has " + std::to_string(board.size()) + " cards; expected " +
                      std::to_string(least) + (least == most ? "" : ".." + std::to_string(most)));
  }
  require_cards(view(board), "board");
  return board;
}

py::array_t<std::uint16_t> evaluate_array(const py::handle& object) {
  const auto cards = require_array<Card>(object, 2, "cards");
  const auto num_cards = static_cast<int>(cards.shape(1));
  if (num_cards < 5 || num_cards > 7) {
    throw ConfigError("hands have " + std::to_string(num_cards) + " cards; expected 5, 6 or 7");
  }
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

py::array_t<std::uint16_t> river_ranks_array(const py::handle& object) {
  const auto boards = require_array<Card>(object, 2, "boards");
  if (boards.shape(1) != 5) {
    throw ConfigError("boards have " + std::to_string(boards.shape(1)) + " cards; expected 5");
  }
  const auto count = static_cast<std::size_t>(boards.shape(0));
  require_card_rows({boards.data(), count * 5}, 5, "board");
  py::array_t<std::uint16_t> ranks({boards.shape(0), py::ssize_t{kNumHands}});
  const Card* in = boards.data();
  std::uint16_t* out = ranks.mutable_data();
  const py::gil_scoped_release release;
  for (std::size_t i = 0; i < count; ++i) river_ranks(in + 5 * i, out + i * kNumHands);
  return ranks;
}

py::tuple boards_of(int street) {
  const CanonicalBoards& boards = canonical_boards(street);
  const auto count = static_cast<py::ssize_t>(boards.boards.size());
  py::array_t<Card> cards({count, py::ssize_t{boards.num_cards}});
  auto out = cards.mutable_unchecked<2>();
  for (py::ssize_t i = 0; i < count; ++i) {
    for (int j = 0; j < boards.num_cards; ++j) {
      out(i, j) = boards.boards[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
  }
  return py::make_tuple(cards, to_array<std::uint32_t>(boards.weights));
}

py::array_t<std::int64_t> preflop_equity_array() {
  const std::vector<Outcome>* classes = nullptr;
  {
    const py::gil_scoped_release release;
    classes = &PreflopEquity::instance().classes();
  }
  py::array_t<std::int64_t> counts({kNumPreflopClasses, kNumPreflopClasses, 3});
  std::int64_t* out = counts.mutable_data();
  for (const Outcome& outcome : *classes) {
    *out++ = outcome.win;
    *out++ = outcome.tie;
    *out++ = outcome.lose;
  }
  return counts;
}

py::dict tables_dict() {
  const EvaluatorTables& tables = evaluator_tables();
  py::dict arrays;
  arrays["rank_key"] = py::array_t<std::uint32_t>(kNumRanks, tables.rank_key.data());
  arrays["row_offset"] = to_array(tables.row_offset);
  arrays["lookup"] = to_array(tables.lookup);
  arrays["flush"] = to_array(tables.flush);
  arrays["class_rows"] = to_array(tables.class_rows).reshape({kNumRankMultisets, kClassRowStride});
  arrays["packed"] = py::array_t<std::uint16_t>(kNumHandRanks + 1, tables.packed.data());
  arrays["strengths"] = to_array(tables.strengths);
  return arrays;
}

void bind_hands(py::module_& module) {
  module.def(
      "hand_cards", [] { return py::array_t<Card>({kNumHands, 2}, hand_table().cards[0].data()); },
      "Cards of every hand, uint8 (1326, 2), lower first.");
  module.def(
      "preflop_classes",
      [] { return py::array_t<std::uint8_t>(kNumHands, hand_table().preflop_class.data()); },
      "Preflop class of every hand, uint8 (1326,).");
  module.def(
      "permuted_hands",
      [] { return py::array_t<Hand>({24, kNumHands}, permuted_hands()[0].data()); },
      "Hands with permuted suits, uint16 (24, 1326).");
  module.def(
      "suit_permutations",
      [] { return py::array_t<std::uint8_t>({24, 4}, suit_permutations()[0].data()); },
      "The 24 suit permutations, uint8 (24, 4).");
}

}  // namespace

void bind_cards(py::module_& module) {
  bind_hands(module);
  module.def("evaluate", &evaluate_array, py::arg("cards"),
             "Dense ranks of hands, uint8 (N, 5|6|7) -> uint16 (N,).");
  module.def("river_ranks", &river_ranks_array, py::arg("boards"),
             "Dense ranks of all hands on boards, uint8 (N, 5) -> uint16 (N, 1326), 0 = blocked.");
  module.def("canonical_boards", &boards_of, py::arg("street"),
             "Canonical boards of street 1..3 and their weights: uint8 (B, cards), uint32 (B,).");
  module.def(
      "canonical_id",
      [](const py::object& object) {
        const CanonicalId id = canonical_id(view(board_array(object, 3, 5)));
        return py::make_tuple(id.index, static_cast<int>(id.permutation));
      },
      py::arg("board"), "Canonical index of a board and the suit permutation that leads to it.");
  module.def("preflop_equity", &preflop_equity_array,
             "Win, tie and lose counts of the preflop classes, int64 (169, 169, 3).");
  module.def(
      "preflop_hands",
      [](int hand, int opponent) {
        if (hand < 0 || hand >= kNumHands || opponent < 0 || opponent >= kNumHands ||
            (hand_table().mask[hand] & hand_table().mask[opponent]) != 0) {
          throw ConfigError("hands " + std::to_string(hand) + " and " + std::to_string(opponent) +
                            ": expected two hands 0..1325 without a common card");
        }
        const Outcome o =
            PreflopEquity::instance().hands(static_cast<Hand>(hand), static_cast<Hand>(opponent));
        return py::make_tuple(o.win, o.tie, o.lose);
      },
      py::arg("hand"), py::arg("opponent"),
      "Win, tie and lose counts of one hand against another.");
  module.def(
      "preflop_pair_counts",
      [] {
        return to_array<std::int32_t>(preflop_pair_counts())
            .reshape({kNumPreflopClasses, kNumPreflopClasses});
      },
      "Disjoint pairs of hands of two preflop classes, int32 (169, 169).");
  module.def("evaluator_tables", &tables_dict, "The evaluator's tables as arrays.");
  module.def(
      "pack_rows",
      [](const std::vector<std::uint32_t>& keys, int row_shift) {
        const RowPacking packing = pack_rows(keys, row_shift);
        return py::make_tuple(packing.row_offset, packing.num_slots);
      },
      py::arg("keys"), py::arg("row_shift"), "First-fit displacements of the rows of sparse keys.");
}

}  // namespace feltprint
