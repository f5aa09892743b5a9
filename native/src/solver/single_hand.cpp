#include "feltprint/solver/single_hand.hpp"

namespace feltprint {

DealtHands dealt_hands(const PublicTree& tree, const BoardSample& sample, int deal,
                       int num_streets) {
  DealtHands dealt;
  const Hand* hands = sample.hands.data() + deal * tree.num_players;
  for (Player seat = 0; seat < tree.num_players; ++seat) {
    for (int street = 0; street < num_streets; ++street) {
      dealt.bucket[seat][street] = sample.bucket[street][hands[seat]];
    }
    dealt.strength[seat] = sample.strength[hands[seat]];
  }
  return dealt;
}

}  // namespace feltprint
