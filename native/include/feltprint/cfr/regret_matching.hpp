// Regret matching on one row of a table.
#pragma once

#include "feltprint/cfr/weight_table.hpp"

namespace feltprint {

// kActions = 0: the number of actions is known only at run time.
template <int kActions, typename Entry>
[[gnu::always_inline]] inline void match_row(const Entry* row, int num_actions, float* sigma) {
  const int count = kActions > 0 ? kActions : num_actions;
  float sum = 0.0f;
  for (int a = 0; a < count; ++a) {
    const float x = static_cast<float>(row[a * kLanes]);
    sigma[a] = x > 0.0f ? x : 0.0f;
    sum += sigma[a];
  }
  const float scale = sum > 0.0f ? 1.0f / sum : 0.0f;
  const float uniform = sum > 0.0f ? 0.0f : 1.0f / static_cast<float>(count);
  for (int a = 0; a < count; ++a) sigma[a] = sigma[a] * scale + uniform;
}

// The positive part, normalised; uniform where there is none. row: num_actions entries, kLanes
// apart, as floats or as codes of one scale. Most nodes have two or three actions.
template <typename Entry>
inline void row_strategy(const Entry* row, int num_actions, float* sigma) {
  if (num_actions == 2) {
    match_row<2>(row, 2, sigma);
  } else if (num_actions == 3) {
    match_row<3>(row, 3, sigma);
  } else {
    match_row<0>(row, num_actions, sigma);
  }
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
