// The two tables of a solve, cum_regret and cum_strategy, and the ordered application of logs.
//
// Layout of a node: [group][action][lane] float32, starting at block Node::row.
// A batch reads frozen tables and appends to logs; apply_logs then adds the logs in board order.
// Threads own disjoint blocks, so the sums do not depend on how many threads there are.
// Preflop rows are visited on every deal, and plain float32 sums stall once an increment falls
// below half a unit of the sum (near 2^24 visits), so they carry the rounding error of each add
// along (compensated summation; Kahan 1965).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "feltprint/cfr/update_log.hpp"
#include "feltprint/isa.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

// Zeroed, 64-byte aligned floats on huge pages where the system has them.
class FloatTable {
 public:
  explicit FloatTable(std::size_t size);
  ~FloatTable();
  FloatTable(const FloatTable&) = delete;
  FloatTable& operator=(const FloatTable&) = delete;
  float* data() { return data_; }
  const float* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  float* data_ = nullptr;
  std::size_t size_ = 0;
};

class InfosetTables {
 public:
  InfosetTables(std::size_t num_blocks, std::size_t num_preflop_blocks);

  std::size_t num_blocks() const { return num_blocks_; }
  std::size_t num_preflop_blocks() const { return num_preflop_blocks_; }
  // Shape: [block, lane].
  FloatTable cum_regret;
  FloatTable cum_strategy;
  // Rounding errors not yet in the sums; shape: [preflop block, lane].
  FloatTable regret_carry;
  FloatTable strategy_carry;

  // Adds all logs in order, on num_threads threads.
  void apply_logs(const std::vector<UpdateLog>& logs, int num_threads);

 private:
  void apply_share(const std::vector<UpdateLog>& logs, std::uint32_t share,
                   std::uint32_t num_shares);
  void prefetch_regrets(const RegretUpdate& update) const;
  void prefetch_strategy(const StrategyUpdate& update) const;
  void add_regrets(const RegretUpdate& update, const float* increments);
  void add_strategy(const StrategyUpdate& update, const float* increments);
  std::size_t num_blocks_;
  std::size_t num_preflop_blocks_;
};

}  // namespace feltprint
