#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "arrays.hpp"
#include "bindings.hpp"
#include "feltprint/solver/monte_carlo_cfr.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

// Each array of the tables, by the name that a state has for it; empty ones are left out.
template <typename Visit>
void for_each_array(MonteCarloCfr& solver, const Visit& visit) {
  InfosetTables& tables = solver.tables();
  const auto some = [&](auto& table, const char* name) {
    if (table.size() > 0) visit(table, name);
  };
  visit(tables.regret.floats, "cum_regret");
  visit(tables.regret.carry, "regret_carry");
  some(tables.regret.codes, "regret_codes");
  some(tables.regret.exponents, "regret_exponents");
  visit(tables.strategy.floats, "cum_strategy");
  visit(tables.strategy.carry, "strategy_carry");
  some(tables.strategy.codes, "strategy_codes");
  some(tables.strategy.exponents, "strategy_exponents");
  some(solver.visits().counts, "node_visits");
}

template <typename Entry>
void load_array(PageTable<Entry>& table, const py::array& array, const char* name) {
  const Entry* data = checked_data<Entry>(array, table.size(), name);
  const py::gil_scoped_release release;
  // In pieces: a checkpoint that is mapped as a whole would count beside the tables.
  constexpr std::size_t kPiece = (std::size_t{16} << 20) / sizeof(Entry);
  for (std::size_t from = 0; from < table.size(); from += kPiece) {
    const std::size_t end = std::min(from + kPiece, table.size());
    for (std::size_t i = from; i < end; ++i) {
      if (!std::isfinite(static_cast<float>(data[i]))) {
        throw ArtifactError(std::string("state: ") + name + "[" + std::to_string(i) +
                            "] is not finite; the file is damaged or the solve overflowed");
      }
    }
    std::memcpy(table.data() + from, data + from, (end - from) * sizeof(Entry));
    give_back_pages(data + from, (end - from) * sizeof(Entry));
  }
}

void load_tables(MonteCarloCfr& solver, const py::dict& arrays, std::uint64_t iterations) {
  solver.set_iterations(iterations);
  for_each_array(solver, [&](auto& table, const char* name) {
    if (!arrays.contains(name)) {
      throw ArtifactError(std::string("state: expected an array ") + name + ", found none");
    }
    load_array(table, arrays[name].template cast<py::array>(), name);
  });
}

// Sums, carries and codes are [block, kLanes]; exponents and counts are lists.
template <typename Entry>
py::array view_of(const PageTable<Entry>& table, const py::object& owner) {
  const auto size = static_cast<py::ssize_t>(table.size());
  constexpr bool is_list =
      std::is_same_v<Entry, std::int8_t> || std::is_same_v<Entry, std::uint32_t>;
  constexpr py::ssize_t width = is_list ? 1 : kLanes;
  py::array_t<Entry> view({size / width, width}, table.data(), owner);
  view.attr("setflags")(py::arg("write") = false);
  return is_list ? view.attr("reshape")(size).template cast<py::array>() : std::move(view);
}

py::dict tables_of(const py::object& self) {
  py::dict arrays;
  for_each_array(self.cast<MonteCarloCfr&>(),
                 [&](auto& table, const char* name) { arrays[name] = view_of(table, self); });
  return arrays;
}

template <typename Entry>
using Entries = py::array_t<Entry, py::array::c_style>;

// num_adds of increments [add, count] for arrays of `count` entries.
std::size_t num_adds(const Entries<float>& increments, py::ssize_t count) {
  if (increments.ndim() != 2 || increments.shape(1) != count) {
    throw ConfigError("increments: expected float32 [add, " + std::to_string(count) + "]");
  }
  return static_cast<std::size_t>(increments.shape(0));
}

