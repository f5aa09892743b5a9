// Public trees of the toy games: fixed-limit betting of one size a street.
//
// Every seat posts the ante. On each street the first live seat opens; a seat facing no bet checks
// or bets, a seat facing one folds, calls or raises, up to max_raises bets and raises a street. A
// street ends when all live seats have put in the same; the hand ends by folds or after the last
// street. The buckets of a street are the caller's.
#pragma once

#include <vector>

#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

struct LimitRules {
  int num_players;
  Chips ante;
  std::vector<Chips> bets;       // [street]: what a bet and each raise adds
  int max_raises;                // bets and raises on a street
  std::vector<int> num_buckets;  // [street]
  int chip_parts;                // parts of a chip in which a pot is shared
};

// Throws ConfigError for 1 or more than 6 players, 0 or more than 4 streets, or no chips.
PublicTree limit_tree(const LimitRules& rules);

// Kuhn poker: n + 1 cards, ante 1, one bet of 1. Buckets are the cards.
// Source: Kuhn 1950; n players as Abou Risk and Szafron 2010.
PublicTree kuhn_tree(int num_players);

// Leduc hold'em: one hole card, one board card before the second street. Buckets: own rank, then
// own rank * num_ranks + board rank. Pots are shared exactly, whatever the number of winners.
// Source: Southey et al. 2005: 3 ranks, ante 1, bets 2 and 4, two bets a street.
struct LeducRules {
  int num_players;
  int num_ranks;
  Chips ante;
  std::vector<Chips> bets;  // two streets
  int max_raises;
};
PublicTree leduc_tree(const LeducRules& rules);

}  // namespace feltprint
