#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "feltprint/evaluate/pair_game.hpp"

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

}  // namespace

void bind_evaluate(py::module_& module) {
  module.def("evaluate_pair_game", &evaluate_pair_game_py, py::arg("tree"), py::arg("weight"),
             py::arg("win"), py::arg("tie"), py::arg("strategy"),
             "(values, best-response values) of the two seats, exact, in chips per hand.");
}

}  // namespace feltprint
