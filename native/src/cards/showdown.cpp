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

// [dead suits of a rank as bits][suit] -> all bits set where the suit is live.
constexpr auto kLiveSuits = [] {
  std::array<std::array<std::int64_t, 4>, 16> masks{};
  for (int dead = 0; dead < 16; ++dead) {
    for (int suit = 0; suit < 4; ++suit) masks[dead][suit] = dead >> suit & 1 ? 0 : -1;
  }
  return masks;
}();

// [card] -> hand id of (card, 0), were there one: its row starts behind the card itself.
constexpr auto kRowStart = [] {
  std::array<std::ptrdiff_t, kNumCards> starts{};
  for (int card = 0; card < kNumCards; ++card) starts[card] = card * (103 - card) / 2 - card - 1;
  return starts;
}();
constexpr double kZeros[kNumCards]{};

// Four doubles are what the layout gives.
#define FELTPRINT_KERNEL "cards/showdown_kernel.inc"
#define FELTPRINT_KERNEL_NARROW
#include "isa_kernels.inc"

std::uint64_t mask_of(const Card* cards, int num_cards) {
  std::uint64_t mask = 0;
  for (int i = 0; i < num_cards; ++i) mask |= card_bit(cards[i]);
  return mask;
}

constexpr int num_slots(bool flush) { return flush ? ShowdownPlan::kMaxSlots : kNumRankClasses; }

// The slots of a board in any fixed order, and their ranks; a pair has no variant 2, which would
// be variant 1 again.
struct Slots {
  std::array<std::uint16_t, ShowdownPlan::kMaxSlots> slot;
  std::array<std::uint16_t, ShowdownPlan::kMaxSlots> rank;
};

Slots slots_of(const BoardType& type) {
  const EvaluatorTables& tables = evaluator_tables();
  Slots slots;
  const std::uint16_t* row = nullptr;
  std::array<std::uint16_t, kFlushRowStride> flush_row;
  const int variants = type.flush_suit < 0 ? 1 : kNumVariants;
  if (type.flush_suit < 0) {
    row = &tables.class_rows[type.index * std::size_t{kClassRowStride}];
  } else {
    flush_type_ranks(flush_type(type.index), tables, flush_row.data());
    row = flush_row.data();
  }
  int size = 0;
  for (int high = 0; high < kNumRanks; ++high) {
    for (int low = 0; low <= high; ++low, row += variants) {
      for (int variant = 0; variant < variants; ++variant) {
        if (variant == 2 && low == high) continue;
        slots.slot[size] =
            static_cast<std::uint16_t>((low * kNumRanks + high) * variants + variant);
        slots.rank[size++] = row[variant];
      }
    }
  }
  return slots;
}

// The first place of each one's tie, and one past the last. Requires: groups rise.
template <int kSize, class Place>
void find_ties(const std::uint16_t* groups, Place* first, Place* end) {
  Place last = 0;
  for (int i = 0; i < kSize; ++i) {
    last = i > 0 && groups[i] == groups[i - 1] ? last : static_cast<Place>(i);
    first[i] = last;
  }
  last = kSize;
  for (int i = kSize - 1; i >= 0; --i) {
    last = i + 1 < kSize && groups[i] == groups[i + 1] ? last : static_cast<Place>(i + 1);
    end[i] = last;
  }
}

// Orders the partners of each card type from the slots by rising rank.
template <int kTypes, class Orders>
void order_partners(const std::uint16_t* slot, const std::uint16_t* groups, Orders& orders) {
  constexpr int kVariants = kTypes * kTypes;
  constexpr int kPartners = kTypes * kNumRanks;
  constexpr int kSize = kTypes == 1 ? kNumRankClasses : ShowdownPlan::kMaxSlots;
  std::uint16_t group[kTypes][kNumRanks][kPartners];
  std::uint8_t sizes[kTypes][kNumRanks]{};
  const auto add = [&](int type, int rank, int partner, std::uint16_t of) {
    const std::uint8_t place = sizes[type][rank]++;
    orders[type][rank].partner[place] = static_cast<std::uint8_t>(partner);
    group[type][rank][place] = of;
  };
  for (int i = 0; i < kSize; ++i) {
    const int low = slot[i] / (kNumRanks * kVariants);
    const int high = slot[i] / kVariants % kNumRanks;
    const int low_type = slot[i] % kTypes;
    const int high_type = slot[i] % kVariants / kTypes;
    add(low_type, low, high * kTypes + high_type, groups[i]);
    if (low != high || low_type != high_type) {
      add(high_type, high, low * kTypes + low_type, groups[i]);
    }
  }
  for (int type = 0; type < kTypes; ++type) {
    for (int rank = 0; rank < kNumRanks; ++rank) {
      auto& order = orders[type][rank];
      find_ties<kPartners>(group[type][rank], order.first.data(), order.end.data());
    }
  }
}

}  // namespace

ShowdownPlan::ShowdownPlan(const std::array<Card, 5>& board) {
  const std::array<Card, 5> cards = sorted_board(board.data());
  const BoardType type = board_type(cards);
  dead = mask_of(cards.data(), 5);
  flush_suit = type.flush_suit;
  const Slots slots = slots_of(type);
  slot = slots.slot;
  std::array<std::uint16_t, kMaxSlots> groups;
  order_slots(slots.rank.data(), groups.data());
  if (flush_suit < 0) {
    find_ties<kNumRankClasses>(groups.data(), first.data(), end.data());
    order_partners<1>(slot.data(), groups.data(), orders);
  } else {
    find_ties<kMaxSlots>(groups.data(), first.data(), end.data());
    order_partners<2>(slot.data(), groups.data(), orders);
  }
}

// Sorts `slot` by rank and finds the groups of equal ranks, numbered from the lowest.
void ShowdownPlan::order_slots(const std::uint16_t* ranks, std::uint16_t* groups) {
  const int size = num_slots(flush_suit >= 0);
  std::array<std::uint16_t, kMaxSlots> unsorted;
  const int num_groups = FELTPRINT_FOR_ISA(group_ranks)(ranks, size, unsorted.data());
  std::array<std::uint16_t, kMaxSlots + 1> next{};
  for (int i = 0; i < size; ++i) ++next[unsorted[i] + 1];
  for (int g = 0; g < num_groups; ++g) {
    next[g + 1] = static_cast<std::uint16_t>(next[g + 1] + next[g]);
  }
  const std::array<std::uint16_t, kMaxSlots> slots = slot;
  for (int i = 0; i < size; ++i) {
    const std::uint16_t place = next[unsorted[i]]++;
    slot[place] = slots[i];
    groups[place] = unsorted[i];
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