void bind_row_kernels(py::module_& module) {
  module.def(
      "add_in_order",
      [](Entries<float>& sums, const Entries<float>& increments) {
        const std::size_t adds = num_adds(increments, sums.size());
        add_in_order(sums.mutable_data(), increments.data(), adds, sums.size());
      },
      py::arg("sums").noconvert(), py::arg("increments").noconvert(),
      "Add the rows of increments one after another, as plain float32.");
  module.def(
      "add_in_order_compensated",
      [](Entries<float>& sums, Entries<float>& carries, const Entries<float>& increments) {
        const std::size_t adds = num_adds(increments, sums.size());
        num_adds(carries.reshape({py::ssize_t{1}, carries.size()}), sums.size());
        add_in_order_compensated(sums.mutable_data(), carries.mutable_data(), increments.data(),
                                 adds, sums.size());
      },
      py::arg("sums").noconvert(), py::arg("carries").noconvert(),
      py::arg("increments").noconvert(), "The same, keeping each sum's rounding error in a carry.");
  module.def(
      "add_in_order_coded",
      [](Entries<std::int16_t>& codes, int exponent, const Entries<float>& increments,
         std::uint32_t noise) {
        const std::size_t adds = num_adds(increments, codes.size());
        if (codes.size() % kLanes != 0 || codes.size() > kMaxActions * kLanes) {
          throw ConfigError("codes: expected a multiple of 8, at most 160; found " +
                            std::to_string(codes.size()));
        }
        auto scale = static_cast<std::int8_t>(exponent);
        add_in_order_coded(codes.mutable_data(), scale, increments.data(), adds, codes.size(),
                           noise);
        return static_cast<int>(scale);
      },
      py::arg("codes").noconvert(), py::arg("exponent"), py::arg("increments").noconvert(),
      py::arg("noise"), "The same to 16-bit codes of one group; returns the new exponent.");
}

}  // namespace

void bind_solver(py::module_& module) {
  bind_row_kernels(module);
  py::class_<MonteCarloCfr>(module, "MonteCarloCfr",
                            "Deterministic batches of sampled traversals (MCCFR).")
      .def(py::init<const Game&, const SolverParams&>(), py::arg("game"), py::arg("params"),
           py::keep_alive<1, 2>())
      .def("advance", &MonteCarloCfr::advance, py::arg("target"), py::arg("threads"),
           py::arg("seconds"), py::call_guard<py::gil_scoped_release>(),
           "Run whole batches to target or until the seconds have passed; returns iterations.")
      .def(
          "train_responder",
          [](MonteCarloCfr& solver, Player responder, const py::array& strategy) {
            solver.train_responder(
                responder,
                checked_data<float>(strategy, solver.tables().regret.floats.size(), "strategy"));
          },
          py::arg("responder"), py::arg("strategy"), py::keep_alive<1, 3>(),
          "Only the responder learns; all others play the strategy table.")
      .def("load_tables", &load_tables, py::arg("arrays"), py::arg("iterations"),
           "Copy saved tables in, by the names of tables(); every value must be finite.")
      .def("tables", &tables_of,
           "Read-only views of the tables by name: sums and carries [block, 8], and with int16 "
           "codes [block, 8] and exponents [block]; node_visits [decision node], if kept.")
      .def_property_readonly("nodes_touched", &MonteCarloCfr::nodes_touched,
                             "Nodes that walks came to, each time anew, since this was made.")
      .def(
          "root_moments",
          [](const MonteCarloCfr& solver) {
            const RootMoments& moments = solver.root_moments();
            return py::make_tuple(moments.num_boards, moments.sum, moments.sum_squares);
          },
          "(boards, sums, sums of squares) of root values per seat in the open window.")
      .def(
          "set_root_moments",
          [](MonteCarloCfr& solver, std::uint64_t num_boards, std::vector<double> sum,
             std::vector<double> sum_squares) {
            solver.set_root_moments({num_boards, std::move(sum), std::move(sum_squares)});
          },
          py::arg("num_boards"), py::arg("sum"), py::arg("sum_squares"),
          "Start a new window of root moments, or go on with a saved one.")
      .def_property_readonly("iterations", &MonteCarloCfr::iterations)
      .def_property_readonly("iterations_per_batch", &MonteCarloCfr::iterations_per_batch);
}

}  // namespace feltprint
