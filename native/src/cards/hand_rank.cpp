#include "feltprint/cards/hand_rank.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "cards/board_sum.hpp"
#include "cards/expand_hands.hpp"
#include "cards/rank_sort.hpp"
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

void river_order(const Card board[5], Hand out[kNumRiverHands]) {
  std::array<std::uint16_t, kNumHands> ranks;
  river_ranks(board, ranks.data());
  int live = 0;
  for (Hand hand = 0; hand < kNumHands; ++hand) {
    if (ranks[hand] != 0) out[live++] = hand;
  }
  std::array<Hand, kNumRiverHands> scratch;
  sort_by_rank(std::span<Hand>(out, kNumRiverHands), std::span<Hand>(scratch),
               [&](Hand hand) { return ranks[hand]; });
}

void river_lanes(const Card board[5], std::uint16_t out[kNumLaneSlots]) {
  FELTPRINT_FOR_ISA(rank_all_lanes)(board, evaluator_tables(), out);
}

}  // namespace feltprint
