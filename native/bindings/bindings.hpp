// One bind function per area; each lives in bind_<area>.cpp.
#pragma once

#include <pybind11/pybind11.h>

namespace feltprint {

void bind_abstraction(pybind11::module_& module);
void bind_abstraction_strength(pybind11::module_& module);
void bind_abstraction_nested(pybind11::module_& module);
void bind_abstraction_clustering(pybind11::module_& module);
void bind_cards(pybind11::module_& module);
void bind_cards_equity(pybind11::module_& module);
void bind_cards_evaluate(pybind11::module_& module);
void bind_cards_index(pybind11::module_& module);
void bind_classes(pybind11::module_& module);
void bind_digests(pybind11::module_& module);
void bind_evaluate(pybind11::module_& module);
void bind_fast_hands(pybind11::module_& module);
void bind_freeze(pybind11::module_& module);
void bind_games(pybind11::module_& module);
void bind_isa(pybind11::module_& module);
void bind_lab(pybind11::module_& module);
void bind_lab_games(pybind11::module_& module);
void bind_menu(pybind11::module_& module);
void bind_rules(pybind11::module_& module);
void bind_serve(pybind11::module_& module);
void bind_settlement(pybind11::module_& module);
void bind_solver_params(pybind11::module_& module);
void bind_solver(pybind11::module_& module);
void bind_tree(pybind11::module_& module);
void bind_weights(pybind11::module_& module);

}  // namespace feltprint
