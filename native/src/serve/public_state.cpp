// The public states of a Server: where a row is under one mapping or both, what every hand does
// there, and the answers that average both readings.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "feltprint/cards/card.hpp"
#include "feltprint/serve/row_check.hpp"
#include "feltprint/serve/server.hpp"
#include "serve/row_codes.hpp"

namespace feltprint {
namespace {

// Copies a row of a matrix in steps of kCopied, over the beginning of the next rows, which are
// still to be written; the last rows exactly. Requires: kCopied entries to read behind `row`.
constexpr int kCopied = 4;
void copy_row(const float* row, int num_columns, int rows_left, float* out) {
  if (rows_left > kCopied) {
    for (int c = 0; c < num_columns; c += kCopied)
      std::memcpy(out + c, row + c, kCopied * sizeof(float));
  } else {
    std::copy_n(row, num_columns, out);
  }
}

int column_of(const RealAction& action, std::vector<RealAction>& actions) {
  const auto found = std::find(actions.begin(), actions.end(), action);
  const auto column = static_cast<int>(found - actions.begin());
  if (found == actions.end()) actions.push_back(action);
  return column;
}

bool has_bucket(const PublicReading& reading) {
  return std::any_of(reading.parts.begin(), reading.parts.end(),
                     [](const ReadingPart& part) { return part.has_row; });
}

}  // namespace

PublicReading Server::read(const PackedRow& row, Mapping mapping) const {
  if (mapping == Mapping::Expected) return read_all(row);
  HandReading reading;
  const bool answered = locate(row, reading);
  PublicReading all{reading.answer, {}, {}};
  if (answered) add_part(reading, 1, all);
  return all;
}

PublicReading Server::read_all(const PackedRow& row) const {
  HandReading reading;
  if (!begin(row, reading)) return {reading.answer, {}, {}};
  std::vector<WeightedTranslator> ways{{*reading.translator, 1.0}};
  if (!replay_all(row, reading, ways)) return {reading.answer, {}, {}};
  const BettingRules& rules = *policies_[reading.answer.stack_class].rules;
  const Answer start = reading.answer;
  PublicReading all{start, {}, {}};
  double answered = 0;
  double likeliest = 0;   // of the parts
  double unanswered = 0;  // likeliest of the others
  Answer gravest = start;
  for (const WeightedTranslator& way : ways) {
    reading.answer = start;
    reading.translator = way.translator;
    const bool has_answer = settle(row, rules, reading);
    if (!has_answer) {
      if (all.parts.empty() && way.weight > unanswered) {
        unanswered = way.weight;
        all.answer = reading.answer;
      }
      continue;
    }
    if (all.parts.empty() || way.weight > likeliest) {
      likeliest = way.weight;
      all.answer = reading.answer;
    }
    if (reading.answer.status > gravest.status) gravest = reading.answer;
    answered += way.weight;
    add_part(reading, way.weight, all);
  }
  if (all.parts.empty()) return all;
  for (ReadingPart& part : all.parts) part.weight = static_cast<float>(part.weight / answered);
  all.answer.status = gravest.status;
  all.answer.reason = gravest.reason;
  return all;
}

void Server::add_part(const HandReading& reading, double weight, PublicReading& all) const {
  ReadingPart part{reading.answer.node, reading.has_row, static_cast<float>(weight), {}};
  const int num_actions = reading.has_row ? reading.translator->walk().node().num_actions : 0;
  if (!reading.has_row) {
    part.columns.push_back(column_of({RowKind::Call, reading.real->to_call()}, all.actions));
  }
  for (int a = 0; a < num_actions; ++a) {
    part.columns.push_back(column_of(real_action(reading, a), all.actions));
  }
  all.parts.push_back(std::move(part));
}

void Server::act_expected(const PackedRow& row, double uniform, Answer& answer) const {
  const PublicReading all = read_all(row);
  answer = all.answer;
  if (all.parts.empty()) return;
  const Reason reason = draw_violation(row, uniform);
  if (reason != Reason::None) {
    answer.status = static_cast<std::uint8_t>(Status::BadInput);
    answer.reason = static_cast<std::uint8_t>(reason);
    return;
  }
  const int bucket = has_bucket(all) ? bucket_of(row) : -1;
  std::vector<float> prob(kCopied, 0.0f);
  add_bucket_row(all, bucket, prob);
  prob.resize(all.actions.size());
  for (const ReadingPart& part : all.parts) {
    if (part.node == answer.node && part.has_row) answer.bucket = bucket;
  }
  std::size_t column = 0;
  double sum = prob[0];
  while (column + 1 < prob.size() && sum <= uniform) sum += prob[++column];
  while (column > 0 && prob[column] == 0) --column;  // rounding, or a damaged table of zeros
  answer.kind = all.actions[column].kind;
  answer.chips = all.actions[column].chips;
  answer.prob = prob[column];
}

// The strategy of one bucket, averaged over the parts, [column], before the last kCopied entries.
void Server::add_bucket_row(const PublicReading& reading, int bucket,
                            std::vector<float>& rows) const {
  const PolicyView& policy = policies_[reading.answer.stack_class];
  const std::size_t first = rows.size() - kCopied;
  rows.resize(rows.size() + reading.actions.size(), 0.0f);
  for (const ReadingPart& part : reading.parts) {
    const Node& node = policy.tree->nodes[part.node];
    const std::uint8_t* codes = part.has_row ? codes_of(policy, node, bucket) : nullptr;
    for (std::size_t a = 0; a < part.columns.size(); ++a) {
      const float share = part.has_row ? to_probability(codes[a * kLanes]) : 1.0f;
      rows[first + part.columns[a]] += part.weight * share;
    }
  }
}

void Server::strategy(const PackedRow& row, const PublicReading& reading, float* out) const {
  if (reading.parts.empty()) return;
  Card board[5];
  std::copy_n(row.board, 5, board);
  const std::size_t num_cards = static_cast<std::size_t>(num_board_cards(row));
  std::uint64_t dealt = card_bit(first_card(deck_)) - 1;  // not in the deck
  for (std::size_t i = 0; i < num_cards; ++i) dealt |= card_bit(board[i]);
  Bucket buckets[kNumHands] = {};
  int num_buckets = 1;
  const bool has_rows = has_bucket(reading);
  if (has_rows) {
    buckets_.buckets({board, num_cards}, buckets);
    num_buckets = buckets_.num_buckets(num_cards == 0 ? 0 : static_cast<int>(num_cards) - 2);
  }
  // Hands share rows: each bucket's is made once. place: [bucket], where it is in rows; the first
  // row, all 0, is that of blocked hands.
  std::vector<int> place(static_cast<std::size_t>(num_buckets), 0);
  const int num_columns = static_cast<int>(reading.actions.size());
  std::vector<float> rows(static_cast<std::size_t>(num_columns + kCopied), 0.0f);
  const HandTable& hands = hand_table();
  for (int h = 0; h < kNumHands; ++h, out += num_columns) {
    int at = 0;
    if ((hands.mask[h] & dealt) == 0) {
      int& made = place[has_rows ? checked_bucket(buckets[h], static_cast<int>(num_cards)) : 0];
      if (made == 0) {
        made = static_cast<int>(rows.size()) - kCopied;
        add_bucket_row(reading, buckets[h], rows);
      }
      at = made;
    }
    copy_row(rows.data() + at, num_columns, kNumHands - h, out);
  }
}

}  // namespace feltprint
