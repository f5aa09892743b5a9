// Hand strength against one random hand, exact and in integers, for all canonical boards.
//
// On a river, x = 2*wins + ties of a hand against the 990 hands that its board leaves; hand
// strength HS = x / 1980. On a turn, S = sum of x^2 over the 46 rivers; on a flop, S = sum of
// x^2 over the 1,081 runouts: E[HS^2] = S / (46 or 1,081) / 1980^2, at most 2^32 - 1.
// Everything is exact, so nothing depends on order or threads. Source: Johanson et al. 2013.
#pragma once

#include <cstdint>
#include <vector>

#include "feltprint/cards/board_type.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

inline constexpr int kMaxStrength = 1980;  // 2 * 990: beats every hand

// x of every hand on every board type. Shape: plain is [rank multiset, kClassRowStride], flush is
// [flush type, rank class, variant] with stride kFlushRowStride; 0 where a hand is impossible.
struct RiverStrength {
  std::vector<std::uint16_t> plain;
  std::vector<std::uint16_t> flush;
};
RiverStrength river_strength(int num_threads);

// x of all hands of one board. Shape: out is [hand]; 65535 = the board blocks the hand.
void river_strength_of(const RiverStrength& strength, const Card board[5],
                       std::uint16_t out[kNumHands]);

// Which power of x a sum is over.
enum class Moment { First = 1, Second = 2 };

// Sum of x or x^2 over the 46 rivers of all canonical turns that leave the hand. Shape:
// [canonical turn, lane slot] (class_layout.hpp); 0 where the board blocks the hand. Memory: 96 MB.
std::vector<std::uint32_t> turn_sums(const RiverStrength& strength, Moment moment, int num_threads);

// The same over the 1,081 runouts of all canonical flops, from the sums of the turns. Shape:
// [canonical flop, lane slot].
std::vector<std::uint32_t> flop_sums(const std::vector<std::uint32_t>& turn_sums, int num_threads);

}  // namespace feltprint
