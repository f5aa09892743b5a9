#include <pybind11/pybind11.h>

#include "bindings.hpp"
#include "feltprint/error.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_core, module) {
  module.doc() = "Compiled core of feltprint; private, use the package feltprint.";
  // The exception classes live in Python (feltprint.errors); native errors become these.
  const py::module_ errors = py::module_::import("feltprint.errors");
  static const py::handle config_error = py::object(errors.attr("ConfigError")).release();
  static const py::handle artifact_error = py::object(errors.attr("ArtifactError")).release();
  static const py::handle solver_error = py::object(errors.attr("SolverError")).release();
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const feltprint::ConfigError& error) {
      py::set_error(config_error, error.what());
    } catch (const feltprint::ArtifactError& error) {
      py::set_error(artifact_error, error.what());
    } catch (const feltprint::SolverError& error) {
      py::set_error(solver_error, error.what());
    }
  });
  feltprint::bind_isa(module);
  feltprint::bind_digests(module);
  feltprint::bind_cards(module);
  feltprint::bind_cards_equity(module);
  feltprint::bind_cards_evaluate(module);
  feltprint::bind_cards_index(module);
  feltprint::bind_rules(module);
  feltprint::bind_tree(module);
  feltprint::bind_abstraction_strength(module);
  feltprint::bind_abstraction_nested(module);
  feltprint::bind_abstraction_clustering(module);
  feltprint::bind_abstraction(module);
  feltprint::bind_games(module);
  feltprint::bind_solver_params(module);
  feltprint::bind_solver(module);
  feltprint::bind_evaluate(module);
  feltprint::bind_fast_hands(module);
  feltprint::bind_classes(module);
  feltprint::bind_weights(module);
  feltprint::bind_freeze(module);
  feltprint::bind_serve(module);
  feltprint::bind_lab_games(module);
  feltprint::bind_lab(module);
}
