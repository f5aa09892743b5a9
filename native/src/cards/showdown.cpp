#include "feltprint/cards/showdown.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>
#include <variant>

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

// [dead suits of a rank as bits][lower suit][suit] -> all bits set where both live.
constexpr auto kLivePairs = [] {
  std::array<std::array<std::array<std::int64_t, 4>, 3>, 16> masks{};
  for (int dead = 0; dead < 16; ++dead) {
    for (int low = 0; low < 3; ++low) {
      if ((dead >> low & 1) == 0) masks[dead][low] = kLiveSuits[dead];
    }
  }
  return masks;
}();

// [card] -> hand id of (card, 0), were there one: its row starts behind the card itself.
constexpr auto kRowStart = [] {
  std::array<std::ptrdiff_t, kNumCards> starts{};
  for (int card = 0; card < kNumCards; ++card) starts[card] = card * (103 - card) / 2 - card - 1;
  return starts;
}();
// As long as the longest list of sums, and as masks of all ranks.
alignas(64) constexpr double kZeros[ShowdownPlan::kMaxSlots + 1]{};

// Sizes of the sums: slots, card types of a rank, and hands without cards (showdown.hpp).
constexpr int num_types(FlushNeeds needs) { return needs == FlushNeeds::OneCard ? 2 : 1; }
constexpr int num_flush_slots(FlushNeeds needs) { return needs == FlushNeeds::BothCards ? 2 : 0; }
constexpr int num_slots(FlushNeeds needs) {
  if (needs == FlushNeeds::OneCard) return ShowdownPlan::kMaxSlots;
  return kNumRankClasses + num_flush_slots(needs);
}
constexpr int num_partners(FlushNeeds needs) {
  return num_types(needs) * kNumRanks + num_flush_slots(needs);
}
constexpr int kFlushSlot = kNumRanks * kNumRanks;

// Four doubles are what the layout gives.
#define FELTPRINT_KERNEL "cards/showdown_kernel.inc"
#define FELTPRINT_KERNEL_NARROW
#include "isa_kernels.inc"

std::uint64_t mask_of(const Card* cards, int num_cards) {
  std::uint64_t mask = 0;
  for (int i = 0; i < num_cards; ++i) mask |= card_bit(cards[i]);
  return mask;
}

// The slots of a board in any fixed order, and their ranks; a pair has no variant 2, which would
// be variant 1 again.
struct Slots {
  std::array<std::uint16_t, ShowdownPlan::kMaxSlots> slot;
  std::array<std::uint16_t, ShowdownPlan::kMaxSlots> rank;
};

