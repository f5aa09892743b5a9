#include "feltprint/solver/single_hand.hpp"

#include "feltprint/evaluate/terminal.hpp"

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

float leaf_payoff(const PublicTree& tree, const Node& leaf, const SeatChips& committed, Player seat,
                  const SeatStrengths& strength) {
  if (((leaf.live_mask >> seat) & 1) == 0) return -static_cast<float>(committed[seat]);
  if (leaf.kind == NodeKind::Fold) return fold_payoff(tree, leaf, committed, seat);
  return showdown_payoff(tree, leaf, committed, seat, strength);
}

int sample_action(const float* sigma, int num_actions, RandomStream& random) {
  float left = random.uniform();
  int last = 0;
  for (int a = 0; a < num_actions; ++a) {
    if (left < sigma[a]) return a;
    left -= sigma[a];
    if (sigma[a] > 0.0f) last = a;
  }
  return last;
}

}  // namespace feltprint
