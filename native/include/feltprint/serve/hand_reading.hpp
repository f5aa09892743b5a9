// One packed row played under the real rules, beside what a stack class's tree makes of it.
#pragma once

#include <optional>
#include <vector>

#include "feltprint/abstraction/bucket_map.hpp"
#include "feltprint/rules/betting_state.hpp"
#include "feltprint/serve/packed_row.hpp"
#include "feltprint/serve/translation.hpp"

namespace feltprint {

// An action of a node in real chips.
struct RealAction {
  RowKind kind;
  Chips chips;  // as in Answer
  bool operator==(const RealAction&) const = default;
};

// The hand before its first action. Rows answered one after another mostly start from equal chips:
// the start of the row before is kept for them.
class FirstState {
 public:
  // Requires: row_violation(row) is None. Valid until the next call.
  const BettingState& of(const PackedRow& row, RuleProfile profile);

 private:
  bool is_of(const PackedRow& row, RuleProfile profile) const;

  std::optional<BettingState> state_;
  SeatChips stacks_;
  SeatChips blinds_;
  SeatChips antes_;
  RuleProfile profile_;
};

// Where a row is while it is answered: the real hand, and one reading of it in a tree.
// answer: without kind, chips, prob and bucket until the action is drawn.
struct HandReading {
  FirstState first;
  std::optional<BettingState> real;
  std::optional<Translator> translator;
  Answer answer;
  bool has_row;  // false: the tree has ended, the one action is to check or call

  // Sets status and reason; false when the status is NoNode or above.
  bool end(Status status, Reason reason);
};

// One of several readings of a row and its probability under the mapping.
struct WeightedTranslator {
  Translator translator;
  double weight;
};

// More than a hand of any table branches into; the limit keeps hostile rows short.
inline constexpr int kMaxReadings = 1024;

// Plays the row to its end, each action read as one of the tree. Requires: answer is cleared,
// translator and real are at the start. False when the row is Desync or BadInput.
bool replay(const PackedRow& row, HandReading& reading);

// The same with every way to read the actions. `readings` begins with one at the start of the tree.
// False also when there would be more than kMaxReadings (NoNode).
bool replay_all(const PackedRow& row, HandReading& reading,
                std::vector<WeightedTranslator>& readings);

// The tree's side of a replayed row: node, pot ratio, status. Requires: translator is set.
bool settle(const PackedRow& row, const BettingRules& rules_of_class, HandReading& reading);

// The real action of the tree's `action` at the reading's node. Requires: has_row.
RealAction real_action(const HandReading& reading, int action);

// Whether an action is legal; for a kind out of range, an answer that is not None.
BettingRule violation(const BettingState& real, const RowAction& action);

}  // namespace feltprint
