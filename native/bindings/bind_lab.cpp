#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "feltprint/lab/exact.hpp"
#include "feltprint/lab/full_width.hpp"
#include "feltprint/lab/sampling.hpp"

namespace py = pybind11;

namespace feltprint::lab {
namespace {

using Numbers = py::array_t<double>;

constexpr std::size_t kCoefficients = sizeof(Coefficients) / sizeof(double);

void lab_run(FullWidth& solver, const py::array& coefficients) {
  const std::size_t count = static_cast<std::size_t>(coefficients.size()) / kCoefficients;
  const double* data =
      checked_data<double>(coefficients, count * kCoefficients, "coefficients [iteration, 5]");
  const py::gil_scoped_release release;
  solver.run(reinterpret_cast<const Coefficients*>(data), count);
}

template <FullWidth::Table kTable>
Numbers lab_table(const FullWidth& solver) {
  Numbers out(solver.game().num_entries);
  solver.read(kTable, out.mutable_data());
  return out;
}

void bind_full_width(py::module_& module) {
  py::class_<FullWidth>(module, "LabFullWidth", "Full-width CFR on a game in sequence form.")
      .def(py::init([](const SequenceGame& game, bool floored, bool predictive, bool simultaneous,
                       bool track_sums) {
             return std::make_unique<FullWidth>(
                 game, UpdateRule{floored, predictive},
                 simultaneous ? Updates::Simultaneous : Updates::Alternating, track_sums);
           }),
           py::arg("game"), py::kw_only(), py::arg("floored"), py::arg("predictive"),
           py::arg("simultaneous"), py::arg("track_sums"), py::keep_alive<1, 2>())
      .def("run", &lab_run, py::arg("coefficients"), "One iteration a row [iteration, 5].")
      .def(
          "restore",
          [](FullWidth& solver, const py::array& regret, const py::array& average,
             const py::array& strategy, std::uint64_t iterations) {
            const std::size_t size = solver.game().num_entries;
            solver.restore(checked_data<double>(regret, size, "regret"),
                           checked_data<double>(average, size, "average"),
                           checked_data<double>(strategy, size, "strategy"), iterations);
          },
          py::arg("regret"), py::arg("average"), py::arg("strategy"), py::arg("iterations"),
          "Go on from saved tables.")
      .def("overall_regret", &FullWidth::overall_regret, py::arg("player"),
           "Average regret against the best fixed strategy in hindsight.")
      .def_property_readonly("iterations", &FullWidth::iterations)
      .def_property_readonly("regret", &lab_table<FullWidth::Table::Regret>)
      .def_property_readonly("average", &lab_table<FullWidth::Table::Average>)
      .def_property_readonly("strategy", &lab_table<FullWidth::Table::Strategy>)
      .def_property_readonly("average_strategy", [](const FullWidth& solver) {
        Numbers out(solver.game().num_entries);
        solver.average_strategy(out.mutable_data());
        return out;
      });
}

void require_player(const Evaluator& evaluator, Player player) {
  if (player >= 0 && player < evaluator.game().num_players) return;
  throw ConfigError("player: expected 0.." + std::to_string(evaluator.game().num_players - 1) +
                    ", found " + std::to_string(player));
}

void bind_evaluator(py::module_& module) {
  py::class_<Evaluator>(module, "LabEvaluator", "Exact values of strategy profiles.")
      .def(py::init<const SequenceGame&>(), py::arg("game"), py::keep_alive<1, 2>())
      .def(
          "set_strategy",
          [](Evaluator& evaluator, const py::array& strategy) {
            evaluator.set_strategy(
                checked_data<double>(strategy, evaluator.game().num_entries, "strategy"));
          },
          py::arg("strategy"), "Flat weights of all entries.")
      .def(
          "values",
          [](Evaluator& evaluator) {
            const ProfileValues values = evaluator.values();
            return py::make_tuple(values.value, values.best_response_value);
          },
          "(value, best response value) of each player.")
      .def(
          "best_response",
          [](Evaluator& evaluator, Player player, py::array_t<double, py::array::c_style> out) {
            require_player(evaluator, player);
            checked_data<double>(out, evaluator.game().num_entries, "out");
            return evaluator.best_response(player, out.mutable_data());
          },
          py::arg("player"), py::arg("out"), "Writes the player's entries; returns the value.")
      .def(
          "gradient",
          [](const Evaluator& evaluator, Player player) {
            require_player(evaluator, player);
            Numbers out(evaluator.game().num_entries);
            std::fill(out.mutable_data(), out.mutable_data() + out.size(), 0.0);
            evaluator.gradient(player, out.mutable_data());
            return out;
          },
          py::arg("player"), "Payoffs per own sequence against the others' reach.");
}

void bind_sampled(py::module_& module) {
  py::class_<Sampled>(module, "LabSampled", "Monte Carlo CFR on the histories of a game.")
      .def(py::init(
               [](const ExtensiveGame& game, int scheme, std::uint32_t seed, double exploration) {
                 return std::make_unique<Sampled>(
                     game, SamplingParams{static_cast<Scheme>(scheme), seed, exploration});
               }),
           py::arg("game"), py::arg("scheme"), py::arg("seed"), py::arg("exploration"),
           py::keep_alive<1, 2>())
      .def("run", &Sampled::run, py::arg("count"), py::call_guard<py::gil_scoped_release>(),
           "So many iterations more.")
      .def(
          "restore",
          [](Sampled& solver, const py::array& regret, const py::array& average,
             std::uint64_t iterations) {
            solver.restore(checked_data<double>(regret, solver.regret().size(), "regret"),
                           checked_data<double>(average, solver.average().size(), "average"),
                           iterations);
          },
          py::arg("regret"), py::arg("average"), py::arg("iterations"), "Go on from saved tables.")
      .def(
          "sample_increments",
          [](const Sampled& solver, Player traverser, std::uint64_t first, std::uint64_t count) {
            Numbers out(static_cast<py::ssize_t>(solver.regret().size()));
            std::fill(out.mutable_data(), out.mutable_data() + out.size(), 0.0);
            for (std::uint64_t walk = first; walk < first + count; ++walk) {
              solver.sample_increments(traverser, walk, out.mutable_data());
            }
            return out;
          },
          py::arg("traverser"), py::arg("first"), py::arg("count"),
          "Sum of regret increments of walks at frozen regrets.")
      .def_property_readonly("iterations", &Sampled::iterations)
      .def_property_readonly(
          "regret", [](const Sampled& s) { return Numbers(s.regret().size(), s.regret().data()); })
      .def_property_readonly("average", [](const Sampled& s) {
        return Numbers(s.average().size(), s.average().data());
      });
}

}  // namespace
}  // namespace feltprint::lab

