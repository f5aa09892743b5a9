// A river endgame of hold'em: a fixed board, a range for each of two players, a betting tree of one
// street. The payoff operator works on whole ranges (one vector of hands a public node) instead of
// on single histories.
#pragma once

#include <array>
#include <vector>

#include "feltprint/lab/sequence_game.hpp"
#include "feltprint/tree/public_tree.hpp"

namespace feltprint::lab {

struct RiverSpot {
  std::array<Card, 5> board;
  // [seat][hand]: reach of each hand; hands of weight 0 and those the board blocks are left out.
  std::array<std::vector<double>, 2> range;
};

// tree: a one-street tree for two players, such as no_limit_tree gives; what both have committed
// at a leaf is what they win or lose, in chips. Infosets are numbered by seat, node, hand.
// Throws ConfigError for ranges that are not 1326 finite numbers from 0 up, or that leave no pair
// of hands without a common card.
SequenceGame make_river_game(const PublicTree& tree, const RiverSpot& spot);

}  // namespace feltprint::lab
