#include "feltprint/cards/hand_rank.hpp"

#include <algorithm>
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

void river_lanes(const Card board[5], std::uint16_t out[kNumLaneSlots]) {
  FELTPRINT_FOR_ISA(rank_all_lanes)(board, evaluator_tables(), out);
}

}  // namespace feltprint
