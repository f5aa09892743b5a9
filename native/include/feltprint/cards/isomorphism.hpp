// Boards up to suits: 1,755 flops, 16,432 turns, 134,459 rivers, with their multiplicities.
//
// A board is a set of cards. Its canonical form has its suits over c, d, h, s in falling order of
// (number of cards, rank mask). Canonical boards are numbered by shape (cards of each suit: a
// monotone board first, then by falling lengths of the suits), then in rising order of the rank
// masks, the longest suit first. So the number is arithmetic and needs no table of boards.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "feltprint/types.hpp"

namespace feltprint {

struct CanonicalBoards {
  int num_cards;                            // 3, 4 or 5
  std::vector<std::array<Card, 5>> boards;  // ascending cards; kNoCard beyond num_cards
  std::vector<std::uint32_t> weights;       // real boards per canonical board
};

// Built once, on first use; street is 1..3. Threads: safe.
const CanonicalBoards& canonical_boards(int street);

// The canonical board of any real board and the suit permutation that takes the real board to it.
struct CanonicalId {
  std::uint32_t index;       // into canonical_boards(street)
  std::uint8_t permutation;  // 0..23, index into suit_permutations()
};
CanonicalId canonical_id(std::span<const Card> board);

// [permutation][suit] -> suit, all 24 in lexicographic order (0 = identity).
const std::array<std::array<std::uint8_t, 4>, 24>& suit_permutations();

// [permutation][hand] -> hand with its suits permuted.
const std::array<std::array<Hand, kNumHands>, 24>& permuted_hands();

}  // namespace feltprint
