// Classes and weights of one board, for tests: the solver makes them for itself.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "feltprint/cfr/slot_table.hpp"
#include "feltprint/error.hpp"
#include "feltprint/solver/deal_weights.hpp"

namespace py = pybind11;

namespace feltprint {
namespace {

using StreetBuckets = std::vector<std::vector<Bucket>>;     // [street][hand]
using BoardDeals = std::vector<std::vector<Hand>>;          // [deal][seat]
using StreetWeights = std::vector<std::vector<py::array>>;  // [deal * seats + traverser][street]

template <class T>
py::array copied(const std::vector<T>& values, std::size_t size) {
  return py::array_t<T>(static_cast<py::ssize_t>(size), values.data());
}

void verify(bool holds, const char* rule) {
  if (!holds) throw ConfigError(std::string("hand_classes: ") + rule);
}

void verify_masks(const std::vector<std::uint64_t>& masks, std::size_t num_hands) {
  verify(masks.size() == num_hands, "masks must have one entry a strength");
  for (const std::uint64_t mask : masks) {
    verify(mask != 0 && std::popcount(mask) <= 2, "a hand must have one or two cards");
  }
}

void verify_buckets(const std::vector<Bucket>& buckets, int num_buckets,
                    const std::vector<std::uint16_t>& strength) {
  verify(buckets.size() == strength.size(), "a street must have one bucket a strength");
  for (std::size_t hand = 0; hand < strength.size(); ++hand) {
    verify(strength[hand] == 0 || buckets[hand] < num_buckets,
           "buckets must be below num_buckets where strength is not 0");
  }
}

void verify_deal(const std::vector<Hand>& hands, const std::vector<std::uint64_t>& masks,
                 const std::vector<std::uint16_t>& strength) {
  verify(hands.size() >= 2 && hands.size() <= kMaxPlayers, "a deal must have 2 to 6 hands");
  std::uint64_t dealt = 0;
  for (const Hand hand : hands) {
    verify(hand < strength.size() && strength[hand] != 0 && (masks[hand] & dealt) == 0,
           "hands of a deal must be disjoint and have a strength");
    dealt |= masks[hand];
  }
}

BoardSample class_sample(const StreetBuckets& buckets, const std::vector<std::uint16_t>& strength,
                         const BoardDeals& deals) {
  BoardSample sample;
  std::copy(buckets.begin(), buckets.end(), sample.bucket.begin());
  sample.strength = strength;
  for (const auto& hands : deals) {
    sample.hands.insert(sample.hands.end(), hands.begin(), hands.end());
  }
  return sample;
}

StreetWeights deal_weights_of(const HandClasses& classes, const std::vector<std::uint64_t>& masks,
                              const BoardDeals& deals) {
  const HandsByCard by_card = hands_by_card(masks);
  DealWeights weights;
  weights.start_board(classes, by_card);
  StreetWeights result;
  for (const auto& hands : deals) {
    const int num_players = static_cast<int>(hands.size());
    weights.start_deal(hands.data(), num_players, nullptr);
    for (Player traverser = 0; traverser < num_players; ++traverser) {
      weights.start_traverser(traverser);
      auto& streets = result.emplace_back();
      for (int street = 0; street < classes.num_streets; ++street) {
        streets.push_back(
            py::array_t<float>(classes.streets[street].num_slots(), weights.street(street)));
      }
    }
  }
  return result;
}

py::dict slot_table_of(const HandClasses& classes, int street) {
  const SlotTable& table = classes.streets[street];
  std::vector<std::uint16_t> slot_of;
  for (const HandSlots& slots : classes.slots_of) slot_of.push_back(slots[street]);
  py::dict result;
  result["offset"] = copied(table.offset, table.offset.size());
  result["next"] = copied(table.next, table.next.size());
  result["weight"] = copied(table.weight, static_cast<std::size_t>(table.num_slots()));
  result["code"] = copied(table.code, table.code.size());
  result["slot_of"] = copied(slot_of, slot_of.size());
  return result;
}

py::tuple hand_classes(const StreetBuckets& buckets,
                       const std::array<int, kNumStreets>& num_buckets,
                       const std::vector<std::uint16_t>& strength,
                       const std::vector<std::uint64_t>& masks, const BoardDeals& deals) {
  const int num_streets = static_cast<int>(buckets.size());
  verify(num_streets >= 1 && num_streets <= kNumStreets, "expected 1 to 4 streets");
  verify(!deals.empty(), "expected a deal");
  verify_masks(masks, strength.size());
  for (int street = 0; street < num_streets; ++street) {
    verify_buckets(buckets[street], num_buckets[street], strength);
  }
  for (const auto& hands : deals) verify_deal(hands, masks, strength);
  ClassScratch scratch;
  HandClasses classes;
  build_classes(class_sample(buckets, strength, deals), num_buckets, num_streets, scratch, classes);
  py::list streets;
  for (int street = 0; street < num_streets; ++street)
    streets.append(slot_table_of(classes, street));
  return py::make_tuple(streets, deal_weights_of(classes, masks, deals));
}

}  // namespace

void bind_classes(py::module_& module) {
  module.def("hand_classes", &hand_classes, py::arg("buckets"), py::arg("num_buckets"),
             py::arg("strength"), py::arg("masks"), py::arg("deals"),
             "Slot tables by street, and weights of every traverser of every deal by street.");
}

}  // namespace feltprint
