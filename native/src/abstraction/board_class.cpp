#include "feltprint/abstraction/board_class.hpp"

#include <algorithm>
#include <array>

#include "feltprint/cards/card.hpp"

namespace feltprint {
namespace {

constexpr int kSeven = 5;  // rank
constexpr int kJack = 9;
constexpr std::array<int, 4> kNumStructures = {1, 3, 5, 4};  // [street]

int flush_structure(std::span<const Card> board) {
  std::array<int, 4> counts{};
  for (Card card : board) ++counts[static_cast<std::size_t>(suit_of(card))];
  std::sort(counts.begin(), counts.end(), std::greater<>());
  if (board.size() == 3) return counts[0] - 1;
  if (board.size() == 5) return std::max(0, counts[0] - 2);
  return counts[0] <= 2 ? counts[0] - 1 + (counts[1] == 2 ? 1 : 0) : counts[0];
}

int num_high_counts(int num_cards) { return (num_cards + 1) * (num_cards + 2) / 2; }

}  // namespace

int num_board_classes(BoardClasses classes, int street) {
  if (classes == BoardClasses::None) return 1;
  const int structures = kNumStructures[static_cast<std::size_t>(street)];
  return classes == BoardClasses::Suits ? structures : structures * num_high_counts(street + 2);
}

int board_class(BoardClasses classes, std::span<const Card> board) {
  if (classes == BoardClasses::None) return 0;
  const int structure = flush_structure(board);
  if (classes == BoardClasses::Suits) return structure;
  int seven_up = 0;
  int jack_up = 0;
  for (Card card : board) {
    seven_up += rank_of(card) >= kSeven ? 1 : 0;
    jack_up += rank_of(card) >= kJack ? 1 : 0;
  }
  return structure * num_high_counts(static_cast<int>(board.size())) +
         seven_up * (seven_up + 1) / 2 + jack_up;
}

}  // namespace feltprint
