#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "bindings.hpp"
#include "bucket_arrays.hpp"
#include "card_arrays.hpp"
#include "feltprint/abstraction/hand_features.hpp"
#include "feltprint/abstraction/percentile.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "strength_builder.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

py::array_t<Card> board_of(const py::object& object, py::ssize_t least, py::ssize_t most) {
  auto board = require_array<Card>(object, 1, "board");
  if (board.size() < least || board.size() > most) {
    throw ConfigError("board has " + std::to_string(board.size()) + " cards; expected " +
                      std::to_string(least) + ".." + std::to_string(most));
  }
  require_cards(view(board), "board");
  return board;
}

// Map and cuts of a street.
py::tuple percentile(StrengthBuilder& strength, int street, int num_buckets) {
  require_street(street);
  std::vector<std::uint32_t> cuts;
  {
    const py::gil_scoped_release release;
    cuts = street == 3
               ? river_cuts(strength.river(), num_buckets)
               : sum_cuts(strength.sums(street), street, num_buckets, strength.num_threads());
  }
  const py::array map = make_map(street, num_buckets, [&](auto* out) {
    if (street == 3) {
      river_map(strength.river(), cuts, strength.num_threads(), out);
    } else {
      sum_map(strength.sums(street), street, cuts, strength.num_threads(), out);
    }
  });
  return py::make_tuple(map, as_array(cuts));
}

// Map of the river for cuts that are given.
py::array cut_river(const StrengthBuilder& strength, const py::object& object) {
  const auto array = require_array<std::uint32_t>(object, 1, "cuts");
  const std::vector<std::uint32_t> cuts(array.data(), array.data() + array.size());
  if (cuts.size() >= 65535 || !std::is_sorted(cuts.begin(), cuts.end())) {
    throw ConfigError("river cuts: expected at most 65534 rising numbers");
  }
  return make_map(3, static_cast<int>(cuts.size()) + 1, [&](auto* out) {
    river_map(strength.river(), cuts, strength.num_threads(), out);
  });
}

py::array_t<std::uint16_t> river_values(const StrengthBuilder& strength, const py::object& object) {
  const auto board = board_of(object, 5, 5);
  py::array_t<std::uint16_t> out(kNumHands);
  river_strength_of(strength.river(), board.data(), out.mutable_data());
  return out;
}

py::array_t<std::uint16_t> rivers_values(const StrengthBuilder& strength,
                                         const py::object& object) {
  const auto boards = require_array<Card>(object, 2, "boards");
  if (boards.shape(1) != 5) {
    throw ConfigError("boards have " + std::to_string(boards.shape(1)) + " cards; expected 5");
  }
  const auto count = static_cast<std::size_t>(boards.shape(0));
  for (std::size_t i = 0; i < count; ++i) {
    require_cards({boards.data() + 5 * i, 5}, "board " + std::to_string(i));
  }
  py::array_t<std::uint16_t> out({boards.shape(0), py::ssize_t{kNumHands}});
  std::uint16_t* to = out.mutable_data();
  const Card* cards = boards.data();
  const py::gil_scoped_release release;
  for (std::size_t i = 0; i < count; ++i) {
    river_strength_of(strength.river(), cards + 5 * i, to + i * kNumHands);
  }
  return out;
}

py::array_t<std::uint32_t> by_hand(const std::vector<std::uint32_t>& by_lane) {
  const std::size_t num_boards = by_lane.size() / kNumLaneSlots;
  py::array_t<std::uint32_t> out({static_cast<py::ssize_t>(num_boards), py::ssize_t{kNumHands}});
  std::uint32_t* to = out.mutable_data();
  const auto& slot = class_layout().slot;
  const py::gil_scoped_release release;
  for (std::size_t i = 0; i < num_boards; ++i) {
    const std::uint32_t* from = &by_lane[i * kNumLaneSlots];
    for (int hand = 0; hand < kNumHands; ++hand) *to++ = from[slot[hand]];
  }
  return out;
}

