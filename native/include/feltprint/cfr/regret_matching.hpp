// Regret matching on one row of a table.
#pragma once

#include "feltprint/cfr/weight_table.hpp"

namespace feltprint {

// The positive part, normalised; uniform where there is none. row: num_actions entries, kLanes
// apart, as floats or as codes of one scale.
template <typename Entry>
inline void row_strategy(const Entry* row, int num_actions, float* sigma) {
  float sum = 0.0f;
  for (int a = 0; a < num_actions; ++a) {
    const float x = static_cast<float>(row[a * kLanes]);
    sigma[a] = x > 0.0f ? x : 0.0f;
    sum += sigma[a];
  }
  const float scale = sum > 0.0f ? 1.0f / sum : 0.0f;
  const float uniform = sum > 0.0f ? 0.0f : 1.0f / static_cast<float>(num_actions);
  for (int a = 0; a < num_actions; ++a) sigma[a] = sigma[a] * scale + uniform;
}

// The same for the row in lane `lane` of the group that starts at `row`.
inline void row_strategy(const TableView& table, std::uint32_t row, int lane, int num_actions,
                         float* sigma) {
  if (table.is_float(row)) {
    row_strategy(table.float_block(row) + lane, num_actions, sigma);
  } else {
    row_strategy(table.code_block(row) + lane, num_actions, sigma);
  }
}

}  // namespace feltprint
