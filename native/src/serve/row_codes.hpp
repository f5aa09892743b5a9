// The codes of one infoset in a frozen policy.
#pragma once

#include <cstdint>

#include "feltprint/serve/freeze.hpp"
#include "feltprint/serve/server.hpp"

namespace feltprint {

// Codes of a bucket's actions, kLanes apart. Requires: an open policy and a decision node.
inline const std::uint8_t* codes_of(const PolicyView& policy, const Node& node, int bucket) {
  const std::uint64_t block = node.row + std::uint64_t(bucket / kLanes) * node.num_actions;
  return policy.prob + block * kLanes + bucket % kLanes;
}

inline float to_probability(std::uint8_t code) { return static_cast<float>(code) / kCodeSum; }

}  // namespace feltprint
