// The two tables of a solve, cum_regret and cum_strategy, and the ordered application of logs.
//
// A batch reads frozen tables and appends to logs; apply_logs then adds the logs in board order.
// Threads own disjoint nodes, so the sums do not depend on how many threads there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "feltprint/cfr/update_share.hpp"
#include "feltprint/cfr/weight_table.hpp"

namespace feltprint {

class InfosetTables {
 public:
  InfosetTables(std::size_t num_blocks, std::size_t num_preflop_blocks, Storage storage);

  WeightTable regret;
  WeightTable strategy;

  // Adds all logs in order, on num_threads threads; then, with floor_regrets, the regrets below 0
  // of the rows that they touch become 0. noise: a number of its own for each call.
  void apply_logs(const std::vector<UpdateLog>& logs, std::uint32_t noise, int num_threads,
                  bool floor_regrets);

 private:
  void apply_share(const UpdateLog& log, std::uint32_t noise, UpdateShare& share);
  void floor_share(const UpdateLog& log, UpdateShare& share);

  std::vector<UpdateShare> shares_;  // [thread]; scratch of apply_logs
};

}  // namespace feltprint
