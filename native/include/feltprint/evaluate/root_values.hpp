// Values at the root under given strategies, by sampling boards, opponents' hands and actions.
#pragma once

#include <cstdint>
#include <vector>

#include "feltprint/games/game.hpp"

namespace feltprint {

// What is sampled and on how many threads; the threads change nothing.
struct RootSample {
  std::uint32_t seed;
  int num_boards;
  int deals_per_board;
  int num_threads;
  Player seat;                              // the only one whose value is wanted; -1: all
  std::vector<std::vector<double>> ranges;  // [seat][hand]: RangedDeals; empty: uniform deals
};

// Mean and standard error of every seat's value at the root, in chips per hand.
struct RootValues {
  std::vector<double> mean;            // [seat]
  std::vector<double> standard_error;  // [seat], over boards
  std::vector<double> board_means;     // [board * num_players + seat]
};

// Seats that are not wanted have the value 0. The seat plays own_table and all others
// opponent_table (layout of InfosetTables). The same seed gives the same deals and opponents'
// actions whatever the own table. Throws ConfigError for a sample out of range, and as RangedDeals.
RootValues evaluate_root(const Game& game, const float* own_table, const float* opponent_table,
                         const RootSample& sample);

}  // namespace feltprint
