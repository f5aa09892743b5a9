#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/evaluator_tables.hpp"
#include "feltprint/cards/hand_rank.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

constexpr std::uint64_t kTallyStart = std::uint64_t{0x3333} << 48;
constexpr std::uint64_t kTallyFlush = std::uint64_t{0x8888} << 48;
constexpr int kBlockHands = 64;  // whose keys are made before any rank is read: a bit for each
constexpr std::uint8_t kNoFlush = 255;

// The same sums as HandTally, one entry a card; entries 52..63 are no cards.
struct CardEntry {
  std::uint64_t key;
  std::uint64_t mask;
};

struct BatchTables {
  std::array<CardEntry, 64> cards;
  std::array<std::array<std::uint8_t, 16>, 3> key_bytes;  // [byte of the multiplier][rank]
  std::array<std::uint8_t, 16> suit_weight;               // [suit] 0, 1, 8, 64
  // [cards - 5][sum of suit weights] -> suit with five cards or more, or kNoFlush
  std::array<std::array<std::uint8_t, 512>, 3> flush_suit;
};

void fill_flush_suits(BatchTables& t) {
  for (int num_cards = 5; num_cards <= 7; ++num_cards) {
    auto& suits = t.flush_suit[num_cards - 5];
    suits.fill(kNoFlush);
    for (int sum = 0; sum < 512; ++sum) {
      const int d = sum & 7;
      const int h = sum >> 3 & 7;
      const int s = sum >> 6;
      if (d + h + s > num_cards) continue;
      const std::array<int, 4> counts{num_cards - d - h - s, d, h, s};
      for (std::uint8_t suit = 0; suit < 4; ++suit) {
        if (counts[suit] >= 5) suits[sum] = suit;
      }
    }
  }
}

const BatchTables& batch_tables() {
  static const BatchTables tables = [] {
    BatchTables t{};
    for (int i = 0; i < kNumCards; ++i) {
      const Card card = static_cast<Card>(i);
      t.cards[i].key = evaluator_tables().rank_key[rank_of(card)] +
                       (std::uint64_t{1} << (48 + 4 * suit_of(card)));
      t.cards[i].mask = std::uint64_t{1} << (16 * suit_of(card) + rank_of(card));
    }
    for (int rank = 0; rank < kNumRanks; ++rank) {
      for (int byte = 0; byte < 3; ++byte) {
        t.key_bytes[byte][rank] =
            static_cast<std::uint8_t>(evaluator_tables().rank_key[rank] >> (8 * byte));
      }
    }
    t.suit_weight = {0, 1, 8, 64};
    fill_flush_suits(t);
    return t;
  }();
  return tables;
}

#define FELTPRINT_KERNEL "cards/evaluate_batch_kernel.inc"
#include "isa_kernels.inc"

}  // namespace

void evaluate_batch(const Card* cards, std::size_t num_hands, int num_cards, std::uint16_t* out) {
  const auto width = static_cast<std::size_t>(num_cards);
  const std::size_t ranked =
      FELTPRINT_FOR_ISA(rank_hands_of)(num_cards, cards, num_hands, batch_tables(), out);
  if (ranked < num_hands) {
    require_cards({cards + ranked * width, width}, "hand " + std::to_string(ranked));
  }
}

}  // namespace feltprint
