#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "feltprint/error.hpp"
#include "feltprint/serve/freeze.hpp"

namespace py = pybind11;

namespace feltprint {

namespace {

using Bytes = py::array_t<std::uint8_t>;
using Floats = py::array_t<float>;
using Nodes = py::array_t<NodeId>;

template <typename T>
py::array_t<T> copy_of(const std::vector<T>& values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::tuple row_index_arrays(const PublicTree& tree) {
  const RowIndex index = row_index(tree);
  return py::make_tuple(copy_of(index.nodes), copy_of(index.first_block),
                        copy_of(index.first_group));
}

// The next nodes of a walk, and the blocks that they own.
py::tuple next_piece(RowWalk& walk, std::uint64_t num_blocks) {
  const std::uint64_t begin = walk.block();
  const std::vector<NodeId> nodes = walk.next(num_blocks);
  return py::make_tuple(copy_of(nodes), begin, walk.block());
}

py::tuple quantize(const PublicTree& tree, const Floats& cum_strategy, const Floats& cum_regret,
                   const Nodes& nodes, const FreezeOptions& options) {
  py::ssize_t blocks = 0;
  py::ssize_t groups = 0;
  for (py::ssize_t i = 0; i < nodes.size(); ++i) {
    const NodeId id = nodes.at(i);
    if (id >= tree.nodes.size() || tree.nodes[id].kind != NodeKind::Decision) {
      throw ConfigError("node " + std::to_string(id) + " is no decision node of the tree");
    }
    const int num_groups = tree.num_groups(tree.nodes[id].street);
    groups += num_groups;
    blocks += py::ssize_t{num_groups} * tree.nodes[id].num_actions;
  }
  check_matrix(cum_strategy, blocks, kLanes, "cum_strategy");
  check_matrix(cum_regret, blocks, kLanes, "cum_regret");
  Bytes prob({blocks, py::ssize_t{kLanes}});
  Bytes mass({groups, py::ssize_t{kLanes}});
  QuantizationReport report;
  {
    const QuantizedTables tables{cum_strategy.data(), cum_regret.data(), prob.mutable_data(),
                                 mass.mutable_data()};
    const std::span<const NodeId> span(nodes.data(), static_cast<std::size_t>(nodes.size()));
    py::gil_scoped_release release;
    quantize_rows(tree, span, options, tables, report);
  }
  return py::make_tuple(prob, mass, report);
}

}  // namespace

void bind_freeze(py::module_& module) {
  py::class_<FreezeOptions>(module, "FreezeOptions", "How a strategy becomes codes.")
      .def(py::init<int, double, bool>(), py::kw_only(), py::arg("levels"), py::arg("threshold"),
           py::arg("purify"));
  py::class_<QuantizationReport>(module, "QuantizationReport", "Counts and errors of a freeze.")
      .def_readonly("rows", &QuantizationReport::rows)
      .def_readonly("visited", &QuantizationReport::visited)
      .def_readonly("entries", &QuantizationReport::entries)
      .def_readonly("error_sum", &QuantizationReport::error_sum)
      .def_readonly("error_max", &QuantizationReport::error_max);
  module.def("row_index", &row_index_arrays, py::arg("tree"),
             "(nodes, first_block, first_group) of the decision nodes in table order.");
  py::class_<RowWalk>(module, "RowWalk", "The decision nodes in table order, piece by piece.")
      .def(py::init<const PublicTree&>(), py::arg("tree"), py::keep_alive<1, 2>())
      .def("next", &next_piece, py::arg("num_blocks"),
           "(nodes, begin, end) of the next piece: it owns the blocks begin .. end - 1, num_blocks "
           "of them or as many as its last node needs; no nodes at the end.");
  module.def("quantize_rows", &quantize, py::arg("tree"), py::arg("cum_strategy").noconvert(),
             py::arg("cum_regret").noconvert(), py::arg("nodes").noconvert(), py::arg("options"),
             "(prob, mass, report) of decision nodes that lie one after another in the tables.");
  module.def("mass_code", &mass_code, py::arg("mass"), "8-bit log2 code of a row's mass.");
}

}  // namespace feltprint
