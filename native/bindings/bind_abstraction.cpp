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

// Spread of E[HS] (moment 1) or E[HS^2] (2) inside the buckets of a flop or turn.
py::tuple strength_spread(const BucketMap& map, const StrengthBuilder& strength, int street,
                          int moment) {
  require_street(street, 2);
  if (moment != 1 && moment != 2) {
    throw ConfigError("moment is " + std::to_string(moment) + "; expected 1 or 2");
  }
  BucketValues values;
  {
    const py::gil_scoped_release release;
    const int threads = strength.num_threads();
    auto sums = turn_sums(strength.river(), moment == 1 ? Moment::First : Moment::Second, threads);
    if (street == 1) sums = flop_sums(sums, threads);
    const std::uint64_t runouts = street == 1 ? 1081 : 46;
    const std::uint64_t unit = moment == 1 ? kMaxStrength : kMaxStrength * kMaxStrength;
    values = bucket_values(map, street, sums, runouts * unit, threads);
  }
  return py::make_tuple(as_array(values.weight), as_array(values.sum), as_array(values.square),
                        as_array(values.least), as_array(values.most));
}

// Reads the buckets of many boards one after another and returns a checksum: what a solver does.
std::uint64_t read_boards(const BucketMap& map, const py::object& object) {
  const auto boards = require_array<Card>(object, 2, "boards");
  const auto width = static_cast<std::size_t>(boards.shape(1));
  require_card_rows({boards.data(), static_cast<std::size_t>(boards.size())}, width, "board");
  const py::gil_scoped_release release;
  std::array<Bucket, kNumHands> buckets;
  std::uint64_t sum = 0;
  for (py::ssize_t i = 0; i < boards.shape(0); ++i) {
    map.buckets({boards.data(i, 0), width}, buckets.data());
    sum += buckets[static_cast<std::size_t>(i) % kNumHands];
  }
  return sum;
}

void def_spreads(py::module_& module) {
  module.def("read_boards", &read_boards, py::arg("map"), py::arg("boards"),
             "Read the buckets of boards (n, 3..5) in native code; return a checksum.");
  module.def("strength_spread", &strength_spread, py::arg("map"), py::arg("strength"),
             py::arg("street"), py::arg("moment"),
             "Weight, sum, square (in 65535ths), least and most of each bucket's values.");
  module.def(
      "transition_weights",
      [](const BucketMap& map, int street, int stride, int threads) {
        require_street(street, 2);
        if (stride < 1) throw ConfigError("stride is below 1");
        return unlocked_array([&] { return transition_weights(map, street, stride, threads); })
            .reshape({map.num_buckets(street), map.num_buckets(street + 1)});
      },
      py::arg("map"), py::arg("street"), py::arg("stride"), py::arg("threads"),
      "Weight from each bucket to each of the next street, uint64.");
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
  def_spreads(module);
}

}  // namespace feltprint
