#include "feltprint/games/leduc.hpp"

#include <array>
#include <numeric>
#include <string>
#include <utility>

#include "feltprint/error.hpp"

namespace feltprint {

LeducGame::LeducGame(const PublicTree& tree, int num_ranks, int num_suits)
    : tree_(tree), num_ranks_(num_ranks), num_suits_(num_suits) {
  if (tree.num_streets != 2 || tree.num_buckets[0] != num_ranks ||
      tree.num_buckets[1] != num_ranks * num_ranks) {
    throw ConfigError("Leduc with " + std::to_string(num_ranks) +
                      " ranks needs a tree of two streets with as many buckets and their square; "
                      "found " +
                      std::to_string(tree.num_streets) + " streets and " +
                      std::to_string(tree.num_buckets[0]) + " buckets on the first");
  }
  if (num_suits < 1 || num_hands() > kMaxLeducCards || num_hands() < tree.num_players + 1) {
    throw ConfigError("Leduc with " + std::to_string(tree.num_players) + " players needs " +
                      std::to_string(tree.num_players + 1) + ".." + std::to_string(kMaxLeducCards) +
                      " cards; found " + std::to_string(num_ranks) + " ranks x " +
                      std::to_string(num_suits) + " suits");
  }
  for (int card = 0; card < num_hands(); ++card) hand_masks_.push_back(std::uint64_t{1} << card);
  for (int card = 0; card < num_hands(); ++card) boards_.push_back(board_with(card));
}

BoardSample LeducGame::board_with(int board_card) const {
  const int board_rank = board_card / num_suits_;
  BoardSample board;
  for (int card = 0; card < num_hands(); ++card) {
    const int rank = card / num_suits_;
    const bool blocked = card == board_card;
    const bool pairs = rank == board_rank;
    board.bucket[0].push_back(blocked ? kNoBucket : static_cast<Bucket>(rank));
    board.bucket[1].push_back(blocked ? kNoBucket
                                      : static_cast<Bucket>(rank * num_ranks_ + board_rank));
    board.strength.push_back(blocked ? std::uint16_t{0}
                                     : static_cast<std::uint16_t>(1 + rank + pairs * num_ranks_));
  }
  return board;
}

void LeducGame::show_board(int board_card, BoardSample& out) const {
  const BoardSample& board = boards_[static_cast<std::size_t>(board_card)];
  out.bucket[0] = board.bucket[0];
  out.bucket[1] = board.bucket[1];
  out.strength = board.strength;
}

int LeducGame::board_card(std::uint32_t seed, Purpose purpose, std::uint64_t board,
                          std::uint64_t avoid) const {
  RandomStream public_cards(seed, purpose, board, 0xFFFFFFFFu);
  int card;
  do {
    card = static_cast<int>(public_cards.below(num_hands()));
  } while (((avoid >> card) & 1) != 0);
  return card;
}

void LeducGame::lay_board(std::uint32_t seed, Purpose purpose, std::uint64_t board,
                          std::uint64_t avoid, BoardSample& out) const {
  show_board(board_card(seed, purpose, board, avoid), out);
}

void LeducGame::sample(std::uint32_t seed, Purpose purpose, std::uint64_t board, int num_deals,
                       BoardSample& out) const {
  const int board_card = this->board_card(seed, purpose, board, 0);
  show_board(board_card, out);

  out.hands.resize(static_cast<std::size_t>(num_deals * tree_.num_players));
  Hand* dealt = out.hands.data();
  std::array<Hand, kMaxLeducCards> deck;
  for (int deal = 0; deal < num_deals; ++deal) {
    RandomStream random(seed, purpose, board, static_cast<std::uint32_t>(deal));
    std::iota(deck.begin(), deck.end(), Hand{0});  // all of it: no loop
    std::swap(deck[board_card], deck[num_hands() - 1]);
    const int num_left = num_hands() - 1;
    for (Player seat = 0; seat < tree_.num_players; ++seat) {
      std::swap(deck[seat], deck[seat + random.below(num_left - seat)]);
      *dealt++ = deck[seat];
    }
  }
}

}  // namespace feltprint
