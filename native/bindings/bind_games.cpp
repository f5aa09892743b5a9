#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "feltprint/games/holdem.hpp"
#include "feltprint/games/kuhn.hpp"
#include "feltprint/games/leduc.hpp"
#include "feltprint/solver/board_traversal.hpp"
#include "feltprint/solver/ranged_deals.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

constexpr int kMaxDeals = 16;  // on a board

// What the solver deals on board number `board`.
py::tuple deals_of(const Game& game, const std::vector<std::vector<double>>& ranges,
                   std::uint32_t seed, std::uint64_t board, int num_deals) {
  require_range("num_deals", num_deals, 1, kMaxDeals);
  BoardSample sample;
  if (ranges.empty()) {
    game.sample(seed, Purpose::Deal, board, num_deals, sample);
  } else {
    RangedDeals(game, ranges).sample(seed, Purpose::Deal, board, num_deals, sample);
  }
  const py::ssize_t num_players = game.tree().num_players;
  py::array_t<Hand> hands({static_cast<py::ssize_t>(num_deals), num_players}, sample.hands.data());
  py::array_t<std::uint16_t> strength(static_cast<py::ssize_t>(sample.strength.size()),
                                      sample.strength.data());
  return py::make_tuple(hands, strength);
}

}  // namespace

void bind_games(py::module_& module) {
  py::class_<Game>(module, "Game", "A game as the solver sees it.")
      .def_property_readonly("tree", &Game::tree, py::return_value_policy::reference_internal,
                             "The public tree.")
      .def_property_readonly("num_hands", &Game::num_hands, "Private hands a seat can hold.");
  py::class_<HoldemGame, Game>(module, "HoldemGame", "No-limit hold'em on a tree and buckets.")
      .def(py::init<const PublicTree&, const BucketMap&>(), py::arg("tree"), py::arg("buckets"),
           py::keep_alive<1, 2>(), py::keep_alive<1, 3>());
  py::class_<KuhnGame, Game>(module, "KuhnGame", "Kuhn poker for n players.")
      .def(py::init<const PublicTree&>(), py::arg("tree"), py::keep_alive<1, 2>());
  py::class_<LeducGame, Game>(module, "LeducGame", "Leduc hold'em for n players.")
      .def(py::init<const PublicTree&, int, int>(), py::arg("tree"), py::arg("num_ranks"),
           py::arg("num_suits"), py::keep_alive<1, 2>());
  module.def("deals_of", &deals_of, py::arg("game"), py::arg("ranges"), py::arg("seed"),
             py::arg("board"), py::arg("num_deals"),
             "(hands [deal, seat], strengths [hand], 0 = blocked by the board) that a solve deals "
             "on a board; ranges: weights [seat][hand], empty for uniform deals.");
}

}  // namespace feltprint
