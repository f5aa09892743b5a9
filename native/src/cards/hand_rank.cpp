#include "feltprint/cards/hand_rank.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "cards/board_sum.hpp"
#include "cards/expand_hands.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/cards/evaluator_tables.hpp"
#include "feltprint/cards/hand_tally.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

// Stores bind it, not their width.
#define FELTPRINT_KERNEL "cards/river_ranks_kernel.inc"
#define FELTPRINT_KERNEL_NARROW
#include "isa_kernels.inc"

}  // namespace

std::uint16_t evaluate(const Card* cards, int num_cards) {
  const EvaluatorTables& tables = evaluator_tables();
  return tally_of(cards, num_cards, tables).rank(tables);
}

void river_ranks(const Card board[5], std::uint16_t out[kNumHands]) {
  FELTPRINT_FOR_ISA(rank_all_hands)(board, evaluator_tables(), out);
}

// Two passes of a counting sort, low bits first; the second keeps the order of the first.
void river_order(const Card board[5], Hand out[kNumRiverHands]) {
  std::array<std::uint16_t, kNumHands> ranks;
  river_ranks(board, ranks.data());
  std::array<Hand, kNumRiverHands> hands;
  int live = 0;
  for (Hand hand = 0; hand < kNumHands; ++hand) {
    if (ranks[hand] != 0) hands[live++] = hand;
  }
  constexpr int kDigitBits = 7;
  std::array<Hand, kNumRiverHands> by_low;
  const auto pass = [&](int shift, const Hand* from, Hand* to) {
    std::array<std::uint16_t, (1 << kDigitBits) + 1> next{};
    const auto digit = [&](Hand hand) { return ranks[hand] >> shift & ((1 << kDigitBits) - 1); };
    for (int i = 0; i < kNumRiverHands; ++i) ++next[digit(from[i]) + 1];
    for (std::size_t i = 1; i < next.size(); ++i) {
      next[i] = static_cast<std::uint16_t>(next[i] + next[i - 1]);
    }
    for (int i = 0; i < kNumRiverHands; ++i) to[next[digit(from[i])]++] = from[i];
  };
  static_assert(kNumHandRanks < 1 << 2 * kDigitBits);
  pass(0, hands.data(), by_low.data());
  pass(kDigitBits, by_low.data(), out);
}

void river_lanes(const Card board[5], std::uint16_t out[kNumLaneSlots]) {
  FELTPRINT_FOR_ISA(rank_all_lanes)(board, evaluator_tables(), out);
}

}  // namespace feltprint
