#include <pybind11/native_enum.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "feltprint/error.hpp"
#include "feltprint/serve/server.hpp"

namespace py = pybind11;

namespace feltprint {

namespace {

using Bytes = py::array_t<std::uint8_t>;
using Floats = py::array_t<float>;

std::unique_ptr<Server> make_server(const BucketMap& buckets, const py::tuple& policies, int deck) {
  std::vector<PolicyView> views;
  for (const py::handle& item : policies) {
    const auto fields =
        item.cast<std::tuple<const BettingRules*, const PublicTree*, std::optional<Bytes>>>();
    const auto& [rules, tree, prob] = fields;
    if (tree == nullptr || !prob) {
      views.push_back({rules, nullptr, nullptr});
      continue;
    }
    check_matrix(*prob, static_cast<py::ssize_t>(tree->size.blocks), kLanes, "prob");
    views.push_back({rules, tree, prob->data()});
  }
  return std::make_unique<Server>(buckets, std::move(views), deck);
}

// The records of a structured array [count], count < 0 for any; the fields of its type are the
// caller's business (bundle.py).
template <typename Record>
std::span<const Record> records(const py::array& array, py::ssize_t count, const char* name) {
  const bool fits = array.ndim() == 1 && (count < 0 || array.shape(0) == count) &&
                    array.itemsize() == static_cast<py::ssize_t>(sizeof(Record)) &&
                    (array.flags() & py::array::c_style) != 0;
  if (!fits) {
    throw ConfigError(std::string(name) + ": expected a contiguous array [" +
                      (count < 0 ? "n" : std::to_string(count)) + "] of records of " +
                      std::to_string(sizeof(Record)) + " bytes, found another shape or layout");
  }
  return {static_cast<const Record*>(array.data()), static_cast<std::size_t>(array.shape(0))};
}

void act(const Server& server, const py::array& rows, const py::array_t<double>& uniforms,
         Mapping mapping, py::array& out) {
  const auto packed = records<PackedRow>(rows, -1, "rows");
  records<Answer>(out, rows.shape(0), "out");
  if (uniforms.ndim() != 1 || uniforms.shape(0) != rows.shape(0) ||
      (uniforms.flags() & py::array::c_style) == 0) {
    throw ConfigError("uniforms: expected a contiguous array of one float64 a row");
  }
  auto* answers = static_cast<Answer*>(out.mutable_data());
  py::gil_scoped_release release;
  server.act(packed, uniforms.data(), mapping, answers);
}

void probabilities(const Server& server, const py::array& rows, const py::array& taken,
                   Floats& out) {
  const auto packed = records<PackedRow>(rows, -1, "rows");
  const auto actions = records<RowAction>(taken, rows.shape(0), "taken");
  if (out.ndim() != 1 || out.shape(0) != rows.shape(0)) {
    throw ConfigError("out: expected one float32 a row");
  }
  float* values = out.mutable_data();
  py::gil_scoped_release release;
  server.probabilities(packed, actions.data(), values);
}

Floats strategy_of(const Server& server, const PackedRow& row, const PublicReading& reading) {
  Floats matrix({kNumHands, static_cast<int>(reading.actions.size())});
  float* out = matrix.mutable_data();
  py::gil_scoped_release release;
  server.strategy(row, reading, out);
  return matrix;
}

py::tuple read(const Server& server, const py::array& row, Mapping mapping) {
  const PackedRow& packed = records<PackedRow>(row, 1, "row").front();
  const PublicReading reading = server.read(packed, mapping);
  py::list actions;
  for (const RealAction& action : reading.actions) {
    actions.append(py::make_tuple(static_cast<int>(action.kind), action.chips));
  }
  py::list parts;
  for (const ReadingPart& part : reading.parts) {
    parts.append(py::make_tuple(part.node, part.weight));
  }
  const py::bytes answer(reinterpret_cast<const char*>(&reading.answer), sizeof(Answer));
  return py::make_tuple(answer, actions, strategy_of(server, packed, reading), parts);
}

// (status, reason, matrix): what a caller of the strategy alone needs.
py::tuple strategy(const Server& server, const py::array& row, Mapping mapping) {
  const PackedRow& packed = records<PackedRow>(row, 1, "row").front();
  const PublicReading reading = server.read(packed, mapping);
  return py::make_tuple(reading.answer.status, reading.answer.reason,
                        strategy_of(server, packed, reading));
}

}  // namespace

void bind_serve(py::module_& module) {
  module.def("pseudo_harmonic", &pseudo_harmonic, py::arg("x"), py::arg("a"), py::arg("b"),
             "Probability that a size x between a and b is read as a.");
  module.def("raise_to_chips", &raise_to_chips, py::arg("state"), py::arg("pot_frac"),
             "A fraction of the pot after the call as a legal total of a real state.");
  py::native_enum<Mapping>(module, "Mapping", "enum.IntEnum",
                           "How a size between two of the tree is read.")
      .value("Sampled", Mapping::Sampled)
      .value("Expected", Mapping::Expected)
      .finalize();
  py::register_exception<ClassNotOpen>(module, "ClassNotOpenError");
  py::class_<Server>(module, "Server", "Answers packed rows from frozen policies.")
      .def(py::init(&make_server), py::arg("buckets"), py::arg("policies"), py::arg("deck"),
           py::keep_alive<1, 2>(), py::keep_alive<1, 3>())
      .def("act", &act, py::arg("rows"), py::arg("uniforms").noconvert(), py::arg("mapping"),
           py::arg("out"), "Answers rows [n] into out [n].")
      .def("probabilities", &probabilities, py::arg("rows"), py::arg("taken"),
           py::arg("out").noconvert(),
           "Probability given to the actions taken [n] at rows [n], into out [n].")
      .def("read", &read, py::arg("row"), py::arg("mapping"),
           "(answer, actions, strategy [1326, actions], parts) at the public state of a row [1].")
      .def("strategy", &strategy, py::arg("row"), py::arg("mapping"),
           "(status, reason, strategy [1326, actions]) at the public state of a row [1].");
}

}  // namespace feltprint
