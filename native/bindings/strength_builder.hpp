// Strengths of all streets for one build of an abstraction, shared by its bindings.
#pragma once

#include <vector>

#include "feltprint/abstraction/hand_strength.hpp"
#include "feltprint/abstraction/nested.hpp"

namespace feltprint {

// The values of a street are made when first asked for.
class StrengthBuilder {
 public:
  explicit StrengthBuilder(int num_threads)
      : num_threads_(num_threads), river_(river_strength(num_threads)) {}

  int num_threads() const { return num_threads_; }
  const RiverStrength& river() const { return river_; }

  // S of street 1 or 2. Shape: [canonical board, lane slot].
  const std::vector<std::uint32_t>& sums(int street) {
    if (turn_.empty()) turn_ = turn_sums(river_, Moment::Second, num_threads_);
    if (street == 1 && flop_.empty()) flop_ = flop_sums(turn_, num_threads_);
    return street == 1 ? flop_ : turn_;
  }

  // e1 and e2 of street 1 or 2, made anew: they are large.
  Potential potential(int street) const {
    if (street == 2) return turn_potential(river_, num_threads_);
    return flop_potential(turn_sums(river_, Moment::First, num_threads_), num_threads_);
  }

 private:
  int num_threads_;
  RiverStrength river_;
  std::vector<std::uint32_t> turn_;
  std::vector<std::uint32_t> flop_;
};

}  // namespace feltprint
