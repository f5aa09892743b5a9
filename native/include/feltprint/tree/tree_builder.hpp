// Builds, or only counts, the public tree of a hold'em game.
#pragma once

#include <array>

#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

// deck: number of cards, 20..52 in whole ranks; it is told to whoever deals (PublicTree::deck).
// Throws ConfigError for an impossible menu, rules or deck, before anything is allocated.
PublicTree build_tree(const BettingRules& rules, const ActionMenu& menu,
                      const std::array<int, kNumStreets>& num_buckets, int deck);

// Counts without storing; stops with ConfigError once the tables pass limit_bytes (0 = no limit).
TreeSize count_tree(const BettingRules& rules, const ActionMenu& menu,
                    const std::array<int, kNumStreets>& num_buckets, std::uint64_t limit_bytes);

}  // namespace feltprint
