#include <pybind11/stl.h>

#include <cmath>
#include <cstring>

#include "arrays.hpp"
#include "bindings.hpp"
#include "feltprint/solver/external_sampling.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

void load_table(FloatTable& table, const py::array& array, const char* name) {
  const float* data = checked_data<float>(array, table.size(), name);
  const py::gil_scoped_release release;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!std::isfinite(data[i])) {
      throw ArtifactError(std::string("state: ") + name + "[" + std::to_string(i) +
                          "] is not finite; the file is damaged or the solve overflowed");
    }
  }
  std::memcpy(table.data(), data, table.size() * sizeof(float));
}

void load_tables(ExternalSampling& solver, const py::array& cum_regret,
                 const py::array& cum_strategy, const py::array& regret_carry,
                 const py::array& strategy_carry, std::uint64_t iterations) {
  solver.set_iterations(iterations);
  load_table(solver.tables().cum_regret, cum_regret, "cum_regret");
  load_table(solver.tables().cum_strategy, cum_strategy, "cum_strategy");
  load_table(solver.tables().regret_carry, regret_carry, "regret_carry");
  load_table(solver.tables().strategy_carry, strategy_carry, "strategy_carry");
}

// A property that views one of the four tables.
template <FloatTable InfosetTables::* kTable>
py::array view_of(const py::object& self) {
  const FloatTable& table = self.cast<ExternalSampling&>().tables().*kTable;
  return table_view(table.data(), table.size(), self);
}

}  // namespace

void bind_solver(py::module_& module) {
  py::class_<ExternalSampling>(module, "ExternalSampling",
                               "Deterministic batches of vector external sampling MCCFR.")
      .def(py::init(
               [](const Game& game, std::uint32_t seed, int deals_per_board, int boards_per_batch) {
                 return std::make_unique<ExternalSampling>(
                     game, SolverParams{seed, deals_per_board, boards_per_batch});
               }),
           py::arg("game"), py::arg("seed"), py::arg("deals_per_board"),
           py::arg("boards_per_batch"), py::keep_alive<1, 2>())
      .def("advance", &ExternalSampling::advance, py::arg("target"), py::arg("threads"),
           py::arg("seconds"), py::call_guard<py::gil_scoped_release>(),
           "Run whole batches to target or until the seconds have passed; returns iterations.")
      .def(
          "train_responder",
          [](ExternalSampling& solver, Player responder, const py::array& strategy) {
            solver.train_responder(
                responder,
                checked_data<float>(strategy, solver.tables().cum_regret.size(), "strategy"));
          },
          py::arg("responder"), py::arg("strategy"), py::keep_alive<1, 3>(),
          "Only the responder learns; all others play the strategy table.")
      .def("load_tables", &load_tables, py::arg("cum_regret"), py::arg("cum_strategy"),
           py::arg("regret_carry"), py::arg("strategy_carry"), py::arg("iterations"),
           "Copy saved tables in; every value must be finite.")
      .def(
          "root_moments",
          [](const ExternalSampling& solver) {
            const RootMoments& moments = solver.root_moments();
            return py::make_tuple(moments.num_boards, moments.sum, moments.sum_squares);
          },
          "(boards, sums, sums of squares) of root values per seat in the open window.")
      .def(
          "set_root_moments",
          [](ExternalSampling& solver, std::uint64_t num_boards, std::vector<double> sum,
             std::vector<double> sum_squares) {
            solver.set_root_moments({num_boards, std::move(sum), std::move(sum_squares)});
          },
          py::arg("num_boards"), py::arg("sum"), py::arg("sum_squares"),
          "Start a new window of root moments, or go on with a saved one.")
      .def_property_readonly("iterations", &ExternalSampling::iterations)
      .def_property_readonly("iterations_per_batch", &ExternalSampling::iterations_per_batch)
      .def_property_readonly("cum_regret", &view_of<&InfosetTables::cum_regret>)
      .def_property_readonly("cum_strategy", &view_of<&InfosetTables::cum_strategy>)
      .def_property_readonly("regret_carry", &view_of<&InfosetTables::regret_carry>)
      .def_property_readonly("strategy_carry", &view_of<&InfosetTables::strategy_carry>);
}

}  // namespace feltprint
