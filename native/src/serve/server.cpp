#include "feltprint/serve/server.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "feltprint/cards/card.hpp"
#include "feltprint/error.hpp"
#include "feltprint/serve/row_check.hpp"
#include "serve/row_codes.hpp"

namespace feltprint {
namespace {

// Rows that are answered side by side, so that their reads from memory overlap.
constexpr std::size_t kRowsAbreast = 16;

// A row that waits for its bucket and then for its codes.
struct Draw {
  std::size_t row;
  BucketSlot slot;
  const std::uint8_t* codes;
  int bucket;
};

void draw_action(double uniform, const Draw& draw, HandReading& reading) {
  const int num_actions = reading.translator->walk().node().num_actions;
  int action = 0;
  int sum = draw.codes[0];
  while (action + 1 < num_actions && sum <= uniform * kCodeSum) {
    sum += draw.codes[++action * kLanes];
  }
  const RealAction real = real_action(reading, action);
  Answer& answer = reading.answer;
  answer.bucket = draw.bucket;
  answer.kind = real.kind;
  answer.chips = real.chips;
  answer.prob = to_probability(draw.codes[action * kLanes]);
}

// Codes of one bucket are kLanes apart: they may lie on two lines.
void prefetch_codes(const Draw& draw, const HandReading& reading) {
  const int num_actions = reading.translator->walk().node().num_actions;
  __builtin_prefetch(draw.codes);
  __builtin_prefetch(draw.codes + (num_actions - 1) * kLanes);
}

void draw_call(HandReading& reading) {
  reading.answer.kind = RowKind::Call;
  reading.answer.chips = reading.real->to_call();
  reading.answer.prob = 1;
}

void prefetch_row(const PackedRow& row) {
  const char* bytes = reinterpret_cast<const char*>(&row);
  __builtin_prefetch(bytes);
  __builtin_prefetch(bytes + 64);
  __builtin_prefetch(bytes + 128);
}

void verify_rules_agree(const BettingRules& rules, const BettingRules& first) {
  if (rules.profile == first.profile && rules.num_players() == first.num_players()) return;
  throw ConfigError("the policies of a bundle must share rule profile and number of players");
}

void verify_tree(const PublicTree& tree, const BucketMap& buckets, int deck) {
  if (tree.deck != deck) {
    throw ConfigError("the policies of a bundle must share the deck: expected " +
                      std::to_string(deck) + " cards, found " + std::to_string(tree.deck));
  }
  for (int street = 0; street < kNumStreets; ++street) {
    if (tree.size.decision_nodes[street] == 0) continue;
    const int expected = tree.num_buckets[street];
    const int found = buckets.has_street(street) ? buckets.num_buckets(street) : 0;
    if (expected != found) {
      throw ConfigError("policy has " + std::to_string(expected) + " buckets on street " +
                        std::to_string(street) + ", the card abstraction has " +
                        std::to_string(found) + "; bundle the abstraction it was solved with");
    }
  }
}

StackClass stack_class(const BettingRules& rules) {
  StackClass entry{rules.num_players(), rules.blinds[1], {}, rules.stacks[0]};
  std::copy(rules.stacks.begin(), rules.stacks.end(), entry.stacks);
  for (const Chips stack : rules.stacks) entry.equal = stack == entry.equal ? stack : 0;
  return entry;
}

}  // namespace

Server::Server(const BucketMap& buckets, std::vector<PolicyView> policies, int deck)
    : buckets_(buckets), policies_(std::move(policies)), deck_(deck) {
  if (policies_.empty()) throw ConfigError("a bundle needs at least one policy; found none");
  for (const PolicyView& policy : policies_) {
    verify_rules_agree(*policy.rules, *policies_.front().rules);
    if (policy.tree != nullptr) verify_tree(*policy.tree, buckets_, deck_);
    classes_.push_back(stack_class(*policy.rules));
  }
}

// The row before its first action, in the tree of its class.
bool Server::begin(const PackedRow& row, HandReading& reading) const {
  reading.answer = {RowKind::None, 0, 0, 0, -1, kNoNode, -1, 0, 0, 0};
  reading.has_row = false;
  const Reason reason = row_violation(row, deck_);
  if (reason != Reason::None) return reading.end(Status::BadInput, reason);
  const ClassChoice choice = choose_class(classes_, row);
  reading.answer.stack_class = static_cast<std::int16_t>(choice.index);
  reading.answer.distance = static_cast<float>(choice.distance);
  if (choice.index < 0) return reading.end(Status::NoNode, Reason::NoClass);
  const PolicyView& policy = policies_[choice.index];
  if (policy.tree == nullptr) throw ClassNotOpen(choice.index);
  reading.real = reading.first.of(row, policy.rules->profile);
  reading.translator.emplace(*policy.tree, row);
  return true;
}

bool Server::locate(const PackedRow& row, HandReading& reading) const {
  return begin(row, reading) && replay(row, reading) &&
         settle(row, *policies_[reading.answer.stack_class].rules, reading);
}

BucketSlot Server::bucket_slot(const PackedRow& row) const {
  Card board[5];
  std::copy_n(row.board, 5, board);
  return buckets_.slot({board, static_cast<std::size_t>(num_board_cards(row))},
                       hand_id(row.hole[0], row.hole[1]));
}

// A bundle is opened without a look at every entry of its maps: a damaged one is found here.
int Server::checked_bucket(Bucket bucket, int board_cards) const {
  const int street = board_cards == 0 ? 0 : board_cards - 2;
  if (bucket < buckets_.num_buckets(street)) return bucket;
  throw ArtifactError("the card abstraction gives bucket " + std::to_string(bucket) + " of " +
                      std::to_string(buckets_.num_buckets(street)) + " on street " +
                      std::to_string(street) + ": it is damaged; build the bundle again");
}

int Server::bucket_of(const PackedRow& row) const {
  return checked_bucket(bucket_slot(row).read(), num_board_cards(row));
}

const std::uint8_t* Server::codes(const HandReading& reading, int bucket) const {
  return codes_of(policies_[reading.answer.stack_class], reading.translator->walk().node(), bucket);
}

void Server::act(std::span<const PackedRow> rows, const double* uniforms, Mapping mapping,
                 Answer* answers) const {
  if (mapping == Mapping::Sampled) return act_sampled(rows, uniforms, answers);
  for (std::size_t i = 0; i < rows.size(); ++i) act_expected(rows[i], uniforms[i], answers[i]);
}

void Server::act_sampled(std::span<const PackedRow> rows, const double* uniforms,
                         Answer* answers) const {
  HandReading readings[kRowsAbreast];
  for (std::size_t first = 0; first < rows.size(); first += kRowsAbreast) {
    const std::size_t count = std::min(kRowsAbreast, rows.size() - first);
    act_abreast(rows.subspan(first), count, uniforms + first, readings);
    for (std::size_t i = 0; i < count; ++i) answers[first + i] = readings[i].answer;
  }
}

// Answers the first `count` rows in passes. Each asks for what the next one reads, row after row
// with nothing between, so that their ways to memory, address translation among them, overlap.
void Server::act_abreast(std::span<const PackedRow> rows, std::size_t count, const double* uniforms,
                         HandReading* readings) const {
  Draw draws[kRowsAbreast];
  std::size_t num_draws = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kRowsAbreast < rows.size()) prefetch_row(rows[i + kRowsAbreast]);
    if (is_to_be_drawn(rows[i], uniforms[i], readings[i])) draws[num_draws++].row = i;
  }
  const std::span<Draw> drawn(draws, num_draws);
  for (Draw& draw : drawn) draw.slot = bucket_slot(rows[draw.row]);
  for (const Draw& draw : drawn) draw.slot.prefetch();
  for (Draw& draw : drawn) {
    draw.bucket = checked_bucket(draw.slot.read(), num_board_cards(rows[draw.row]));
    draw.codes = codes(readings[draw.row], draw.bucket);
  }
  for (const Draw& draw : drawn) prefetch_codes(draw, readings[draw.row]);
  for (const Draw& draw : drawn) draw_action(uniforms[draw.row], draw, readings[draw.row]);
}

