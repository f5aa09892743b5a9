// How often a solve has met each decision node: boards on which a traverser acted there.
#pragma once

#include <cstdint>
#include <vector>

#include "feltprint/cfr/update_log.hpp"
#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

class NodeVisits {
 public:
  // Not enabled: nothing is counted and counts stays empty.
  NodeVisits(const PublicTree& tree, bool enabled);

  // Adds the nodes of a board's log. Counts saturate at 2^32 - 1.
  void add(const UpdateLog& log);

  PageTable<std::uint32_t> counts;  // [decision node, in the order of table rows]

 private:
  std::vector<std::uint32_t> rows_;  // ascending: the first block of each node
  std::vector<std::size_t> met_;     // by a log, as indices of rows_; scratch
};

}  // namespace feltprint
