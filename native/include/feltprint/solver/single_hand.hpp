// The hands of one deal as walks see them that carry a single hand a seat, and what a leaf pays.
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

inline void row_strategy(const TableView& table, const RowUpdate& row, float* sigma) {
  row_strategy(table, row.row, row.lane, row.num_actions, sigma);
}

// Net chips of a seat at a leaf.
float leaf_payoff(const PublicTree& tree, const Node& leaf, const SeatChips& committed, Player seat,
                  const SeatStrengths& strength);

// An action drawn from a strategy. What rounding leaves over goes to the last action that has any.
int sample_action(const float* sigma, int num_actions, RandomStream& random);

}  // namespace feltprint
