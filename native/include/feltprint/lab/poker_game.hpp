// Poker of one private card on a public tree of the rules layer: Kuhn, Leduc, no-limit Leduc; and
// two-player preflop games whose showdowns are known by chance, such as push-fold.
#pragma once

#include <string>
#include <vector>

#include "feltprint/lab/extensive_game.hpp"
#include "feltprint/tree/public_tree.hpp"

namespace feltprint::lab {

// Cards that players cannot tell apart are one type; a board card that pairs with the private one
// beats any that does not, else the higher rank wins. Suit-aware games make each card its own type.
struct ToyDeck {
  std::vector<int> rank;           // [type]
  std::vector<int> copies;         // [type]
  std::vector<std::string> names;  // [type]
};

// Chance deals one card a seat, then one board card before each street after the first. Infosets
// are numbered by seat, then so that parts of the tree of the same shape stand side by side.
// Labels: `<card>|<actions>/<board>|<actions>`, actions f, c, b (open), r (raise); with
// no_limit_labels a bet or raise carries its total, as in r6. A pot is shared equally by the best
// hands, in fractions of a chip. Throws ConfigError for a deck with fewer cards than the deal
// needs.
ExtensiveGame poker_game(const PublicTree& tree, const ToyDeck& deck, bool no_limit_labels);

// Shape of the vectors: [hand of seat 0 * num_hands + hand of seat 1]; weight sums to 1 up to
// rounding and is normalised. names: [hand].
struct PairDeal {
  std::vector<std::string> names;
  std::vector<double> weight;
  std::vector<double> win;  // chance that seat 0 wins a showdown
  std::vector<double> tie;
};
ExtensiveGame pair_poker_game(const PublicTree& tree, const PairDeal& deal);

// The betting of no-limit toy games: every seat antes, the first player opens each street, no cap.
// A bet or raise goes to m + max(1, floor(fraction * 2 m)), m = the larger commitment so far, where
// that is below the stack; the all-in to the stack is always offered. An all-in call ends the
// betting of the hand. Two players.
struct NoLimitRules {
  int num_streets;
  Chips ante;
  Chips stack;                          // ante included
  std::vector<double> bet_fractions;    // of the pot, unopened
  std::vector<double> raise_fractions;  // of the pot after calling
};
// Throws ConfigError for an ante that is no part of the stack, or a fraction that is not positive.
PublicTree no_limit_tree(const NoLimitRules& rules);

}  // namespace feltprint::lab