// Sums of a moment over the runouts of all canonical flops and turns.
py::tuple sums(const StrengthBuilder& strength, int power) {
  if (power < 1 || power > 2) {
    throw ConfigError("power is " + std::to_string(power) + "; expected 1 or 2");
  }
  std::vector<std::uint32_t> turns;
  std::vector<std::uint32_t> flops;
  {
    const py::gil_scoped_release release;
    turns = turn_sums(strength.river(), static_cast<Moment>(power), strength.num_threads());
    flops = flop_sums(turns, strength.num_threads());
  }
  return py::make_tuple(by_hand(flops), by_hand(turns));
}

py::tuple moments(const StrengthBuilder& strength, const py::object& object) {
  const auto board = board_of(object, 3, 5);
  py::array_t<std::uint64_t> sum(kNumHands);
  py::array_t<std::uint64_t> square(kNumHands);
  py::array_t<std::uint32_t> runouts(kNumHands);
  strength_moments(strength.river(), view(board), sum.mutable_data(), square.mutable_data(),
                   runouts.mutable_data());
  return py::make_tuple(sum, square, runouts);
}

py::array_t<std::uint32_t> histogram(const StrengthBuilder& strength, const py::object& object,
                                     int num_bins) {
  if (num_bins < 1 || num_bins > kMaxStrength) {
    throw ConfigError("histogram of " + std::to_string(num_bins) + " bins; expected 1..1980");
  }
  const auto board = board_of(object, 3, 5);
  py::array_t<std::uint32_t> out({kNumHands, num_bins});
  strength_histogram(strength.river(), view(board), num_bins, out.mutable_data());
  return out;
}

py::tuple clusters(const py::object& object, const py::object& cluster_object, int num_clusters) {
  const auto board = board_of(object, 5, 5);
  const auto cluster = require_array<std::uint8_t>(cluster_object, 1, "clusters");
  if (cluster.size() != kNumHands || num_clusters < 1 || num_clusters > 255) {
    throw ConfigError("clusters: expected 1326 numbers and 1..255 clusters");
  }
  for (int hand = 0; hand < kNumHands; ++hand) {
    if (cluster.data()[hand] >= num_clusters) {
      throw ConfigError("clusters: hand " + std::to_string(hand) + " is in cluster " +
                        std::to_string(cluster.data()[hand]) + " of " +
                        std::to_string(num_clusters));
    }
  }
  std::array<Card, 5> cards;
  std::copy(board.data(), board.data() + 5, cards.begin());
  py::array_t<std::uint16_t> x({kNumHands, num_clusters});
  py::array_t<std::uint16_t> opponents({kNumHands, num_clusters});
  cluster_strength(cards, cluster.data(), num_clusters, x.mutable_data(), opponents.mutable_data());
  return py::make_tuple(x, opponents);
}

}  // namespace

void bind_abstraction_strength(py::module_& module) {
  py::class_<StrengthBuilder>(module, "HandStrength", "Exact strengths of all hands and boards.")
      .def(py::init<int>(), py::arg("threads"), py::call_guard<py::gil_scoped_release>())
      .def("river", &river_values, py::arg("board"),
           "x = 2*wins + ties of all hands, uint16 (1326,), 65535 = blocked.")
      .def("rivers", &rivers_values, py::arg("boards"),
           "The same of many boards, uint8 (N, 5) -> uint16 (N, 1326).")
      .def(
          "sums", &sums, py::arg("power"),
          "Sums of x^power over the runouts of all canonical flops and turns: uint32 (1755, 1326), "
          "(16432, 1326); 0 = blocked.")
      .def("percentile", &percentile, py::arg("street"), py::arg("num_buckets"),
           "Percentile map (boards, 1326) and cuts (num_buckets - 1,) of a street.")
      .def("cut_river", &cut_river, py::arg("cuts"), "Percentile map of the river for given cuts.")
      .def("moments", &moments, py::arg("board"),
           "Sums of x and x^2 over the runouts, and their number: uint64, uint64, uint32 (1326,).")
      .def("histogram", &histogram, py::arg("board"), py::arg("num_bins"),
           "Runouts by strength, uint32 (1326, num_bins).");
  module.def("cluster_strength", &clusters, py::arg("board"), py::arg("clusters"),
             py::arg("num_clusters"),
             "2*wins + ties against each cluster, and its size: uint16 (1326, num_clusters).");
}

}  // namespace feltprint
