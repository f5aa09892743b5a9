// Answers packed rows from frozen policies: replay under the real rules, choice of the stack class,
// translation, bucket, sampling, and back to chips.
//
// Stack class: the one whose effective stack of the acting seat, in big blinds, is nearest to the
// real one by factor (nearest on a log scale); then the smallest product of the factors of all live
// seats' stacks; then the first. The effective stack is the most that the seat can lose to a seat
// that has not folded.
// Threads: stateless and const; any number of threads may ask at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "feltprint/abstraction/bucket_map.hpp"
#include "feltprint/serve/packed_row.hpp"
#include "feltprint/serve/translation.hpp"

namespace feltprint {

// A frozen policy of one stack class: a view. prob: [block, lane], as freeze.hpp makes it.
struct PolicyView {
  const PublicTree* tree;
  const std::uint8_t* prob;
  const BettingRules* rules;
};

// An action of a node in real chips.
struct RealAction {
  RowKind kind;
  Chips chips;  // as in Answer
};

// Where a public state is in the bundle, and what the seat to act can do there.
struct Reading {
  Answer answer;  // without kind, chips and prob; bucket -1
  bool has_row;   // false: the tree has ended, the one action is to check or call
  std::vector<RealAction> actions;
};

class Server {
 public:
  // Throws ConfigError without a policy or when the policies' profiles or seats differ.
  Server(const BucketMap& buckets, std::vector<PolicyView> policies);

  // Answers rows one by one. uniforms: [row], in [0, 1), for the draw of the action.
  // Cost: under a microsecond a row for a hand of usual length.
  void act(std::span<const PackedRow> rows, const double* uniforms, Answer* answers) const;

  // Probability that the policies give to the actions really taken: of the tree's action that each
  // is read as. NaN where there is no answer or the action is not legal.
  void probabilities(std::span<const PackedRow> rows, const RowAction* taken, float* out) const;

  // The public state of a row; its hole cards only take part in the mapping's coin and may be
  // absent (both 255).
  Reading read(const PackedRow& row) const;

  // Probabilities of every hand at a reading of status below NoNode: [hand, action]; 0 for hands
  // that the board blocks.
  void strategy(const PackedRow& row, const Reading& reading, float* out) const;

 private:
  struct State;
  // Fills state.answer; false when the status is NoNode or above.
  bool locate(const PackedRow& row, State& state) const;
  bool replay(const PackedRow& row, State& state) const;
  bool settle_node(State& state) const;
  int choose_class(const PackedRow& row, float& distance) const;
  int bucket_of(const PackedRow& row, const Node& node) const;
  float probability(const PackedRow& row, const RowAction& taken, State& state) const;
  void draw(const PackedRow& row, double uniform, State& state) const;

  BucketMap buckets_;
  std::vector<PolicyView> policies_;
};

}  // namespace feltprint
