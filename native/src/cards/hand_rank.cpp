#include "feltprint/cards/hand_rank.hpp"

#include <algorithm>
#include <bit>

#include "cards/expand_hands.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/cards/evaluator_tables.hpp"
#include "feltprint/cards/hand_tally.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

namespace baseline {
#include "cards/river_ranks_kernel.inc"
}  // namespace baseline

#if FELTPRINT_DISPATCH
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2")
namespace avx2 {
#include "cards/river_ranks_kernel.inc"
}  // namespace avx2
#pragma GCC pop_options
#endif

// Stores bind it, not their width: AVX-512 takes the AVX2 path.
auto active_kernel() {
#if FELTPRINT_DISPATCH
  if (active_isa() != Isa::Baseline) return &avx2::rank_all_hands;
#endif
  return &baseline::rank_all_hands;
}

}  // namespace

std::uint16_t evaluate(const Card* cards, int num_cards) {
  const EvaluatorTables& tables = evaluator_tables();
  return tally_of(cards, num_cards, tables).rank(tables);
}

void river_ranks(const Card board[5], std::uint16_t out[kNumHands]) {
  active_kernel()(board, evaluator_tables(), out);
}

}  // namespace feltprint
