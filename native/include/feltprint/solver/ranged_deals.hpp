// Deals in which every seat holds a hand of its range.
//
// Law of a deal (board and one hand a seat): the product of the seats' weights over all disjoint
// deals, normalised. A deal is drawn seat by seat from the ranges and dropped whole when two hands,
// or a hand and the board, share a card; to draw only the colliding seat again would favour hands
// that few others block. The board comes after the hands, uniformly from the rest of the deck,
// which changes nothing: every deal of hands leaves equally many boards. Further deals on a board
// are drawn given the board, so that each by itself has the same law.
#pragma once

#include <cstdint>
#include <vector>

#include "feltprint/games/game.hpp"

namespace feltprint {

class RangedDeals {
 public:
  // weights: [seat][hand], in 0..1. The game must outlive the deals. Throws ConfigError for another
  // shape or value, and when no deal is found.
  RangedDeals(const Game& game, const std::vector<std::vector<double>>& weights);

  // As Game::sample. Throws SolverError when a deal takes more than kMaxDraws draws.
  void sample(std::uint32_t seed, Purpose purpose, std::uint64_t board, int num_deals,
              BoardSample& out) const;

  const std::vector<float>& weights(Player seat) const { return weights_[seat]; }  // [hand]

  static constexpr int kMaxDraws = 1 << 20;  // of whole deals; a stream has draws for more

 private:
  bool draw_deal(RandomStream& random, std::uint64_t& used, Hand* hands) const;
  bool draw_first(std::uint32_t seed, Purpose purpose, std::uint64_t board, BoardSample& out) const;
  bool draw_on_board(RandomStream& random, const BoardSample& board, Hand* hands) const;

  const Game& game_;
  std::vector<std::vector<float>> weights_;
  std::vector<std::vector<std::uint64_t>> ends_;  // [seat][hand]: running sums of 2^32 * weight
};

}  // namespace feltprint
