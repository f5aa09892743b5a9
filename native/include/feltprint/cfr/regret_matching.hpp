// Regret matching on one row of a table.
#pragma once

#include "feltprint/cfr/weight_table.hpp"

namespace feltprint {

// Most nodes have few actions. Their number is as good as random from one node of a walk to the
// next, so up to so many are matched, and written, all at once.
inline constexpr int kFewActions = 4;

// What to read of a row, and which of it counts. [num_actions][place]
struct FewActions {
  std::int32_t entry[kFewActions + 1][kFewActions];
  std::int32_t counts[kFewActions + 1][kFewActions];  // all bits or none
  float uniform[kFewActions + 1];
};
constexpr FewActions few_actions() {
  FewActions few{};
  for (int n = 1; n <= kFewActions; ++n) {
    few.uniform[n] = 1.0f / static_cast<float>(n);
    for (int a = 0; a < kFewActions; ++a) {
      few.entry[n][a] = (a < n ? a : n - 1) * kLanes;
      few.counts[n][a] = a < n ? -1 : 0;
    }
  }
  return few;
}
inline constexpr FewActions kFew = few_actions();

template <typename Entry>
inline void match_few(const Entry* row, int num_actions, float* sigma) {
  typedef float Quad __attribute__((vector_size(16)));
  typedef std::int32_t QuadMask __attribute__((vector_size(16)));
  const std::int32_t* at = kFew.entry[num_actions];
  QuadMask counts;
  __builtin_memcpy(&counts, kFew.counts[num_actions], sizeof(counts));
  Quad part{static_cast<float>(row[at[0]]), static_cast<float>(row[at[1]]),
            static_cast<float>(row[at[2]]), static_cast<float>(row[at[3]])};
  part = (Quad)((QuadMask)part & (part > 0.0f) & counts);
  const float sum = part[0] + part[1] + part[2] + part[3];
  const float scale = sum > 0.0f ? 1.0f / sum : 0.0f;
  const float rest = sum > 0.0f ? 0.0f : kFew.uniform[num_actions];
  const Quad uniform = (Quad)((QuadMask)Quad{rest, rest, rest, rest} & counts);
  part = part * scale + uniform;
  __builtin_memcpy(sigma, &part, sizeof(part));
}

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
// apart, as floats or as codes of one scale. Of the first kFewActions places of sigma those behind
// the last action become 0.
template <typename Entry>
inline void row_strategy(const Entry* row, int num_actions, float (&sigma)[kMaxActions]) {
  if (num_actions <= kFewActions) {
    match_few(row, num_actions, sigma);
  } else {
    match_row<0>(row, num_actions, sigma);
  }
}

// The same for the row in lane `lane` of the group that starts at `row`.
inline void row_strategy(const TableView& table, std::uint32_t row, int lane, int num_actions,
                         float (&sigma)[kMaxActions]) {
  if (table.is_float(row)) {
    row_strategy(table.float_block(row) + lane, num_actions, sigma);
  } else {
    row_strategy(table.code_block(row) + lane, num_actions, sigma);
  }
}

}  // namespace feltprint
