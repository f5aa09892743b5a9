#include "feltprint/cfr/update_log.hpp"

#include <algorithm>

namespace feltprint {
namespace {

constexpr int kFirstIndexBits = 10;

}  // namespace

UpdateLog::UpdateLog() : index_(std::size_t{1} << kFirstIndexBits), shift_(32 - kFirstIndexBits) {}

void UpdateLog::restart_stamps() {
  std::fill(index_.begin(), index_.end(), Place{});
  stamp_ = 1;
}

float* UpdateLog::add_node(std::uint32_t at, const RowBlocks& node) {
  index_[at] = {node.row, stamp_, regrets_.size()};
  regret_updates_.push_back(node);
  if (2 * regret_updates_.size() > index_.size()) grow_index();
  float* increments = regrets_.append(node.num_entries());
  std::fill_n(increments, node.num_entries(), 0.0f);
  return increments;
}

void UpdateLog::grow_index() {
  std::vector<Place> old(2 * index_.size());
  old.swap(index_);
  --shift_;
  for (const Place& place : old) {
    if (place.stamp != stamp_) continue;
    std::uint32_t at = (place.row * 0x9E3779B1u) >> shift_;
    while (index_[at].stamp == stamp_)
      at = (at + 1) & (static_cast<std::uint32_t>(index_.size()) - 1);
    index_[at] = place;
  }
}

}  // namespace feltprint
