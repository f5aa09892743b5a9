#include "bindings.hpp"
#include "feltprint/games/holdem.hpp"
#include "feltprint/games/kuhn.hpp"
#include "feltprint/games/leduc.hpp"

namespace py = pybind11;

namespace feltprint {

void bind_games(py::module_& module) {
  py::class_<Game>(module, "Game", "A game as the solver sees it.")
      .def_property_readonly("tree", &Game::tree, py::return_value_policy::reference_internal,
                             "The public tree.")
      .def_property_readonly("num_hands", &Game::num_hands, "Private hands a seat can hold.");
  py::class_<HoldemGame, Game>(module, "HoldemGame", "No-limit hold'em on a tree and buckets.")
      .def(py::init<const PublicTree&, const BucketMap&>(), py::arg("tree"), py::arg("buckets"),
           py::keep_alive<1, 2>(), py::keep_alive<1, 3>());
  py::class_<KuhnGame, Game>(module, "KuhnGame", "Kuhn poker for n players.")
      .def(py::init<const PublicTree&>(), py::arg("tree"), py::keep_alive<1, 2>());
  py::class_<LeducGame, Game>(module, "LeducGame", "Leduc hold'em for n players.")
      .def(py::init<const PublicTree&, int, int>(), py::arg("tree"), py::arg("num_ranks"),
           py::arg("num_suits"), py::keep_alive<1, 2>());
}

}  // namespace feltprint
