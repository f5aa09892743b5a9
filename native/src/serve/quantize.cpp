// Rows of an average strategy to codes (freeze.hpp), a group of eight at a time.
#include <cmath>
#include <limits>
#include <string>

#include "feltprint/error.hpp"
#include "feltprint/isa.hpp"
#include "feltprint/serve/freeze.hpp"

namespace feltprint {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Up to kLanes rows that share blocks of a table: [action][lane].
struct Group {
  const float* weights;
  const float* regrets;
  std::uint8_t* codes;
  std::uint8_t* mass;
  int num_actions;
  int num_rows;  // 1..kLanes; the lanes beyond are padding: their codes and mass become 0
};

#define FELTPRINT_KERNEL "serve/quantize_kernel.inc"
#include "isa_kernels.inc"

// Names the first row of a group, by its bucket, whose weights or regrets cannot be.
[[noreturn]] void reject_group(const Group& group, NodeId node, int first_bucket) {
  int lane = -1;
  const char* table = nullptr;
  while (table == nullptr) {
    ++lane;
    double total = 0;
    for (int a = 0; a < group.num_actions; ++a) {
      const double weight = group.weights[a * kLanes + lane];
      if (!(weight >= 0) || std::isinf(weight)) table = "weights";
      total += weight;
    }
    for (int a = 0; a < group.num_actions && table == nullptr && !(total > 0); ++a) {
      if (!std::isfinite(group.regrets[a * kLanes + lane])) table = "regrets";
    }
  }
  throw SolverError(std::string("expected finite ") + table + " and no negative average, found " +
                    "another value at node " + std::to_string(node) + ", bucket " +
                    std::to_string(first_bucket + lane) +
                    "; the state is damaged or the solve went wrong");
}

}  // namespace

void quantize_rows(const PublicTree& tree, std::span<const NodeId> nodes,
                   const FreezeOptions& options, QuantizedTables tables,
                   QuantizationReport& report) {
  const auto quantize = FELTPRINT_FOR_ISA(quantize_node);
  for (NodeId id : nodes) {
    const Node& node = tree.nodes[id];
    FELTPRINT_ASSERT(node.num_actions <= kMaxActions);
    const int num_buckets = tree.num_buckets[node.street];
    const Group first{tables.cum_strategy, tables.cum_regret, tables.prob,
                      tables.mass,         node.num_actions,  0};
    const int entries = node.num_actions * kLanes;
    const int wrong = quantize(first, num_buckets, options, report);
    if (wrong >= 0) {
      const Group group{first.weights + wrong * entries,
                        first.regrets + wrong * entries,
                        nullptr,
                        nullptr,
                        node.num_actions,
                        kLanes};
      reject_group(group, id, wrong * kLanes);
    }
    report.rows += static_cast<std::uint64_t>(num_buckets);
    report.entries += static_cast<std::uint64_t>(num_buckets) * node.num_actions;
    const int num_groups = tree.num_groups(node.street);
    tables.cum_strategy += num_groups * entries;
    tables.cum_regret += num_groups * entries;
    tables.prob += num_groups * entries;
    tables.mass += num_groups * kLanes;
  }
}

}  // namespace feltprint
