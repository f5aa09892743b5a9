// Many hands at once by bit arithmetic: no tables, sixteen hands to a vector.
//
// A hand is a rank mask in each of four planes, one a suit. The value of a hand orders hands as
// their dense ranks do, but is not dense: class << 29 | deciding ranks << 16 | kickers, the ranks
// as 13-bit masks. Straight flushes stand above the quads of aces in the last class.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "feltprint/types.hpp"

namespace feltprint {

// Shape: planes[suit] is [hand]. All point to the same number of hands of num_cards cards, 5..7.
using SuitPlanes = std::array<const std::uint16_t*, 4>;

// Planes of hands of num_cards different cards. Shape: cards is [hand, card], out[suit] is [hand].
void suit_planes(const Card* cards, std::size_t num_hands, int num_cards,
                 const std::array<std::uint16_t*, 4>& out);

// Values of hands. Shape: out is [hand]. Unchecked: see require_planes.
void evaluate_planes(const SuitPlanes& planes, std::size_t num_hands, int num_cards,
                     std::uint32_t* out);

// Throws: ConfigError naming the first hand that has a bit above the ranks or too few or many.
void require_planes(const SuitPlanes& planes, std::size_t num_hands, int num_cards);

// Dense ranks 1..7462 of values. Shape: values and out are [hand].
void dense_ranks(std::span<const std::uint32_t> values, std::uint16_t* out);

}  // namespace feltprint