// Locates a row. False when its answer is complete: it has none, or the tree has ended.
bool Server::is_to_be_drawn(const PackedRow& row, double uniform, HandReading& reading) const {
  if (!locate(row, reading)) return false;
  const Reason reason = draw_violation(row, uniform);
  if (reason != Reason::None) return reading.end(Status::BadInput, reason);
  if (!reading.has_row) draw_call(reading);
  return reading.has_row;
}

float Server::probability(const PackedRow& row, const RowAction& taken,
                          HandReading& reading) const {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  const BettingState& real = *reading.real;
  if (taken.kind > static_cast<std::uint8_t>(RowKind::Raise) ||
      violation(real, taken) != BettingRule::None) {
    return kNone;
  }
  if (!reading.has_row) return static_cast<RowKind>(taken.kind) == RowKind::Call ? 1.0f : 0.0f;
  const std::uint8_t* row_codes = codes(reading, bucket_of(row));
  Translator& translator = *reading.translator;
  const Node& node = translator.walk().node();
  translator.apply(row.num_actions, taken, real);
  if (&translator.walk().node() == &node) return kNone;
  return to_probability(row_codes[(translator.walk().id() - node.first_child) * kLanes]);
}

void Server::probabilities(std::span<const PackedRow> rows, const RowAction* taken,
                           float* out) const {
  HandReading reading;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out[i] = std::numeric_limits<float>::quiet_NaN();
    // The coin reads the taken action from the row, behind its history.
    PackedRow row = rows[i];
    if (row.num_actions >= kMaxRowActions || row.hole[0] == kNoCard) continue;
    row.actions[row.num_actions] = taken[i];
    if (locate(row, reading)) out[i] = probability(row, taken[i], reading);
  }
}

}  // namespace feltprint
