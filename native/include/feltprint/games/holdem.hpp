// No-limit hold'em as a game: any betting tree, any card abstraction, a full deck or a smaller one.
//
// A deck cut from below keeps the full deck's numbers and rank order: hands with a card that is not
// in it are blocked on every board, and their buckets are never met.
#pragma once

#include "feltprint/abstraction/bucket_map.hpp"
#include "feltprint/games/game.hpp"

namespace feltprint {

class HoldemGame : public Game {
 public:
  // The tree and the arrays behind the map must outlive the game. Throws ConfigError when the
  // tree has decisions on a street for which the map has no buckets, or another number of them.
  HoldemGame(const PublicTree& tree, const BucketMap& buckets);

  const PublicTree& tree() const override { return tree_; }
  int num_hands() const override { return kNumHands; }
  const std::vector<std::uint64_t>& hand_masks() const override { return hand_masks_; }
  void sample(std::uint32_t seed, Purpose purpose, std::uint64_t board, int num_deals,
              BoardSample& out) const override;
  void lay_board(std::uint32_t seed, Purpose purpose, std::uint64_t board, std::uint64_t avoid,
                 BoardSample& out) const override;

 private:
  // The cards drawn.
  std::uint64_t draw_board(RandomStream& random, std::uint64_t avoid, BoardSample& out) const;

  const PublicTree& tree_;
  BucketMap buckets_;
  int num_streets_;
  std::vector<std::uint64_t> hand_masks_;
};

}  // namespace feltprint
