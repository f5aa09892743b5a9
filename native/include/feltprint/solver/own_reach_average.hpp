// Averaging by a seat's own reach: one walk that adds its current strategy to the average of every
// infoset it meets, weighted by the reach of the seat's hands.
//
// All hands of the seat are carried. The others act by a distribution that depends on the node
// alone and never changes, so that it is the same factor in all summands of a row and cancels when
// the row is normalised: the average is consistent for any number of players. They fold with
// probability 1/2 on the first street, so that walks come down to the pots that are common, and
// are uniform otherwise.
#pragma once

#include "feltprint/solver/board_traversal.hpp"

namespace feltprint {

struct OwnReachWalk {
  const PublicTree* tree;
  const BoardSample* sample;
  TableView regrets;
  Player seat;
  float weight;
  int max_street;      // the last one that is averaged
  const float* range;  // [hand]: weights of the seat's hands; null: all 1
};

// Appends the strategy updates of one walk to the log.
void average_own_reach(const OwnReachWalk& walk, RandomStream& random, UpdateLog& log);

}  // namespace feltprint
