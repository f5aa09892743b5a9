#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "feltprint/evaluate/pair_game.hpp"
#include "feltprint/evaluate/root_values.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

std::vector<double> pair_matrix(const py::array& array, std::size_t size, const char* name) {
  const double* data = checked_data<double>(array, size, name);
  return {data, data + size};
}

py::tuple evaluate_pair_game_py(const PublicTree& tree, const py::array& weight,
                                const py::array& win, const py::array& tie,
                                const py::array& strategy) {
  const std::size_t pairs = static_cast<std::size_t>(tree.num_buckets[0]) * tree.num_buckets[0];
  const PairGame game{&tree, pair_matrix(weight, pairs, "weight"), pair_matrix(win, pairs, "win"),
                      pair_matrix(tie, pairs, "tie")};
  const float* table = checked_data<float>(strategy, tree.size.blocks * kLanes, "strategy");
  PairValues values;
  {
    const py::gil_scoped_release release;
    values = evaluate_pair_game(game, table);
  }
  return py::make_tuple(values.value, values.best_response_value);
}

py::tuple evaluate_root_py(const Game& game, const py::array& own, const py::array& opponent,
                           const RootSample& sample) {
  const std::size_t size = game.tree().size.blocks * kLanes;
  const float* own_table = checked_data<float>(own, size, "own_table");
  const float* opponent_table = checked_data<float>(opponent, size, "opponent_table");
  RootValues values;
  {
    const py::gil_scoped_release release;
    values = evaluate_root(game, own_table, opponent_table, sample);
  }
  py::array_t<double> board_means({sample.num_boards, game.tree().num_players});
  std::copy(values.board_means.begin(), values.board_means.end(), board_means.mutable_data());
  return py::make_tuple(values.mean, values.standard_error, board_means);
}

}  // namespace

void bind_evaluate(py::module_& module) {
  py::class_<RootSample>(module, "RootSample", "What evaluate_root samples.")
      .def(py::init<std::uint32_t, int, int, int, Player, std::vector<std::vector<double>>>(),
           py::kw_only(), py::arg("seed"), py::arg("boards"), py::arg("deals_per_board"),
           py::arg("threads"), py::arg("seat") = -1,
           py::arg("ranges") = std::vector<std::vector<double>>{});
  module.def("evaluate_root", &evaluate_root_py, py::arg("game"), py::arg("own_table"),
             py::arg("opponent_table"), py::arg("sample"),
             "(mean, standard error, board means) of each seat's root value, chips per hand.");
  module.def("evaluate_pair_game", &evaluate_pair_game_py, py::arg("tree"), py::arg("weight"),
             py::arg("win"), py::arg("tie"), py::arg("strategy"),
             "(values, best-response values) of the two seats, exact, in chips per hand.");
}

}  // namespace feltprint
