// Leduc hold'em: num_ranks x num_suits cards, one private card each, one board card before the
// second street. A pair with the board wins, then the higher rank; equal ranks share the pot.
//
// A hand is a card, 0..num_ranks * num_suits - 1 = rank * num_suits + suit. Suits never matter, so
// buckets are ranks: the own one, then own rank * num_ranks + board rank.
// Source: Southey et al. 2005.
#pragma once

#include "feltprint/games/game.hpp"

namespace feltprint {

inline constexpr int kMaxLeducCards = 64;  // a hand's mask has a bit a card

class LeducGame final : public Game {
 public:
  // tree: leduc_tree (tree/limit_tree.hpp); it must outlive the game. Throws ConfigError when the
  // tree is not one of num_ranks ranks, or the deck is larger than 64 cards or too small to deal.
  LeducGame(const PublicTree& tree, int num_ranks, int num_suits);

  const PublicTree& tree() const override { return tree_; }
  int num_hands() const override { return num_ranks_ * num_suits_; }
  const std::vector<std::uint64_t>& hand_masks() const override { return hand_masks_; }
  void sample(std::uint32_t seed, Purpose purpose, std::uint64_t board, int num_deals,
              BoardSample& out) const override;
  void lay_board(std::uint32_t seed, Purpose purpose, std::uint64_t board, std::uint64_t avoid,
                 BoardSample& out) const override;

 private:
  BoardSample board_with(int board_card) const;
  void show_board(int board_card, BoardSample& out) const;
  int board_card(std::uint32_t seed, Purpose purpose, std::uint64_t board,
                 std::uint64_t avoid) const;

  const PublicTree& tree_;
  int num_ranks_;
  int num_suits_;
  std::vector<std::uint64_t> hand_masks_;
  std::vector<BoardSample> boards_;  // [board card], without hands
};

}  // namespace feltprint
