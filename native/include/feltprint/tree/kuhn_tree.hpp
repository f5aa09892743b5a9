// The public tree of Kuhn poker for 2 to 6 players.
//
// n + 1 cards, ante 1, one bet of 1: a seat checks or bets; after the first bet every other seat
// folds or calls once, in turn. The buckets of the one street are the cards.
// Source: Kuhn 1950; n players as Abou Risk and Szafron 2010.
#pragma once

#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

// Throws ConfigError unless 2 <= num_players <= 6.
PublicTree kuhn_tree(int num_players);

}  // namespace feltprint
