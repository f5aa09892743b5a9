// The hands of one deal as walks see them that carry a single hand a seat.
#pragma once

#include <array>
#include <cstdint>

#include "feltprint/cfr/regret_matching.hpp"
#include "feltprint/cfr/update_log.hpp"
#include "feltprint/games/game.hpp"
#include "feltprint/rng.hpp"

namespace feltprint {

struct DealtHands {
  std::array<std::array<Bucket, kNumStreets>, kMaxPlayers> bucket;  // [seat][street]
  SeatStrengths strength;                                           // [seat]

  // The row of the seat to act.
  RowUpdate row_at(const Node& node) const {
    const int held = bucket[node.actor][node.street];
    return {node.row + static_cast<std::uint32_t>(held / kLanes * node.num_actions),
            static_cast<std::uint16_t>(held % kLanes), node.num_actions};
  }
};

DealtHands dealt_hands(const PublicTree& tree, const BoardSample& sample, int deal,
                       int num_streets);

inline void row_strategy(const TableView& table, const RowUpdate& row,
                         float (&sigma)[kMaxActions]) {
  row_strategy(table, row.row, row.lane, row.num_actions, sigma);
}

// An action drawn from a strategy. What rounding leaves over goes to the last action that has any.
inline int sample_action(const float* sigma, int num_actions, RandomStream& random) {
  float left = random.uniform();
  int last = 0;
  for (int a = 0; a < num_actions; ++a) {
    if (left < sigma[a]) return a;
    left -= sigma[a];
    if (sigma[a] > 0.0f) last = a;
  }
  return last;
}

}  // namespace feltprint
