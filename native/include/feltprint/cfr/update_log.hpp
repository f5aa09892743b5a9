// What the traversals of one board want added to the tables of a solve.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "feltprint/cfr/weight_table.hpp"

namespace feltprint {

// Grows without initialising; clear keeps the memory. What is appended may be written in steps of
// kStep items, past its end.
template <typename T>
class GrowingBuffer {
 public:
  static constexpr std::size_t kStep = 4;
  T* append(std::size_t count) {
    if (size_ + count + kStep > capacity_) grow(size_ + count + kStep);
    size_ += count;
    return data_.get() + size_ - count;
  }
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }

 private:
  [[gnu::noinline]] void grow(std::size_t needed) {
    capacity_ = std::max(needed, capacity_ * 2 + 4096);
    std::unique_ptr<T[]> larger(new T[capacity_]);
    std::copy_n(data_.get(), size_, larger.get());
    data_ = std::move(larger);
  }

  std::unique_ptr<T[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// Increments of one infoset: num_actions floats, at lane `lane` of successive blocks.
struct RowUpdate {
  std::uint32_t row;
  std::uint16_t lane;
  std::uint16_t num_actions;
};

// Updates of single rows with their increments, in the order in which they came.
class RowUpdates {
 public:
  void clear() {
    updates_.clear();
    increments_.clear();
  }
  // Increments for the caller to fill. Shape: [num_actions]. Valid until the next call.
  float* add(const RowUpdate& update) {
    *updates_.append(1) = update;
    return increments_.append(update.num_actions);
  }
  std::span<const RowUpdate> updates() const { return {updates_.data(), updates_.size()}; }
  const float* increments() const { return increments_.data(); }

 private:
  GrowingBuffer<RowUpdate> updates_;
  GrowingBuffer<float> increments_;
};

// The traversals of a board often meet the same node: the increments of its visits are summed in
// the order of the visits, and the node has one update, at the place of its first visit.
// Walks with one hand log single rows instead of nodes.
// On cache lines of its own: the logs of a batch stand side by side, and threads write them.
class alignas(128) UpdateLog {
 public:
  UpdateLog();
  void clear() {
    regret_updates_.clear();
    regrets_.clear();
    regret_rows_.clear();
    strategy_rows_.clear();
    num_nodes_ = 0;
    if (++stamp_ == 0) restart_stamps();
  }
  // The sums of a node's increments so far, for the caller to add to. Shape: [block, lane]. Valid
  // until the next call.
  float* regrets_of(const RowBlocks& node) {
    std::uint32_t at = (node.row * 0x9E3779B1u) >> shift_;
    while (index_[at].stamp == stamp_) {
      if (index_[at].row == node.row) return regrets_.data() + index_[at].first;
      at = (at + 1) & (static_cast<std::uint32_t>(index_.size()) - 1);
    }
    return add_node(at, node);
  }
  // Increments for the caller to fill. Shape: [num_actions].
  float* add_regret_row(const RowUpdate& update) { return regret_rows_.add(update); }
  float* add_strategy(const RowUpdate& update) { return strategy_rows_.add(update); }

  // Nodes that the walks of the board came to, each time anew; of walks that log.
  void count_nodes(std::size_t count) { num_nodes_ += count; }
  std::uint64_t num_nodes() const { return num_nodes_; }

  // The nodes in the order of their increments.
  std::span<const RowBlocks> regret_updates() const { return regret_updates_; }
  const float* regrets() const { return regrets_.data(); }
  const RowUpdates& regret_rows() const { return regret_rows_; }
  const RowUpdates& strategy_rows() const { return strategy_rows_; }

 private:
  struct Place {
    std::uint32_t row = 0;
    std::uint32_t stamp = 0;
    std::size_t first = 0;  // in regrets_
  };
  float* add_node(std::uint32_t at, const RowBlocks& node);
  void grow_index();
  void restart_stamps();

  std::vector<RowBlocks> regret_updates_;
  GrowingBuffer<float> regrets_;
  RowUpdates regret_rows_;
  RowUpdates strategy_rows_;
  std::vector<Place> index_;  // open hash by row, emptied by a new stamp
  std::uint32_t stamp_ = 1;
  int shift_;
  std::uint64_t num_nodes_ = 0;
};

}  // namespace feltprint
