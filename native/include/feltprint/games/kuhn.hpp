// Kuhn poker for n players: n + 1 cards of different rank, one private card each, ante 1, bet 1.
//
// Source: Kuhn 1950; for more players Szafron, Gibson, Sturtevant 2013.
#pragma once

#include "feltprint/games/game.hpp"

namespace feltprint {

class KuhnGame final : public Game {
 public:
  // tree: kuhn_tree(num_players) (tree/limit_tree.hpp); it must outlive the game.
  explicit KuhnGame(const PublicTree& tree);

  const PublicTree& tree() const override { return tree_; }
  int num_hands() const override { return tree_.num_players + 1; }
  const std::vector<std::uint64_t>& hand_masks() const override { return hand_masks_; }
  void sample(std::uint32_t seed, Purpose purpose, std::uint64_t board, int num_deals,
              BoardSample& out) const override;
  void lay_board(std::uint32_t seed, Purpose purpose, std::uint64_t board, std::uint64_t avoid,
                 BoardSample& out) const override;

 private:
  const PublicTree& tree_;
  std::vector<std::uint64_t> hand_masks_;
};

}  // namespace feltprint
