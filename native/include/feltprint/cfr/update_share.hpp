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

// Share `index` of `count`: the rows of a hash range, so that every row has one owner.
// On cache lines of its own: shares stand side by side, and each is written by its thread.
class alignas(128) UpdateShare {
 public:
  // An owned update and where its increments start.
  struct Place {
    std::size_t update;
    std::size_t first;
  };

  void set(std::uint32_t index, std::uint32_t count) {
    index_ = index;
    count_ = count;
  }

  // The owned ones of `updates` in their order. Valid until the next call.
  template <typename Update>
  std::span<const Place> own(const std::vector<Update>& updates) {
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

 private:
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
