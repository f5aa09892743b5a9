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

#if FELTPRINT_DISPATCH
// How river_ranks_wide.inc gets 32 hands at a time from the rank classes of a board.
constexpr int kWideVectors = 48;  // 42 in use, whole vectors of their masks
struct WideOrder {
  // Rank classes by the lower rank, then the higher one; [vector], its lanes above 63 as bits.
  std::array<std::array<std::uint16_t, 32>, 3> rank_class;
  std::array<std::uint32_t, 3> in_third;
  // [vector of hands] -> the first of its classes in that order, and the place of each from there.
  std::array<std::uint8_t, kWideVectors> first;
  std::array<std::array<std::uint16_t, 32>, kWideVectors> place;
  std::array<std::array<std::uint32_t, kWideVectors>, kNumCards> hands_with;  // [card], as bits
};

constexpr int class_place(int low, int high) { return low * (27 - low) / 2 + high - low; }

alignas(64) constexpr WideOrder kWideOrder = [] {
  WideOrder order{};
  for (int high = 0; high < kNumRanks; ++high) {
    for (int low = 0; low <= high; ++low) {
      const int place = class_place(low, high);
      const int number = rank_class(low, high);
      order.rank_class[place / 32][place % 32] = static_cast<std::uint16_t>(number);
      if (number >= 64) order.in_third[place / 32] |= 1u << place % 32;
    }
  }
  int hand = 0;
  for (int one = 0; one < kNumCards; ++one) {
    for (int two = one + 1; two < kNumCards; ++two, ++hand) {
      const int place = class_place(one / 4, two / 4);
      // A later lower card of the same rank begins again with the pair.
      if (hand % 32 == 0)
        order.first[hand / 32] = static_cast<std::uint8_t>(class_place(one / 4, one / 4));
      order.place[hand / 32][hand % 32] =
          static_cast<std::uint16_t>(place - order.first[hand / 32]);
      for (int card : {one, two}) order.hands_with[card][hand / 32] |= 1u << hand % 32;
    }
  }
  return order;
}();
static_assert(std::ranges::all_of(kWideOrder.place, [](const auto& places) {
  return std::ranges::all_of(places, [](std::uint16_t place) { return place < 32; });
}));
#endif

#define FELTPRINT_KERNEL "cards/river_ranks_kernel.inc"
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
