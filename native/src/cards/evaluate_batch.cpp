#include <array>
#include <bit>
#include <string>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/evaluator_tables.hpp"
#include "feltprint/cards/hand_rank.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

// The same sums as HandTally, one table entry a card; entries 52..63 are no cards.
struct CardEntry {
  std::uint64_t key;
  std::uint64_t mask;
};
using CardTable = std::array<CardEntry, 64>;

constexpr std::uint64_t kTallyStart = std::uint64_t{0x3333} << 48;
constexpr std::uint64_t kTallyFlush = std::uint64_t{0x8888} << 48;

const CardTable& card_table() {
  static const CardTable table = [] {
    CardTable t{};
    for (int i = 0; i < kNumCards; ++i) {
      const Card card = static_cast<Card>(i);
      t[i].key = evaluator_tables().rank_key[rank_of(card)] +
                 (std::uint64_t{1} << (48 + 4 * suit_of(card)));
      t[i].mask = std::uint64_t{1} << (16 * suit_of(card) + rank_of(card));
    }
    return t;
  }();
  return table;
}

namespace baseline {
#include "evaluate_batch_kernel.inc"
}  // namespace baseline

#if FELTPRINT_DISPATCH
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
namespace avx2 {
#include "evaluate_batch_kernel.inc"
}  // namespace avx2
#pragma GCC pop_options
#endif

// AVX-512 has nothing for scalar table reads: it takes the AVX2 path.
auto active_kernel() {
#if FELTPRINT_DISPATCH
  if (active_isa() != Isa::Baseline) return &avx2::rank_hands_of;
#endif
  return &baseline::rank_hands_of;
}

}  // namespace

void evaluate_batch(const Card* cards, std::size_t num_hands, int num_cards, std::uint16_t* out) {
  const auto width = static_cast<std::size_t>(num_cards);
  const std::size_t ranked =
      active_kernel()(num_cards, cards, num_hands, card_table(), evaluator_tables(), out);
  if (ranked < num_hands) {
    require_cards({cards + ranked * width, width}, "hand " + std::to_string(ranked));
  }
}

}  // namespace feltprint
