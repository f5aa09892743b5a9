#include "feltprint/cards/hand_rank.hpp"

#include <algorithm>

#include "cards/expand_hands.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/cards/evaluator_tables.hpp"
#include "feltprint/cards/hand_tally.hpp"

namespace feltprint {
namespace {

// Overwrites the hands that make a flush in `suit` with the board's pattern of that suit.
void patch_flush(unsigned pattern, int suit, int num_suited, const std::uint16_t* flush,
                 std::uint16_t out[kNumHands]) {
  const auto card = [suit](int rank) { return static_cast<Card>(4 * rank + suit); };
  for (int high = 1; high < kNumRanks; ++high) {
    for (int low = 0; low < high; ++low) {
      out[hand_id(card(low), card(high))] = flush[pattern | 1u << low | 1u << high];
    }
  }
  if (num_suited < 4) return;
  for (int rank = 0; rank < kNumRanks; ++rank) {
    const std::uint16_t value = flush[pattern | 1u << rank];
    for (int other = 0; other < kNumCards; ++other) {
      if (suit_of(static_cast<Card>(other)) == suit) continue;
      std::uint16_t& target = out[hand_id(card(rank), static_cast<Card>(other))];
      target = std::max(target, value);
    }
  }
  if (num_suited < 5) return;
  const std::uint16_t value = flush[pattern];
  for (int hand = 0; hand < kNumHands; ++hand) out[hand] = std::max(out[hand], value);
}

}  // namespace

std::uint16_t evaluate(const Card* cards, int num_cards) {
  const EvaluatorTables& tables = evaluator_tables();
  return tally_of(cards, num_cards, tables).rank(tables);
}

void river_ranks(const Card board[5], std::uint16_t out[kNumHands]) {
  const EvaluatorTables& tables = evaluator_tables();
  const std::array<Card, 5> cards = sorted_board(board);
  std::array<int, 5> ranks;
  std::array<int, 4> num_suited{};
  std::array<unsigned, 4> pattern{};
  for (int i = 0; i < 5; ++i) {
    ranks[i] = rank_of(cards[i]);
    ++num_suited[suit_of(cards[i])];
    pattern[suit_of(cards[i])] |= 1u << ranks[i];
  }
  const std::uint16_t* row =
      &tables.class_rows[static_cast<std::size_t>(rank_multiset_id(ranks)) * kClassRowStride];
  expand_plain(row, out);
  for (int suit = 0; suit < 4; ++suit) {
    if (num_suited[suit] >= 3) {
      patch_flush(pattern[suit], suit, num_suited[suit], tables.flush.data(), out);
    }
  }
  for (Card card : cards) fill_card(card, std::uint16_t{0}, out);
}

}  // namespace feltprint
