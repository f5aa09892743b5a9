#include "feltprint/abstraction/potential_features.hpp"

#include <algorithm>
#include <cstring>

#include "cards/parallel_ranges.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

constexpr int kBlockedX = 65535;
constexpr int kBlockedBin = kTurnFeatures + 1;
constexpr int kTurnsOfHand = 47;
constexpr int kLevelStep = kTurnFeatures / kFlopLevels;

#define FELTPRINT_KERNEL "abstraction/levels_kernel.inc"
#include "isa_kernels.inc"

// From x to what a river adds to the cumulative histogram of a turn.
struct TurnTables {
  std::vector<std::uint8_t> bin;  // [x or 65535] -> levels below x; blocked: adds nothing
  std::uint8_t rises[kBlockedBin + 1][kTurnFeatures];  // [bin][level]
};

const TurnTables& turn_tables() {
  static const TurnTables tables = [] {
    TurnTables t{};
    t.bin.assign(kBlockedX + 1, kBlockedBin);
    for (int x = 0; x <= kMaxStrength; ++x) {
      int below = 0;
      while (below < kTurnFeatures && kMaxStrength * (below + 1) / (kTurnFeatures + 1) < x) {
        ++below;
      }
      t.bin[static_cast<std::size_t>(x)] = static_cast<std::uint8_t>(below);
    }
    for (int bin = 0; bin <= kTurnFeatures; ++bin) {
      for (int j = 0; j < kTurnFeatures; ++j) t.rises[bin][j] = j >= bin ? 1 : 0;
    }
    return t;
  }();
  return tables;
}

std::uint64_t dead_cards(const std::array<Card, 5>& board, int num_cards) {
  std::uint64_t dead = 0;
  for (int i = 0; i < num_cards; ++i) dead |= card_bit(board[static_cast<std::size_t>(i)]);
  return dead;
}

}  // namespace

void turn_features(const RiverStrength& strength, const std::array<Card, 5>& board,
                   std::uint8_t* out) {
  const TurnTables& tables = turn_tables();
  const auto add = FELTPRINT_FOR_ISA(add_rises);
  const std::uint64_t dead = dead_cards(board, 4);
  std::array<std::uint16_t, kNumHands> x;
  std::fill_n(out, std::size_t{kNumHands} * kTurnFeatures, std::uint8_t{0});
  for (int river = 0; river < kNumCards; ++river) {
    if (dead >> river & 1) continue;
    const Card cards[5] = {board[0], board[1], board[2], board[3], static_cast<Card>(river)};
    river_strength_of(strength, cards, x.data());
    add(x.data(), tables.rises, tables.bin.data(), out);
  }
}

std::vector<std::uint8_t> turn_levels(const RiverStrength& strength, int num_threads) {
  const CanonicalBoards& turns = canonical_boards(2);
  std::vector<std::uint8_t> levels(turns.boards.size() * kNumHands * kFlopLevels);
  parallel_ranges(turns.boards.size(), num_threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint8_t> features(std::size_t{kNumHands} * kTurnFeatures);
    for (std::size_t i = begin; i < end; ++i) {
      turn_features(strength, turns.boards[i], features.data());
      const std::uint64_t dead = dead_cards(turns.boards[i], 4);
      for (std::size_t hand = 0; hand < kNumHands; ++hand) {
        std::uint8_t* to = &levels[(i * kNumHands + hand) * kFlopLevels];
        const bool blocked = (hand_table().mask[hand] & dead) != 0;
        for (int c = 0; c < kFlopLevels; ++c) {
          const int level = kLevelStep * (c + 1) - 1;
          to[c] = blocked ? 255 : features[hand * kTurnFeatures + static_cast<std::size_t>(level)];
        }
      }
    }
  });
  return levels;
}

void flop_features(const std::vector<std::uint8_t>& levels, const std::array<Card, 5>& board,
                   std::uint8_t* out) {
  struct Turn {
    const std::uint8_t* levels;  // [hand in the canonical suits][level]
    const Hand* hands;
    std::uint64_t card;
  };
  std::array<Turn, kNumCards - 3> turns;
  const std::uint64_t dead = dead_cards(board, 3);
  std::size_t num_turns = 0;
  for (int card = 0; card < kNumCards; ++card) {
    if (dead >> card & 1) continue;
    const Card cards[4] = {board[0], board[1], board[2], static_cast<Card>(card)};
    const CanonicalId id = canonical_id(cards);
    turns[num_turns++] = {&levels[std::size_t{id.index} * kNumHands * kFlopLevels],
                          permuted_hands()[id.permutation].data(), card_bit(cards[3])};
  }
  const auto average = FELTPRINT_FOR_ISA(average_quarters);
  std::fill_n(out, std::size_t{kNumHands} * kFlopFeatures, std::uint8_t{0});
  std::uint8_t rows[kTurnsOfHand][kFlopLevels];
  for (std::size_t hand = 0; hand < kNumHands; ++hand) {
    const std::uint64_t mask = hand_table().mask[hand];
    if (mask & dead) continue;
    int row = 0;
    for (const Turn& turn : turns) {
      if (mask & turn.card) continue;
      std::memcpy(rows[row++], turn.levels + turn.hands[hand] * kFlopLevels, kFlopLevels);
    }
    average(rows, out + hand * kFlopFeatures);
  }
}

}  // namespace feltprint
