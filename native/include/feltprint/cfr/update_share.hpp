// Which updates of a log one of several threads applies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "feltprint/cfr/update_log.hpp"

namespace feltprint {

inline std::size_t num_entries(const RowBlocks& node) { return node.num_entries(); }
inline std::size_t num_entries(const RowUpdate& row) { return row.num_actions; }

// Calls visit(i, update, first, ahead) for all updates in their order: the i-th, its increments
// from `first` on, and the one `distance` later, null past the end.
template <typename Update, typename Visit>
void visit_all(std::span<const Update> updates, std::size_t distance, Visit visit) {
  std::size_t first = 0;
  for (std::size_t i = 0; i < updates.size(); ++i) {
    const std::size_t later = i + distance;
    visit(i, updates[i], first, later < updates.size() ? &updates[later] : nullptr);
    first += num_entries(updates[i]);
  }
}

// Share `index` of `count`: the rows of a hash range, so that every row has one owner.
// On cache lines of its own: shares stand side by side, and each is written by its thread.
class alignas(128) UpdateShare {
 public:
  void set(std::uint32_t index, std::uint32_t count) {
    index_ = index;
    count_ = count;
  }

  // As visit_all for the owned ones of `updates`; `ahead` is the owned one `distance` later.
  template <typename Update, typename Visit>
  void for_each(std::span<const Update> updates, std::size_t distance, Visit visit) {
    if (count_ == 1) {
      visit_all(updates, distance, visit);
      return;
    }
    const auto places = own(updates);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::size_t later = i + distance;
      visit(places[i].update, updates[places[i].update], places[i].first,
            later < places.size() ? &updates[places[later].update] : nullptr);
    }
  }

 private:
  // An owned update and where its increments start.
  struct Place {
    std::size_t update;
    std::size_t first;
  };

  // Valid until the next call.
  template <typename Update>
  std::span<const Place> own(std::span<const Update> updates) {
    if (places_.size() <= updates.size()) places_.resize(2 * updates.size() + 1);
    Place* end = places_.data();
    std::size_t first = 0;
    for (std::size_t i = 0; i < updates.size(); ++i) {
      *end = {i, first};  // overwritten by the next one unless it is owned
      end += owns(updates[i].row);
      first += num_entries(updates[i]);
    }
    return {places_.data(), end};
  }

  // A hash of the first block, so that neighbours spread.
  bool owns(std::uint32_t row) const {
    const std::uint32_t hash = row * 0x9E3779B9u;
    return static_cast<std::uint32_t>((std::uint64_t{hash} * count_) >> 32) == index_;
  }

  std::uint32_t index_ = 0;
  std::uint32_t count_ = 1;
  std::vector<Place> places_;
};

}  // namespace feltprint
