// Averaging by one dealt hand of a seat against every action of the others: the walk adds the
// seat's current strategy to the average at each of its nodes.
//
// Sampled: the seat's action is drawn from its strategy, so that a node counts as often as the seat
// plays to it. Weighted: all its actions are walked, and a node counts by their product. Either way
// a row is weighted by the seat's own reach alone: the average of the theory for any number of
// players. A walk costs as much as the tree that the opponents span.
// Source: Brown, Sandholm 2019, "Superhuman AI for multiplayer poker", supplement (sampled).
#pragma once

#include "feltprint/solver/method.hpp"
#include "feltprint/solver/single_hand.hpp"

namespace feltprint {

struct FullWidthWalk {
  const PublicTree* tree;
  const DealtHands* hands;
  TableView regrets;
  Player seat;
  Averaging kind;  // Sampled or Weighted
  float weight;
  int max_street;  // the last one that is averaged
};

// Appends the strategy updates of one walk to the log.
void average_full_width(const FullWidthWalk& walk, RandomStream& random, UpdateLog& log);

}  // namespace feltprint
