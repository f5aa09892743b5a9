// All seven-card hands at once, from the class rows.
#pragma once

#include <cstdint>

namespace feltprint {

struct HandTotals {
  std::uint64_t hands;
  std::uint64_t sum_of_ranks;  // dense
};

// Totals over all 133,784,560 hands of seven cards. Every five cards are a board, and every hand
// is met once, on its five highest cards: the two others are any two below them.
HandTotals seven_card_totals();

}  // namespace feltprint
