// How a solve weighs its iterations, what it leaves out and what it averages.
//
// The default is linear weights, no pruning, and simple averaging on every street. No choice
// depends on how far a solve is meant to run.
// Source: Brown, Sandholm 2019, "Solving imperfect-information games via discounted regret
// minimization" (weights); Brown, Kroer, Sandholm 2017, "Dynamic thresholding and pruning for
// regret minimization", and Brown, Sandholm 2019, "Superhuman AI for multiplayer poker",
// supplement (pruning with its exceptions, snapshots of the later streets, sampled averages);
// Lanctot, Waugh, Zinkevich, Bowling 2009 (external and chance sampling); Tammelin 2014 (regrets
// floored at 0).
#pragma once

#include <cstdint>

namespace feltprint {

// Whose hands a walk carries, and what it samples beside the deal. Vector: all hands of the
// traverser, one action at opponents' nodes. External: the traverser's dealt hand, one action at
// opponents' nodes. Chance: the dealt hand, every action everywhere, so that the deal alone is
// sampled.
enum class Traversal : std::uint8_t { Vector, External, Chance };

struct TraversalParams {
  Traversal kind;
  double min_reach;  // chance: branches that the opponents reach with at most this are left out
};

// Weights of an iteration t (from 1) on regrets / on the average: t / t; 1 / t; 1 / 1; 1 / 1 with
// all sums discounted at the end of every period.
enum class Weighting : std::uint8_t { Linear, LinearAverage, Vanilla, Discounted };

// Discounting at the end of period k = 1, 2, ..: regrets above 0 times k^alpha / (k^alpha + 1),
// those below times k^beta / (k^beta + 1), averages times (k / (k + 1))^gamma.
struct WeightingParams {
  Weighting kind;
  double alpha;  // all three: multiples of a half
  double beta;
  double gamma;
  std::uint64_t period;   // iterations
  std::uint64_t periods;  // after so many periods nothing is discounted any more
  bool rm_plus;           // regrets below 0 become 0 at the end of every batch
};

// An action of the traverser is not walked on a deal where the regret of every bucket that the
// board allows is below the threshold, and each of them has another action to play. Always walked:
// actions on the last street, actions that end the hand, and everything on a share of the deals.
struct PruningParams {
  double threshold;     // chips x iterations; 0 = no pruning
  std::uint64_t after;  // iterations before the first pruning
  double explore;       // share of the deals that are walked in full
};

// Simple: at every opponent's node on a walk. The others have walks of their own, and the average
// of the theory for any number of players. OwnReach: all hands of a seat with their reach, while
// opponents act by a distribution that never changes. Sampled and Weighted: the seat's dealt hand,
// and every action of the opponents; own actions are sampled, or all walked with their reach.
enum class Averaging : std::uint8_t { Simple, OwnReach, Sampled, Weighted, Off };

struct AveragingParams {
  Averaging kind;
  double probability;            // share of the deals with a walk of its own
  int max_street;                // the last street that is averaged so, 0..3
  std::uint64_t snapshot_every;  // iterations between snapshots of the later streets; 0 = none
  std::uint64_t snapshot_after;  // iterations before the first one
};

struct IterationWeights {
  float regret;
  float strategy;
};
IterationWeights weights_of(Weighting kind, std::uint64_t iteration);

struct DiscountFactors {
  float positive_regret;
  float negative_regret;
  float strategy;
};
DiscountFactors discount_factors(const WeightingParams& params, std::uint64_t period);

// Multiples of `every` that lie in (from, to].
inline std::uint64_t marks_between(std::uint64_t from, std::uint64_t to, std::uint64_t every) {
  return to / every - from / every;
}

// Throw ConfigError naming the parameter that is out of range.
void check(const TraversalParams& params);
void check(const WeightingParams& params);
void check(const PruningParams& params);
void check(const AveragingParams& params);

}  // namespace feltprint