namespace feltprint {

void bind_lab(py::module_& module) {
  lab::bind_full_width(module);
  lab::bind_evaluator(module);
  lab::bind_sampled(module);
  module.def(
      "lab_play_hands",
      [](const lab::ExtensiveGame& game, const py::array& strategy, std::uint32_t seed,
         std::uint64_t first, std::uint64_t count) {
        const double* data =
            checked_data<double>(strategy, lab::entry_offsets(game).back(), "strategy");
        lab::Numbers out(
            {static_cast<py::ssize_t>(count), static_cast<py::ssize_t>(game.num_players)});
        double* payoffs = out.mutable_data();
        const py::gil_scoped_release release;
        lab::play_hands(game, data, seed, first, count, payoffs);
        return out;
      },
      py::arg("game"), py::arg("strategy"), py::arg("seed"), py::arg("first"), py::arg("count"),
      "Payoffs of sampled hands [hand, player].");
  module.def(
      "lab_match_regrets",
      [](const py::array& regrets) {
        if (regrets.ndim() != 2 || regrets.shape(0) < 1 || regrets.shape(0) > lab::kMaxLabActions) {
          throw ConfigError("regrets: expected shape [1..64 actions, infosets]");
        }
        const double* data =
            checked_data<double>(regrets, static_cast<std::size_t>(regrets.size()), "regrets");
        lab::Numbers out({regrets.shape(0), regrets.shape(1)});
        lab::passes().match_regrets(data, static_cast<int>(regrets.shape(0)),
                                    static_cast<std::size_t>(regrets.shape(1)), out.mutable_data());
        return out;
      },
      py::arg("regrets"), "Regret matching of rows [action, infoset].");
}

}  // namespace feltprint
