#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "bucket_arrays.hpp"
#include "card_arrays.hpp"
#include "feltprint/abstraction/bucket_map.hpp"
#include "feltprint/abstraction/quality.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "strength_builder.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

// The result of work done without the GIL, as an array.
template <class Work>
py::array_t<std::uint64_t> unlocked_array(const Work& work) {
  std::vector<std::uint64_t> values;
  {
    const py::gil_scoped_release release;
    values = work();
  }
  return as_array(values);
}

// One street of a map from an array of the right shape; None = the game has no such street.
StreetMap street_map(const py::object& object, int street, int num_buckets) {
  if (object.is_none()) return {nullptr, nullptr, num_buckets};
  const std::string name = "map of street " + std::to_string(street);
  StreetMap map{nullptr, nullptr, num_buckets};
  py::array array;
  if (num_buckets <= 255) {
    const auto bytes = require_array<std::uint8_t>(object, 2, name);
    map.bytes = bytes.data();
    array = bytes;
  } else {
    const auto words = require_array<std::uint16_t>(object, 2, name);
    map.words = words.data();
    array = words;
  }
  const auto boards = static_cast<py::ssize_t>(canonical_boards(street).boards.size());
  if (array.shape(0) != boards || array.shape(1) != kNumHands) {
    throw ConfigError(name + " has shape (" + std::to_string(array.shape(0)) + ", " +
                      std::to_string(array.shape(1)) + "); expected (" + std::to_string(boards) +
                      ", 1326)");
  }
  return map;
}

}  // namespace

void bind_abstraction(py::module_& module) {
  py::class_<BucketMap>(module, "BucketMap", "Hand -> bucket maps of all streets.")
      .def(py::init<>(), "No street beyond preflop.")
      .def(py::init([](const py::object& flop, const py::object& turn, const py::object& river,
                       const std::array<int, 3>& num_buckets) {
             return BucketMap({StreetMap{nullptr, nullptr, kNumPreflopClasses},
                               street_map(flop, 1, num_buckets[0]),
                               street_map(turn, 2, num_buckets[1]),
                               street_map(river, 3, num_buckets[2])});
           }),
           py::arg("flop"), py::arg("turn"), py::arg("river"), py::arg("num_buckets"),
           py::keep_alive<1, 2>(), py::keep_alive<1, 3>(), py::keep_alive<1, 4>())
      .def("num_buckets", &BucketMap::num_buckets, py::arg("street"), "Buckets of a street.")
      .def(
          "buckets",
          [](const BucketMap& self, const py::object& object) {
            const auto board = require_array<Card>(object, 1, "board");
            require_cards(view(board), "board");
            py::array_t<Bucket> out(kNumHands);
            self.buckets(view(board), out.mutable_data());
            return out;
          },
          py::arg("board"), "Buckets of all hands on a board, uint16 (1326,), 65535 = blocked.");
  module.def(
      "bucket_masses",
      [](const BucketMap& map, int street, int threads) {
        require_street(street);
        return unlocked_array([&] { return bucket_masses(map, street, threads); });
      },
      py::arg("map"), py::arg("street"), py::arg("threads"),
      "Weight of every bucket of a street, uint64 (num_buckets,).");
  module.def(
      "river_bucket_strengths",
      [](const BucketMap& map, const StrengthBuilder& strength, int threads) {
        return unlocked_array(
                   [&] { return river_bucket_strengths(map, strength.river(), threads); })
            .reshape({map.num_buckets(3), kMaxStrength + 1});
      },
      py::arg("map"), py::arg("strength"), py::arg("threads"),
      "Weight of every river bucket and strength, uint64 (num_buckets, 1981).");
}

}  // namespace feltprint
