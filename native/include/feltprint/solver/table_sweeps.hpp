// What is done to whole tables between batches: discounts and snapshots.
#pragma once

#include <cstdint>

#include "feltprint/cfr/infoset_table.hpp"
#include "feltprint/solver/method.hpp"
#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

// noise: a number of its own for each call.
void discount_tables(const PublicTree& tree, const DiscountFactors& factors, std::uint32_t noise,
                     int num_threads, InfosetTables& tables);

// Adds the current strategy of every row on a street after `max_street` that has been visited to
// the average, with weight 1.
void add_snapshot(const PublicTree& tree, int max_street, std::uint32_t noise, int num_threads,
                  InfosetTables& tables);

}  // namespace feltprint
