#include <pybind11/stl.h>

#include "bindings.hpp"
#include "feltprint/solver/monte_carlo_cfr.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

void bind_choices(py::module_& module) {
  py::enum_<Storage>(module, "Storage", "What the tables of a solve hold.")
      .value("float32", Storage::Float32)
      .value("int16", Storage::Int16);
  py::enum_<Traversal>(module, "Traversal", "Whose hands a walk carries and what it samples.")
      .value("vector", Traversal::Vector)
      .value("external", Traversal::External)
      .value("chance", Traversal::Chance);
  py::enum_<Weighting>(module, "Weighting", "How an iteration weighs.")
      .value("linear", Weighting::Linear)
      .value("linear_avg", Weighting::LinearAverage)
      .value("vanilla", Weighting::Vanilla)
      .value("discounted", Weighting::Discounted);
  py::enum_<Averaging>(module, "Averaging", "How the average strategy is collected.")
      .value("simple", Averaging::Simple)
      .value("own_reach", Averaging::OwnReach)
      .value("sampled", Averaging::Sampled)
      .value("weighted", Averaging::Weighted)
      .value("off", Averaging::Off);
}

}  // namespace

void bind_solver_params(py::module_& module) {
  bind_choices(module);
  py::class_<TraversalParams>(module, "TraversalParams", "How a walk goes through the tree.")
      .def(py::init<Traversal, double>(), py::kw_only(), py::arg("kind"), py::arg("min_reach"));
  py::class_<WeightingParams>(module, "WeightingParams", "Weights and discounts of a solve.")
      .def(py::init<Weighting, double, double, double, std::uint64_t, std::uint64_t, bool>(),
           py::kw_only(), py::arg("kind"), py::arg("alpha"), py::arg("beta"), py::arg("gamma"),
           py::arg("period"), py::arg("periods"), py::arg("rm_plus"));
  py::class_<PruningParams>(module, "PruningParams", "What a walk may leave out.")
      .def(py::init<double, std::uint64_t, double>(), py::kw_only(), py::arg("threshold"),
           py::arg("after"), py::arg("explore"));
  py::class_<AveragingParams>(module, "AveragingParams", "How and where a solve averages.")
      .def(py::init<Averaging, double, int, std::uint64_t, std::uint64_t>(), py::kw_only(),
           py::arg("kind"), py::arg("probability"), py::arg("max_street"),
           py::arg("snapshot_every"), py::arg("snapshot_after"));
  py::class_<SolverParams>(module, "SolverParams", "All that shapes a solve beside the game.")
      .def(py::init<std::uint32_t, int, int, Storage, bool, TraversalParams, WeightingParams,
                    PruningParams, AveragingParams, std::vector<std::vector<double>>>(),
           py::kw_only(), py::arg("seed"), py::arg("deals_per_board"), py::arg("boards_per_batch"),
           py::arg("storage"), py::arg("visit_counts"), py::arg("traversal"), py::arg("weighting"),
           py::arg("pruning"), py::arg("averaging"), py::arg("ranges"));
}

}  // namespace feltprint
