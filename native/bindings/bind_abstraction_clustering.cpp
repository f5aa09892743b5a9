#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "bucket_arrays.hpp"
#include "card_arrays.hpp"
#include "feltprint/abstraction/potential_aware.hpp"
#include "feltprint/abstraction/potential_features.hpp"
#include "strength_builder.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

void require_part(int part, int num_parts) {
  if (part >= 0 && part < num_parts) return;
  throw ConfigError("part " + std::to_string(part) + " of " + std::to_string(num_parts) +
                    "; expected 0.." + std::to_string(num_parts - 1));
}

py::array_t<std::int16_t> centroids(const StreetClustering& clustering) {
  auto values = as_array(clustering.centroids());
  return values.reshape({py::ssize_t{-1}, py::ssize_t{clustering.num_features()}});
}

void restore(StreetClustering& clustering, const py::object& object) {
  const auto array = require_array<std::int16_t>(object, 2, "centroids");
  clustering.restore({array.data(), array.data() + array.size()});
}

// Writes a part of a map that the caller owns; returns its inertia.
std::uint64_t write_map(const StreetClustering& clustering, int part, int num_parts, py::array& map,
                        int street) {
  require_part(part, num_parts);
  const auto boards = static_cast<py::ssize_t>(canonical_boards(street).boards.size());
  if ((map.flags() & py::array::c_style) == 0 || map.ndim() != 2 || map.shape(0) != boards ||
      map.shape(1) != kNumHands) {
    throw ConfigError("map: expected a contiguous array of shape (" + std::to_string(boards) +
                      ", 1326)");
  }
  const bool bytes = py::isinstance<py::array_t<std::uint8_t>>(map);
  if (!bytes && !py::isinstance<py::array_t<std::uint16_t>>(map)) {
    throw ConfigError("map: expected uint8 or uint16");
  }
  void* out = map.mutable_data();
  const py::gil_scoped_release release;
  return bytes ? clustering.write_map(part, num_parts, static_cast<std::uint8_t*>(out))
               : clustering.write_map(part, num_parts, static_cast<std::uint16_t*>(out));
}

py::array_t<std::uint8_t> flop_or_turn_features(const StrengthBuilder& strength,
                                                const py::object& object) {
  const auto board = require_array<Card>(object, 1, "board");
  require_cards(view(board), "board");
  if (board.size() != 3 && board.size() != 4) {
    throw ConfigError("board has " + std::to_string(board.size()) + " cards; expected 3 or 4");
  }
  std::array<Card, 5> cards{};
  std::copy(board.data(), board.data() + board.size(), cards.begin());
  const bool flop = board.size() == 3;
  py::array_t<std::uint8_t> out({kNumHands, flop ? kFlopFeatures : kTurnFeatures});
  if (flop) {
    flop_features(turn_levels(strength.river(), strength.num_threads()), cards, out.mutable_data());
  } else {
    turn_features(strength.river(), cards, out.mutable_data());
  }
  return out;
}

void def_features(py::module_& module) {
  module.def("potential_features", &flop_or_turn_features, py::arg("strength"), py::arg("board"),
             "Features of all hands on a flop or turn, uint8 (1326, 64 or 32).");
  module.def(
      "opponent_groups",
      [](const StrengthBuilder& strength, std::uint32_t seed) {
        const auto groups = opponent_groups(strength.river(), seed, strength.num_threads());
        return as_array(std::vector<std::uint8_t>(groups.begin(), groups.end()));
      },
      py::arg("strength"), py::arg("seed"), "Group of each preflop class, uint8 (169,).");
  module.def(
      "opponent_features",
      [](const py::object& object, const py::object& group_object) {
        const auto board = require_array<Card>(object, 1, "board");
        require_cards(view(board), "board");
        const auto groups = require_array<std::uint8_t>(group_object, 1, "groups");
        if (board.size() != 5 || groups.size() != kNumPreflopClasses ||
            std::any_of(groups.data(), groups.data() + groups.size(),
                        [](std::uint8_t group) { return group >= kOpponentGroups; })) {
          throw ConfigError("opponents: expected 5 board cards and 169 groups of 0..7");
        }
        std::array<Card, 5> cards;
        std::copy(board.data(), board.data() + 5, cards.begin());
        std::array<std::uint8_t, kNumPreflopClasses> group_of;
        std::copy(groups.data(), groups.data() + groups.size(), group_of.begin());
        py::array_t<std::int16_t> out({kNumHands, kOpponentGroups});
        std::fill_n(out.mutable_data(), out.size(), std::int16_t{-1});
        river_features(cards, group_of, out.mutable_data());
        return out;
      },
      py::arg("board"), py::arg("groups"), "HS*1980 against each group, int16 (1326, 8).");
}

}  // namespace

void bind_abstraction_clustering(py::module_& module) {
  py::class_<ClusteringSpec>(module, "ClusteringSpec", "What a street is clustered into.")
      .def(py::init<int, int, std::uint32_t, int>(), py::arg("street"), py::arg("num_buckets"),
           py::arg("seed"), py::arg("training_boards"));
  const auto unlocked = py::call_guard<py::gil_scoped_release>();
  py::class_<StreetClustering>(module, "StreetClustering", "k-means over a street's features.")
      .def(py::init([](const StrengthBuilder& strength, const ClusteringSpec& spec) {
             const py::gil_scoped_release release;
             return make_clustering(strength.river(), spec, strength.num_threads());
           }),
           py::arg("strength"), py::arg("spec"), py::keep_alive<1, 2>())
      .def("seed_more", &StreetClustering::seed_more, py::arg("count"), unlocked,
           "Add up to count first centroids; return how many there are.")
      .def(
          "assign",
          [](StreetClustering& self, int part, int num_parts) {
            require_part(part, num_parts);
            self.assign(part, num_parts);
          },
          py::arg("part"), py::arg("num_parts"), unlocked, "Assign a part of the points.")
      .def(
          "finish",
          [](StreetClustering& self) {
            const Assignment assignment = self.finish();
            return std::pair(assignment.inertia, assignment.num_empty);
          },
          unlocked, "Inertia and number of empty clusters of the assignment.")
      .def("repair", &StreetClustering::repair, unlocked, "Move the empty clusters' centroids.")
      .def("update", &StreetClustering::update, unlocked, "Move every centroid to its middle.")
      .def("centroids", &centroids, "Centroids, int16 (clusters, features).")
      .def("restore", &restore, py::arg("centroids"), "Go on from centroids.")
      .def("write_map", &write_map, py::arg("part"), py::arg("num_parts"), py::arg("map"),
           py::arg("street"), "Write a part of the map; return its inertia.");
  def_features(module);
}

}  // namespace feltprint
