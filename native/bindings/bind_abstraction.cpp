#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "card_arrays.hpp"
#include "feltprint/abstraction/bucket_map.hpp"
#include "feltprint/abstraction/hand_strength.hpp"
#include "feltprint/abstraction/percentile.hpp"
#include "feltprint/abstraction/quality.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/isomorphism.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

// Strengths of all streets for one build; a street's values are made when first asked for.
class HandStrength {
 public:
  explicit HandStrength(int num_threads)
      : num_threads_(num_threads), river_(river_strength(num_threads)) {}

  const RiverStrength& river() const { return river_; }

  // S of street 1 or 2. Shape: [canonical board, lane slot].
  const std::vector<std::uint32_t>& sums(int street) {
    if (turn_.empty()) turn_ = turn_square_sums(river_, num_threads_);
    if (street == 1 && flop_.empty()) flop_ = flop_square_sums(turn_, num_threads_);
    return street == 1 ? flop_ : turn_;
  }

  // Cuts and map of a street. Shape: [canonical board, hand].
  py::tuple percentile(int street, int num_buckets) {
    std::vector<std::uint32_t> cuts;
    {
      const py::gil_scoped_release release;
      cuts = street == 3 ? river_cuts(river_, num_buckets)
                         : sum_cuts(sums(street), street, num_buckets, num_threads_);
    }
    const py::array map = num_buckets <= 255 ? make_map<std::uint8_t>(street, cuts)
                                             : make_map<std::uint16_t>(street, cuts);
    return py::make_tuple(
        map, py::array_t<std::uint32_t>(static_cast<py::ssize_t>(cuts.size()), cuts.data()));
  }

 private:
  template <class Word>
  py::array make_map(int street, const std::vector<std::uint32_t>& cuts) {
    const auto count = static_cast<py::ssize_t>(canonical_boards(street).boards.size());
    py::array_t<Word> map({count, py::ssize_t{kNumHands}});
    Word* out = map.mutable_data();
    const py::gil_scoped_release release;
    if (street == 3) {
      river_map(river_, cuts, num_threads_, out);
    } else {
      sum_map(sums(street), street, cuts, num_threads_, out);
    }
    return map;
  }

  int num_threads_;
  RiverStrength river_;
  std::vector<std::uint32_t> turn_;
  std::vector<std::uint32_t> flop_;
};

// The result of work done without the GIL, as an array.
template <class Work>
py::array_t<std::uint64_t> unlocked_array(const Work& work) {
  std::vector<std::uint64_t> values;
  {
    const py::gil_scoped_release release;
    values = work();
  }
  return py::array_t<std::uint64_t>(static_cast<py::ssize_t>(values.size()), values.data());
}

int require_street(int street) {
  if (street >= 1 && street <= 3) return street;
  throw ConfigError("street is " + std::to_string(street) + "; expected 1, 2 or 3");
}

py::array_t<std::uint16_t> river_values(const HandStrength& strength, const py::object& object) {
  const auto board = require_array<Card>(object, 1, "board");
  if (board.size() != 5) {
    throw ConfigError("board has " + std::to_string(board.size()) + " cards; expected 5");
  }
  require_cards(view(board), "board");
  py::array_t<std::uint16_t> out(kNumHands);
  river_strength_of(strength.river(), board.data(), out.mutable_data());
  return out;
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
  py::class_<HandStrength>(module, "HandStrength", "Exact strengths of all hands on all boards.")
      .def(py::init<int>(), py::arg("threads"), py::call_guard<py::gil_scoped_release>())
      .def("river", &river_values, py::arg("board"),
           "x = 2*wins + ties of all hands, uint16 (1326,), 65535 = blocked.")
      .def(
          "percentile",
          [](HandStrength& self, int street, int num_buckets) {
            return self.percentile(require_street(street), num_buckets);
          },
          py::arg("street"), py::arg("num_buckets"),
          "Percentile map (boards, 1326) and cuts (num_buckets - 1,) of a street.");
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
        return unlocked_array([&] { return bucket_masses(map, require_street(street), threads); });
      },
      py::arg("map"), py::arg("street"), py::arg("threads"),
      "Weight of every bucket of a street, uint64 (num_buckets,).");
  module.def(
      "river_bucket_strengths",
      [](const BucketMap& map, const HandStrength& strength, int threads) {
        return unlocked_array(
                   [&] { return river_bucket_strengths(map, strength.river(), threads); })
            .reshape({map.num_buckets(3), kMaxStrength + 1});
      },
      py::arg("map"), py::arg("strength"), py::arg("threads"),
      "Weight of every river bucket and strength, uint64 (num_buckets, 1981).");
}

}  // namespace feltprint
