#include "feltprint/solver/method.hpp"

#include <cmath>
#include <string>

#include "feltprint/error.hpp"

namespace feltprint {
namespace {

// base to the power halves / 2, by products and one square root: the same bits everywhere.
double half_power(double base, int halves) {
  if (halves < 0) return 1.0 / half_power(base, -halves);
  double result = halves % 2 != 0 ? std::sqrt(base) : 1.0;
  for (int i = 0; i < halves / 2; ++i) result *= base;
  return result;
}

int halves_of(double exponent) { return static_cast<int>(2.0 * exponent); }

float shrink(double period, double exponent) {
  const double power = half_power(period, halves_of(exponent));
  return static_cast<float>(power / (power + 1.0));
}

void require(const char* name, bool holds, const char* allowed, double found) {
  if (holds) return;
  throw ConfigError(std::string("solver: ") + name + " must be " + allowed + "; found " +
                    std::to_string(found));
}

void check_exponent(const char* name, double exponent, double low) {
  const bool is_half = std::floor(2.0 * exponent) == 2.0 * exponent;
  require(name, is_half && exponent >= low && exponent <= 10.0,
          low < 0.0 ? "a multiple of 0.5 in -10..10" : "a multiple of 0.5 in 0..10", exponent);
}

}  // namespace

IterationWeights weights_of(Weighting kind, std::uint64_t iteration) {
  const auto t = static_cast<float>(iteration);
  return {kind == Weighting::Linear ? t : 1.0f,
          kind == Weighting::Linear || kind == Weighting::LinearAverage ? t : 1.0f};
}

DiscountFactors discount_factors(const WeightingParams& params, std::uint64_t period) {
  const auto k = static_cast<double>(period);
  return {shrink(k, params.alpha), shrink(k, params.beta),
          static_cast<float>(half_power(k / (k + 1.0), halves_of(params.gamma)))};
}

void check(const TraversalParams& params) {
  require("min_reach", params.min_reach >= 0.0 && params.min_reach < 1.0, "in [0, 1)",
          params.min_reach);
}

void check(const WeightingParams& params) {
  check_exponent("alpha", params.alpha, 0.0);
  check_exponent("beta", params.beta, -10.0);
  check_exponent("gamma", params.gamma, 0.0);
  require("period", params.period >= 1, "at least 1 iteration", static_cast<double>(params.period));
}

void check(const PruningParams& params) {
  require("threshold", params.threshold >= 0.0, "at least 0", params.threshold);
  require("explore", params.explore >= 0.0 && params.explore <= 1.0, "in 0..1", params.explore);
}

void check(const AveragingParams& params) {
  require("probability", params.probability > 0.0 && params.probability <= 1.0, "in (0, 1]",
          params.probability);
  require("max_street", params.max_street >= 0 && params.max_street <= 3, "in 0..3",
          params.max_street);
}

}  // namespace feltprint
