#include "feltprint/serve/freeze.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "feltprint/error.hpp"

namespace feltprint {
namespace {

constexpr int kMaxActions = 256;
constexpr int kLowestExponent = -40;

// One infoset's weights and codes, strided by lanes.
struct Lane {
  const float* weights;
  const float* regrets;
  std::uint8_t* codes;
  int num_actions;
};

[[noreturn]] void reject_weight(NodeId node, int bucket, const char* table) {
  throw SolverError(std::string("expected finite ") + table + " and no negative average, found " +
                    "another value at node " + std::to_string(node) + ", bucket " +
                    std::to_string(bucket) + "; the state is damaged or the solve went wrong");
}

// Drops what the options leave out and returns the new total. Requires: total > 0.
double leave_out(double* weights, int num_actions, double total, const FreezeOptions& options) {
  int best = 0;
  for (int a = 1; a < num_actions; ++a) {
    if (weights[a] > weights[best]) best = a;
  }
  double kept = 0;
  for (int a = 0; a < num_actions; ++a) {
    const bool keep = a == best || (!options.purify && weights[a] >= options.threshold * total);
    if (!keep) weights[a] = 0;
    kept += weights[a];
  }
  return kept;
}

// Shares to codes that sum to kCodeSum, in steps of kCodeSum / levels. Requires: total > 0.
void largest_remainder(const Lane& lane, const double* weights, double total, int levels) {
  double remainders[kMaxActions];
  int codes[kMaxActions];
  int left = levels;
  for (int a = 0; a < lane.num_actions; ++a) {
    const double share = weights[a] * levels / total;
    codes[a] = static_cast<int>(share);
    remainders[a] = share - codes[a];
    left -= codes[a];
  }
  for (; left > 0; --left) {
    int best = 0;
    for (int a = 1; a < lane.num_actions; ++a) {
      if (remainders[a] > remainders[best]) best = a;
    }
    ++codes[best];
    remainders[best] = -1;
  }
  const int step = kCodeSum / levels;
  for (int a = 0; a < lane.num_actions; ++a) {
    lane.codes[a * kLanes] = static_cast<std::uint8_t>(codes[a] * step);
  }
}

void add_errors(const Lane& lane, const double* weights, double total, QuantizationReport& report) {
  for (int a = 0; a < lane.num_actions; ++a) {
    const double error =
        std::fabs(lane.codes[a * kLanes] - weights[a] * kCodeSum / total) / kCodeSum;
    report.error_sum += error;
    if (error > report.error_max) report.error_max = error;
  }
}

// Quantises one infoset and returns its mass code.
std::uint8_t quantize_lane(const Lane& lane, NodeId node, int bucket, const FreezeOptions& options,
                           QuantizationReport& report) {
  double weights[kMaxActions];
  double total = 0;
  for (int a = 0; a < lane.num_actions; ++a) {
    weights[a] = lane.weights[a * kLanes];
    if (!(weights[a] >= 0) || std::isinf(weights[a])) reject_weight(node, bucket, "weights");
    total += weights[a];
  }
  ++report.rows;
  report.entries += static_cast<std::uint64_t>(lane.num_actions);
  const std::uint8_t mass = mass_code(total);
  if (total > 0) {
    ++report.visited;
  } else {
    for (int a = 0; a < lane.num_actions; ++a) {
      const double regret = lane.regrets[a * kLanes];
      if (!std::isfinite(regret)) reject_weight(node, bucket, "regrets");
      weights[a] = regret > 0 ? regret : 0;
      total += weights[a];
    }
    if (!(total > 0)) {
      for (int a = 0; a < lane.num_actions; ++a) weights[a] = 1;
      total = lane.num_actions;
    }
  }
  if (options.purify || options.threshold > 0) {
    double kept_weights[kMaxActions];
    std::copy_n(weights, lane.num_actions, kept_weights);
    const double kept = leave_out(kept_weights, lane.num_actions, total, options);
    largest_remainder(lane, kept_weights, kept, options.levels);
  } else {
    largest_remainder(lane, weights, total, options.levels);
  }
  add_errors(lane, weights, total, report);
  return mass;
}

}  // namespace

std::uint8_t mass_code(double mass) {
  if (!(mass > 0)) return 0;
  // Rounded towards zero, so that a code is a lower bound of its mass.
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(mass) >> 51;  // exponent, first bit
  const int exponent = static_cast<int>(bits >> 1) - 1023;
  const int code = 2 * (exponent - kLowestExponent) + static_cast<int>(bits & 1) + 1;
  return static_cast<std::uint8_t>(code < 1 ? 1 : code > 255 ? 255 : code);
}

RowIndex row_index(const PublicTree& tree) {
  RowIndex index;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    if (tree.nodes[id].kind == NodeKind::Decision) index.nodes.push_back(id);
  }
  std::sort(index.nodes.begin(), index.nodes.end(),
            [&tree](NodeId a, NodeId b) { return tree.nodes[a].row < tree.nodes[b].row; });
  std::uint64_t block = 0;
  std::uint64_t group = 0;
  for (NodeId id : index.nodes) {
    const Node& node = tree.nodes[id];
    FELTPRINT_ASSERT(node.row == block);
    index.first_block.push_back(block);
    index.first_group.push_back(group);
    block += static_cast<std::uint64_t>(tree.num_groups(node.street)) * node.num_actions;
    group += static_cast<std::uint64_t>(tree.num_groups(node.street));
  }
  index.first_block.push_back(block);
  index.first_group.push_back(group);
  return index;
}

void quantize_rows(const PublicTree& tree, std::span<const NodeId> nodes,
                   const FreezeOptions& options, QuantizedTables tables,
                   QuantizationReport& report) {
  for (NodeId id : nodes) {
    const Node& node = tree.nodes[id];
    const int num_buckets = tree.num_buckets[node.street];
    const int num_groups = tree.num_groups(node.street);
    for (int bucket = 0; bucket < num_groups * kLanes; ++bucket) {
      const int at = bucket / kLanes * node.num_actions * kLanes + bucket % kLanes;
      std::uint8_t* codes = tables.prob + at;
      if (bucket < num_buckets) {
        const Lane lane{tables.cum_strategy + at, tables.cum_regret + at, codes, node.num_actions};
        tables.mass[bucket] = quantize_lane(lane, id, bucket, options, report);
      } else {
        tables.mass[bucket] = 0;
        for (int a = 0; a < node.num_actions; ++a) codes[a * kLanes] = 0;
      }
    }
    const int entries = num_groups * node.num_actions * kLanes;
    tables.cum_strategy += entries;
    tables.cum_regret += entries;
    tables.prob += entries;
    tables.mass += num_groups * kLanes;
  }
}

}  // namespace feltprint
