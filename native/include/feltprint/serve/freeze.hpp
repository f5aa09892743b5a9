// Freezing: an average strategy becomes one byte an entry, and one byte of mass a row.
//
// Probability code: 0..255, the codes of a row sum to exactly 255 by the largest remainder (ties to
// the lower action index), so each probability is wrong by less than 1/255.
// Mass code: 0 = never visited; else the exponent and the first mantissa bit of the row's mass as a
// float32, code = 2*(e + 40) + m + 1 clamped to 1..255, for mass in [2^e * (1 + m/2), next step):
// half-octave steps from 2^-40 to 2^87, made with integer operations alone.
// A row without mass takes its current strategy by regret matching, and the uniform one when no
// regret is positive. Lanes beyond the street's buckets are 0 throughout.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

inline constexpr int kCodeSum = 255;
inline constexpr int kLowestMassExponent = -40;

// levels: codes are multiples of 255 / levels (255 = all of them; 15 = four bits of information,
// for size). threshold: actions with a smaller share of the row are left out, unless none would
// stay. purify: the likeliest action alone (the first of equal ones).
struct FreezeOptions {
  int levels;  // a divisor of 255
  double threshold;
  bool purify;
};

// Decision nodes in the order of their table rows, with the first block and the first row group of
// each; the last entry of both is the total.
struct RowIndex {
  std::vector<NodeId> nodes;
  std::vector<std::uint64_t> first_block;
  std::vector<std::uint64_t> first_group;
};
RowIndex row_index(const PublicTree& tree);

// The same nodes, a piece at a time, without a list of them all: once over the tree for a street.
// The tree must outlive it.
class RowWalk {
 public:
  explicit RowWalk(const PublicTree& tree) : tree_(tree) {}

  // The next nodes, until they own num_blocks blocks; none at the end.
  std::vector<NodeId> next(std::uint64_t num_blocks);

  // The first block that is not of a node returned so far.
  std::uint64_t block() const { return block_; }

 private:
  struct Children {
    NodeId next;
    int count;
  };

  const PublicTree& tree_;
  int street_ = -1;
  std::uint64_t block_ = 0;
  std::vector<Children> unseen_;  // of the path to the last node
};

struct QuantizationReport {
  std::uint64_t rows = 0;     // infosets
  std::uint64_t visited = 0;  // of these, with mass
  std::uint64_t entries = 0;  // (infoset, action) pairs
  double error_sum = 0;       // of |code / 255 - probability| over the entries
  double error_max = 0;
};

// Mass code of a row's summed weight. Requires: finite, >= 0.
std::uint8_t mass_code(double mass);

// Where a run of decision nodes begins in the tables: at the first block, and in `mass` at the
// first row group, of its first node. Shape: [block, lane], mass [group, lane].
struct QuantizedTables {
  const float* cum_strategy;
  const float* cum_regret;
  std::uint8_t* prob;
  std::uint8_t* mass;
};

// Quantises the rows of some decision nodes that lie one after another in the tables.
// Throws SolverError for a weight that is negative or not finite, naming node and bucket.
// Threads: safe for disjoint outputs.
void quantize_rows(const PublicTree& tree, std::span<const NodeId> nodes,
                   const FreezeOptions& options, QuantizedTables tables,
                   QuantizationReport& report);

}  // namespace feltprint