Slots slots_of(const BoardType& type, FlushNeeds needs) {
  const EvaluatorTables& tables = evaluator_tables();
  Slots slots;
  const std::uint16_t* row = nullptr;
  std::array<std::uint16_t, kFlushRowStride> flush_row;
  const int variants = needs == FlushNeeds::OneCard ? kNumVariants : 1;
  if (needs == FlushNeeds::Impossible) {
    row = &tables.class_rows[type.index * std::size_t{kClassRowStride}];
  } else if (needs == FlushNeeds::BothCards) {
    row = flush_type_class_row(flush_type(type.index), tables);
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
  if (needs == FlushNeeds::BothCards) {
    // Any flush is above all but full houses and quads, a straight flush above these.
    constexpr unsigned kSevenHigh = 0b101111;
    for (const std::uint16_t rank : {tables.flush[kSevenHigh], std::uint16_t{kNumHandRanks}}) {
      slots.slot[size] = static_cast<std::uint16_t>(kFlushSlot + size - kNumRankClasses);
      slots.rank[size++] = rank;
    }
  }
  return slots;
}

// The same by rising rank; in place of each rank, its place among the different ones.
Slots sorted(const Slots& slots, FlushNeeds needs) {
  const int size = num_slots(needs);
  std::array<std::uint16_t, ShowdownPlan::kMaxSlots> unsorted;
  const int num_groups = FELTPRINT_FOR_ISA(group_ranks)(slots.rank.data(), size, unsorted.data());
  std::array<std::uint16_t, ShowdownPlan::kMaxSlots + 1> next{};
  for (int i = 0; i < size; ++i) ++next[unsorted[i] + 1];
  for (int g = 0; g < num_groups; ++g) {
    next[g + 1] = static_cast<std::uint16_t>(next[g + 1] + next[g]);
  }
  Slots rising;
  for (int i = 0; i < size; ++i) {
    const std::uint16_t place = next[unsorted[i]]++;
    rising.slot[place] = slots.slot[i];
    rising.rank[place] = unsorted[i];
  }
  return rising;
}

// The first place of each one's tie, and one past the last. Requires: groups rise.
template <int kSize, class Number>
void find_ties(const std::uint16_t* groups, ShowdownPlan::Place<Number>* places) {
  int last = 0;
  for (int i = 0; i < kSize; ++i) {
    if (i > 0 && groups[i] != groups[i - 1]) last = i;
    places[i].first = static_cast<Number>(last);
  }
  last = kSize;
  for (int i = kSize - 1; i >= 0; --i) {
    places[i].end = static_cast<Number>(last);
    if (i > 0 && groups[i] != groups[i - 1]) last = i;
  }
}

// Orders the partners of each card type from the slots by rising rank.
template <FlushNeeds kNeeds>
void order_partners(const std::uint16_t* slot, const std::uint16_t* groups,
                    ShowdownPlan::Place<std::uint8_t>* partners) {
  constexpr int kTypes = num_types(kNeeds);
  constexpr int kVariants = kTypes * kTypes;
  constexpr int kPartners = num_partners(kNeeds);
  std::uint16_t group[kTypes][kNumRanks][kPartners];
  std::uint8_t sizes[kTypes][kNumRanks]{};
  const auto add = [&](int type, int rank, int partner, std::uint16_t of) {
    const std::uint8_t place = sizes[type][rank]++;
    partners[(type * kNumRanks + rank) * kPartners + place].item =
        static_cast<std::uint8_t>(partner);
    group[type][rank][place] = of;
  };
  for (int i = 0; i < num_slots(kNeeds); ++i) {
    if (kNeeds == FlushNeeds::BothCards && slot[i] >= kFlushSlot) {
      const int partner = kNumRanks + slot[i] - kFlushSlot;
      for (int rank = 0; rank < kNumRanks; ++rank) add(0, rank, partner, groups[i]);
      continue;
    }
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
    for (int rank = 0; rank < kNumRanks; ++rank, partners += kPartners) {
      find_ties<kPartners>(group[type][rank], partners);
    }
  }
}

// Orders the slots of a plan and the partners of its cards.
template <FlushNeeds kNeeds>
void find_orders(const Slots& slots, ShowdownPlan& plan) {
  for (int i = 0; i < num_slots(kNeeds); ++i) {
    plan.slots[i].item = slots.slot[i];
  }
  find_ties<num_slots(kNeeds)>(slots.rank.data(), plan.slots.data());
  order_partners<kNeeds>(slots.slot.data(), slots.rank.data(), plan.partners.data());
}

FlushNeeds flush_needs_of(const std::array<Card, 5>& cards, int flush_suit) {
  if (flush_suit < 0) return FlushNeeds::Impossible;
  const auto suited = std::count_if(cards.begin(), cards.end(),
                                    [&](Card card) { return suit_of(card) == flush_suit; });
  return suited == 3 ? FlushNeeds::BothCards : FlushNeeds::OneCard;
}

}  // namespace

ShowdownPlan::ShowdownPlan(const std::array<Card, 5>& board) {
  const std::array<Card, 5> cards = sorted_board(board.data());
  const BoardType type = board_type(cards);
  dead = mask_of(cards.data(), 5);
  flush_suit = type.flush_suit;
  flush_needs = flush_needs_of(cards, flush_suit);
  const Slots slots = sorted(slots_of(type, flush_needs), flush_needs);
  switch (flush_needs) {
    case FlushNeeds::Impossible:
      find_orders<FlushNeeds::Impossible>(slots, *this);
      break;
    case FlushNeeds::BothCards:
      find_orders<FlushNeeds::BothCards>(slots, *this);
      find_flush_hands(flush_type(type.index).pattern);
      break;
    case FlushNeeds::OneCard:
      find_orders<FlushNeeds::OneCard>(slots, *this);
  }
}

// Three cards on the board leave at most three straights that hold them all.
void ShowdownPlan::find_flush_hands(unsigned pattern) {
  int num_ranks = 0;
  for (int rank = 0; rank < kNumRanks; ++rank) {
    if ((pattern >> rank & 1) == 0) flush_ranks[num_ranks++] = static_cast<std::uint8_t>(rank);
  }
  num_straight_flushes = 0;
  constexpr unsigned kWheel = 0b1000000001111;
  for (int lowest = -1; lowest <= kNumRanks - 5; ++lowest) {
    const unsigned straight = lowest < 0 ? kWheel : 0b11111u << lowest;
    if ((straight & pattern) != pattern) continue;
    auto& hand = straight_flushes[num_straight_flushes++];
    int found = 0;
    for (std::uint8_t place = 0; place < kNumFlushRanks; ++place) {
      if ((straight >> flush_ranks[place] & 1) != 0) hand[found++] = place;
    }
  }
}

void ShowdownPlan::values(const double* weights, double* values) const {
  FELTPRINT_FOR_ISA(run_showdown)(*this, weights, /*below=*/false, values);
}

void ShowdownPlan::below(const double* weights, double* below) const {
  FELTPRINT_FOR_ISA(run_showdown)(*this, weights, /*below=*/true, below);
}

void disjoint_weights(const Card* board, int num_cards, const double* weights, double* out) {
  FELTPRINT_FOR_ISA(weights_without_card)(mask_of(board, num_cards), weights, out);
}

}  // namespace feltprint
