// Games that are no poker: liar's dice and goofspiel, with the rules and payoffs that the
// literature's open implementations use, so that values can be compared.
#pragma once

#include "feltprint/lab/extensive_game.hpp"

namespace feltprint::lab {

// Liar's dice for two, one die each. Bids (quantity, face) rise, quantity 1 before quantity 2; the
// highest face counts as every face. Instead of bidding a player may call the last bid a lie and
// wins 1 if fewer dice show the face, else loses 1.
// Throws ConfigError for fewer than 2 or more than 6 sides.
ExtensiveGame liars_dice(int sides);

// Goofspiel for two: the prizes cards, .., 2, 1 are bid for in this order with sealed cards 1 to
// cards; the higher bid takes the prize, a tie discards it, and both learn only who won. The last
// card plays itself. Payoff: 1, 0 or -1 for more, as many or fewer points.
// Throws ConfigError for fewer than 2 or more than 5 cards.
ExtensiveGame goofspiel(int cards);

}  // namespace feltprint::lab
