#include "feltprint/cards/showdown.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "feltprint/cards/board_type.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

// Four doubles are what the layout gives.
#define FELTPRINT_KERNEL "cards/showdown_kernel.inc"
#define FELTPRINT_KERNEL_NARROW
#include "isa_kernels.inc"

std::uint64_t mask_of(const Card* cards, int num_cards) {
  std::uint64_t mask = 0;
  for (int i = 0; i < num_cards; ++i) mask |= card_bit(cards[i]);
  return mask;
}

// The slots of a board that have a rank.
struct Slots {
  int size = 0;
  std::array<std::uint16_t, ShowdownPlan::kMaxEntries> slot;
  std::array<std::uint16_t, ShowdownPlan::kMaxEntries> rank;

  void add(int at, std::uint16_t value) {
    slot[size] = static_cast<std::uint16_t>(at);
    rank[size] = value;
    size += value != 0 ? 1 : 0;
  }
};

Slots slots_of(const BoardType& type) {
  const EvaluatorTables& tables = evaluator_tables();
  Slots slots;
  if (type.flush_suit < 0) {
    const std::uint16_t* row = &tables.class_rows[type.index * std::size_t{kClassRowStride}];
    for (int k = 0; k < kNumRankClasses; ++k) slots.add(k, row[k]);
    return slots;
  }
  std::array<std::uint16_t, kFlushRowStride> row;
  flush_type_ranks(flush_type(type.index), tables, row.data());
  for (int rank = 0; rank < kNumRanks; ++rank) {
    // The hands of a pair's variant 1.
    row[rank_class(rank, rank) * kNumVariants + 2] = 0;
  }
  for (int i = 0; i < kNumRankClasses * kNumVariants; ++i) slots.add(i, row[i]);
  return slots;
}

}  // namespace

ShowdownPlan::ShowdownPlan(const std::array<Card, 5>& board) {
  const std::array<Card, 5> cards = sorted_board(board.data());
  const BoardType type = board_type(cards);
  dead = mask_of(cards.data(), 5);
  flush_suit = type.flush_suit;
  const Slots slots = slots_of(type);
  num_entries = slots.size;
  std::array<std::uint16_t, kMaxEntries> group;
  num_groups = FELTPRINT_FOR_ISA(group_ranks)(slots.rank.data(), slots.size, group.data());
  std::array<std::uint16_t, kMaxEntries + 1> next{};
  for (int i = 0; i < slots.size; ++i) ++next[group[i] + 1];
  for (int g = 0; g < num_groups; ++g) {
    next[g + 1] = static_cast<std::uint16_t>(next[g + 1] + next[g]);
  }
  for (int i = 0; i < slots.size; ++i) entries[next[group[i]]++] = {slots.slot[i], group[i]};
  order_partners();
}

void ShowdownPlan::order_partners() {
  std::array<std::array<std::uint16_t, kNumRanks>, 2> last_group;  // of each order
  for (auto& by_rank : orders) {
    for (Order& order : by_rank) order.size = 0;
  }
  const auto add = [&](int type, int rank, int partner, std::uint16_t group) {
    Order& order = orders[type][rank];
    const auto place = static_cast<std::uint8_t>(order.size++);
    const bool ties = place > 0 && last_group[type][rank] == group;
    last_group[type][rank] = group;
    order.partners[place] = {static_cast<std::uint8_t>(partner),
                             ties ? order.partners[place - 1].first : place,
                             static_cast<std::uint8_t>(place + 1)};
  };
  const int types = flush_suit < 0 ? 1 : 2;
  const int variants = flush_suit < 0 ? 1 : kNumVariants;
  for (int i = 0; i < num_entries; ++i) {
    const auto [low, high] = class_layout().ranks[entries[i].slot / variants];
    const int low_type = entries[i].slot % variants & 1;
    const int high_type = entries[i].slot % variants >> 1;
    add(low_type, low, high * types + high_type, entries[i].group);
    if (low != high || low_type != high_type) {
      add(high_type, high, low * types + low_type, entries[i].group);
    }
  }
  for (auto& by_rank : orders) {
    for (Order& order : by_rank) {
      // What ties ends where the last of the tie ends.
      for (int i = order.size - 2; i >= 0; --i) {
        Partner& partner = order.partners[i];
        const Partner& next = order.partners[i + 1];
        if (next.first == partner.first) partner.end = next.end;
      }
    }
  }
}

void ShowdownPlan::values(const double* weights, double* values) const {
  FELTPRINT_FOR_ISA(showdown_values)(*this, weights, values);
}

void ShowdownPlan::below(const double* weights, double* below) const {
  FELTPRINT_FOR_ISA(showdown_below)(*this, weights, below);
}

void disjoint_weights(const Card* board, int num_cards, const double* weights, double* out) {
  FELTPRINT_FOR_ISA(weights_without_card)(mask_of(board, num_cards), weights, out);
}

}  // namespace feltprint
