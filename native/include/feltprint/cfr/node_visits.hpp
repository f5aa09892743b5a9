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

  // The nodes of a board's log, each once, as indices of counts. Threads: safe.
  void find(const UpdateLog& log, std::vector<std::size_t>& nodes) const {
    nodes.clear();
    if (!rows_.empty()) find_rows(log, nodes);
  }

  // Counts nodes that find gave. Counts saturate at 2^32 - 1.
  void add(const std::vector<std::size_t>& nodes);

  PageTable<std::uint32_t> counts;  // [decision node, in the order of table rows]

 private:
  void find_rows(const UpdateLog& log, std::vector<std::size_t>& nodes) const;

  std::vector<std::uint32_t> rows_;  // ascending: the first block of each node
};

}  // namespace feltprint
