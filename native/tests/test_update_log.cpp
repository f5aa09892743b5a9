// What the log of a board promises to those who write it. Its sums as such are tested by the
// solves.
#include <algorithm>
#include <random>
#include <vector>

#include "check.hpp"
#include "feltprint/cfr/update_log.hpp"

namespace feltprint::tests {
namespace {

// Written in whole steps, as the walks do: under the address sanitizer this shows that the last
// step always has room, at every size at which the buffer grows.
void rows_written_in_steps_are_kept() {
  constexpr int kRows = 40'000;
  constexpr int kStep = GrowingBuffer<float>::kStep;
  std::mt19937 random(3);
  RowUpdates log;
  std::vector<float> expected;
  for (int round = 0; round < 2; ++round) {
    log.clear();
    expected.clear();
    for (std::uint32_t row = 0; row < kRows; ++row) {
      const auto num_actions = static_cast<std::uint8_t>(1 + random() % kMaxActions);
      float* increments = log.add({row, static_cast<std::uint16_t>(row % kLanes), num_actions});
      for (int first = 0; first < num_actions; first += kStep) {
        std::fill_n(increments + first, kStep, static_cast<float>(row));
      }
      expected.insert(expected.end(), num_actions, static_cast<float>(row));
    }
    check_equal(log.updates().size(), std::size_t{kRows}, "rows");
    check_equal(log.updates().back().row, kRows - 1u, "last row");
    check(std::equal(expected.begin(), expected.end(), log.increments()), "increments");
  }
}

// A node's sums start at zero in a log that was used before.
void sums_of_a_node_start_at_zero() {
  UpdateLog log;
  const RowBlocks node{5, 2, 3};
  for (int round = 0; round < 2; ++round) {
    log.clear();
    float* sums = log.regrets_of(node);
    for (std::size_t i = 0; i < node.num_entries(); ++i) {
      check_equal(sums[i], 0.0f, "sum of a node that was not met");
      sums[i] = 1.0f;
    }
    check_equal(log.regrets_of(node)[0], 1.0f, "sum of a node that was met");
  }
}

const Register kRows("rows written in steps are kept", rows_written_in_steps_are_kept);
const Register kSums("sums of a node start at zero", sums_of_a_node_start_at_zero);

}  // namespace
}  // namespace feltprint::tests
