#include <array>
#include <span>

#include "cards/parallel_ranges.hpp"
#include "feltprint/abstraction/hand_strength.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

// All bits set in the lanes where the first, the second or both cards are in a suit.
struct LaneMasks {
  alignas(64) std::array<std::uint32_t, kClassLanes> first;
  alignas(64) std::array<std::uint32_t, kClassLanes> second;
  alignas(64) std::array<std::uint32_t, kClassLanes> both;
};

namespace baseline {
#include "square_sums_kernel.inc"
}  // namespace baseline

#if FELTPRINT_DISPATCH
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2")
namespace avx2 {
#include "square_sums_kernel.inc"
}  // namespace avx2
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,avx512f,avx512bw,avx512vl,avx512dq,prefer-vector-width=512")
namespace avx512 {
#include "square_sums_kernel.inc"
}  // namespace avx512
#pragma GCC pop_options
#endif

struct Kernels {
  decltype(&baseline::add_plain_blocks) add_plain_blocks;
  decltype(&baseline::add_flush_blocks) add_flush_blocks;
  decltype(&baseline::add_shuffled) add_shuffled;
};

Kernels active_kernels() {
#if FELTPRINT_DISPATCH
  if (active_isa() == Isa::Avx512) {
    return {avx512::add_plain_blocks, avx512::add_flush_blocks, avx512::add_shuffled};
  }
  if (active_isa() == Isa::Avx2) {
    return {avx2::add_plain_blocks, avx2::add_flush_blocks, avx2::add_shuffled};
  }
#endif
  return {baseline::add_plain_blocks, baseline::add_flush_blocks, baseline::add_shuffled};
}

const LaneMasks& lane_masks(int suit) {
  static const std::array<LaneMasks, 4> table = [] {
    std::array<LaneMasks, 4> t{};
    for (int f = 0; f < 4; ++f) {
      for (int lane = 0; lane < kClassLanes; ++lane) {
        t[f].first[lane] = lane >> 2 == f ? ~0u : 0;
        t[f].second[lane] = (lane & 3) == f ? ~0u : 0;
        t[f].both[lane] = t[f].first[lane] & t[f].second[lane];
      }
    }
    return t;
  }();
  return table[suit];
}

// Calls visit(slot) for the lanes of the hands that hold a card, both lanes of a pair.
template <class Visit>
void for_each_slot(Card card, const Visit& visit) {
  const int rank = rank_of(card);
  const int suit = suit_of(card);
  for (int other = 0; other < kNumRanks; ++other) {
    const int k = other < rank ? rank_class(other, rank) : rank_class(rank, other);
    for (int i = 0; i < 4; ++i) {
      if (other >= rank) visit(k * kClassLanes + 4 * suit + i);
      if (other <= rank) visit(k * kClassLanes + 4 * i + suit);
    }
  }
}

// Adds one river board; the lanes that hold the river card stay as they were.
void add_river(const RiverStrength& strength, const Kernels& kernels, const BoardType& type,
               Card river, std::uint32_t* sum) {
  std::array<std::uint32_t, 64> kept;
  std::size_t next = 0;
  for_each_slot(river, [&](int slot) { kept[next++] = sum[slot]; });
  const std::size_t index = type.index;
  if (type.flush_suit < 0) {
    kernels.add_plain_blocks(&strength.plain[index * kClassRowStride], sum);
  } else {
    kernels.add_flush_blocks(&strength.flush[index * kFlushRowStride], lane_masks(type.flush_suit),
                             sum);
  }
  next = 0;
  for_each_slot(river, [&](int slot) { sum[slot] = kept[next++]; });
}

void turn_sum(const RiverStrength& strength, const std::array<Card, 5>& turn,
              const Kernels& kernels, std::uint32_t* sum) {
  std::uint64_t dead = 0;
  for (int i = 0; i < 4; ++i) dead |= card_bit(turn[i]);
  for (int river = 0; river < kNumCards; ++river) {
    if (dead >> river & 1) continue;
    const Card cards[5] = {turn[0], turn[1], turn[2], turn[3], static_cast<Card>(river)};
    add_river(strength, kernels, board_type(sorted_board(cards)), cards[4], sum);
  }
  for (int i = 0; i < 4; ++i) {
    for_each_slot(turn[i], [&](int slot) { sum[slot] = 0; });
  }
}

void flop_sum(const std::vector<std::uint32_t>& turn_sums, const std::array<Card, 5>& flop,
              const Kernels& kernels, std::uint32_t* sum) {
  std::uint64_t dead = 0;
  for (int i = 0; i < 3; ++i) dead |= card_bit(flop[i]);
  std::array<std::uint64_t, kNumLaneSlots> twice{};  // every runout in both orders
  for (int turn = 0; turn < kNumCards; ++turn) {
    if (dead >> turn & 1) continue;
    const Card cards[4] = {flop[0], flop[1], flop[2], static_cast<Card>(turn)};
    const CanonicalId id = canonical_id(cards);
    const auto& to = suit_permutations()[id.permutation];
    std::array<std::uint8_t, kClassLanes> shuffle;
    for (int lane = 0; lane < kClassLanes; ++lane) {
      shuffle[lane] = static_cast<std::uint8_t>(4 * to[lane >> 2] + to[lane & 3]);
    }
    kernels.add_shuffled(&turn_sums[std::size_t{id.index} * kNumLaneSlots], shuffle, twice.data());
  }
  for (int i = 0; i < kNumLaneSlots; ++i) sum[i] = static_cast<std::uint32_t>(twice[i] / 2);
}

}  // namespace

std::vector<std::uint32_t> turn_square_sums(const RiverStrength& strength, int num_threads) {
  const CanonicalBoards& turns = canonical_boards(2);
  std::vector<std::uint32_t> sums(turns.boards.size() * kNumLaneSlots, 0);
  const Kernels kernels = active_kernels();
  parallel_ranges(turns.boards.size(), num_threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      turn_sum(strength, turns.boards[i], kernels, &sums[i * kNumLaneSlots]);
    }
  });
  return sums;
}

std::vector<std::uint32_t> flop_square_sums(const std::vector<std::uint32_t>& turn_sums,
                                            int num_threads) {
  const CanonicalBoards& flops = canonical_boards(1);
  std::vector<std::uint32_t> sums(flops.boards.size() * kNumLaneSlots, 0);
  const Kernels kernels = active_kernels();
  parallel_ranges(flops.boards.size(), num_threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      flop_sum(turn_sums, flops.boards[i], kernels, &sums[i * kNumLaneSlots]);
    }
  });
  return sums;
}

}  // namespace feltprint
