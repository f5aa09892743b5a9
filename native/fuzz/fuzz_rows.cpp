// Any bytes as packed rows: every row gets a status, and what is answered is legal.
//
// An input is a list of rows, each a first byte and what it asks for: even, the row's bytes as they
// are, cut short or filled with zeros; odd, a hand that is played legally from the bytes that
// follow, so that deep places of the tree are reached, with a byte of it changed now and then.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "feltprint/rules/betting_state.hpp"
#include "feltprint/serve/row_check.hpp"
#include "feltprint/serve/server.hpp"
#include "feltprint/tree/tree_builder.hpp"

namespace feltprint {
namespace {

constexpr int kNumBuckets = 8;
constexpr int kMaxRows = 20;  // more than the server takes abreast
constexpr std::size_t kFlops = 1755;
constexpr std::size_t kTurns = 16'432;
constexpr std::size_t kRivers = 134'459;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

BettingRules three_seats(Chips stack) {
  return {RuleProfile::Strict, {stack, stack, stack}, {1, 2, 0}, {0, 0, 0}, 2, {0, 0, true}};
}

ActionMenu menu() {
  const std::vector<std::vector<BetSize>> sizes{
      {{SizeKind::PotFrac, 0.5}, {SizeKind::PotFrac, 1.0}}, {{SizeKind::PotFrac, 0.8}}};
  const StreetMenu street{sizes, 2};
  const std::array<StreetMenu, kNumStreets> menus{street, street, street, street};
  return {menus, menus, menus, 0.9, 0.0, AllInRule::Threshold, 1.5, true, 2};
}

// Two classes whose tables keep no promise: codes of any sum, and in one of them rows of zeros.
struct Served {
  BettingRules rules[2] = {three_seats(20), three_seats(60)};
  PublicTree trees[2] = {make_tree(rules[0]), make_tree(rules[1])};
  std::vector<std::uint8_t> tables[2] = {make_table(trees[0], true), make_table(trees[1], false)};
  std::unique_ptr<std::uint8_t, decltype(&std::free)> maps{
      static_cast<std::uint8_t*>(std::calloc(kFlops + kTurns + kRivers, kNumHands)), &std::free};
  Server server{make_map(), {view(0), view(1)}, kNumCards};

  static PublicTree make_tree(const BettingRules& rules) {
    return build_tree(rules, menu(), {kNumPreflopClasses, kNumBuckets, kNumBuckets, kNumBuckets},
                      kNumCards);
  }
  static std::vector<std::uint8_t> make_table(const PublicTree& tree, bool has_zeros) {
    std::vector<std::uint8_t> table(tree.size.blocks * kLanes);
    for (std::size_t i = 0; i < table.size(); ++i) {
      const bool is_zero = has_zeros && i % kLanes == 0;
      table[i] = is_zero ? 0 : static_cast<std::uint8_t>(i * 37);
    }
    return table;
  }
  BucketMap make_map() const {
    const std::uint8_t* flop = maps.get();
    const std::uint8_t* turn = flop + kFlops * kNumHands;
    const std::uint8_t* river = turn + kTurns * kNumHands;
    return BucketMap({StreetMap{nullptr, nullptr, 0}, StreetMap{flop, nullptr, kNumBuckets},
                      StreetMap{turn, nullptr, kNumBuckets},
                      StreetMap{river, nullptr, kNumBuckets}});
  }
  PolicyView view(int index) const { return {&rules[index], &trees[index], tables[index].data()}; }
};

// Bytes of the input, zeros behind its end.
class Reader {
 public:
  Reader(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
  bool empty() const { return left_ == 0; }
  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  void fill(void* out, std::size_t size) {
    const std::size_t count = std::min(size, left_);
    if (count > 0) std::memcpy(out, data_, count);
    data_ += count;
    left_ -= count;
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

void act_once(Reader& reader, BettingState& real, PackedRow& row) {
  const std::uint8_t choice = reader.byte();
  RowAction& action = row.actions[row.num_actions++];
  action = {static_cast<std::uint8_t>(real.actor()), static_cast<std::uint8_t>(RowKind::Call), 0};
  if (choice % 4 == 0 && real.can_fold()) {
    action.kind = static_cast<std::uint8_t>(RowKind::Fold);
    return real.fold();
  }
  if (choice % 4 != 1 || !real.can_raise()) return real.call();
  const Chips span = real.max_raise_to() - real.min_raise_to();
  const Chips above = static_cast<Chips>(std::int64_t{span} * (choice / 4) * (choice / 4) / 3969);
  action.kind = static_cast<std::uint8_t>(RowKind::Raise);
  action.total_to = real.min_raise_to() + above;
  real.raise_to(action.total_to);
}

PackedRow played_row(Reader& reader) {
  PackedRow row{};
  row.num_players = 3;
  for (int seat = 0; seat < 3; ++seat) row.stacks[seat] = 2 + reader.byte();
  row.blinds[0] = 1;
  row.blinds[1] = 2;
  row.antes[0] = row.antes[1] = row.antes[2] = reader.byte() % 3;
  BettingState real(hand_start(row, RuleProfile::Strict));
  int left = reader.byte() % (kMaxRowActions + 1);
  while (!real.finished() && left-- > 0) act_once(reader, real, row);
  row.actor = static_cast<std::uint8_t>(std::max(real.actor(), 0));
  const Card first = reader.byte() % 40;
  row.hole[0] = static_cast<Card>(first + 1);
  row.hole[1] = first;
  const int num_cards = kBoardCards[real.street()];
  for (int i = 0; i < 5; ++i) {
    row.board[i] = i < num_cards ? static_cast<Card>(first + 2 + 2 * i) : kNoCard;
  }
  const std::uint8_t change = reader.byte();
  if (change > 200) reinterpret_cast<std::uint8_t*>(&row)[reader.byte()] = reader.byte();
  return row;
}

void require_legal(const PackedRow& row, const Answer& answer) {
  BettingState real(hand_start(row, RuleProfile::Strict));
  for (int i = 0; i < row.num_actions; ++i) {
    const RowAction action = row.actions[i];
    if (action.kind == static_cast<std::uint8_t>(RowKind::Fold)) real.fold();
    if (action.kind == static_cast<std::uint8_t>(RowKind::Call)) real.call();
    if (action.kind == static_cast<std::uint8_t>(RowKind::Raise)) real.raise_to(action.total_to);
  }
  require(real.actor() == row.actor, "an answer is for the seat to act");
  if (answer.kind == RowKind::Fold) require(real.can_fold(), "a fold is legal");
  if (answer.kind == RowKind::Call) require(answer.chips == real.to_call(), "a call's chips");
  if (answer.kind == RowKind::Raise) require(real.can_raise_to(answer.chips), "a raise is legal");
}

void check(const PackedRow& row, const Answer& answer) {
  require(answer.status <= static_cast<std::uint8_t>(Status::BadInput), "a known status");
  const bool answered = answer.status < static_cast<std::uint8_t>(Status::NoNode);
  require(answered == (answer.kind != RowKind::None), "an action below no_node, none above");
  if (answered) require_legal(row, answer);
}

void ask(const Server& server, const std::vector<PackedRow>& rows, double uniform) {
  const std::vector<double> uniforms(rows.size(), uniform);
  std::vector<Answer> answers(rows.size());
  for (const Mapping mapping : {Mapping::Sampled, Mapping::Expected}) {
    server.act(rows, uniforms.data(), mapping, answers.data());
    for (std::size_t i = 0; i < rows.size(); ++i) check(rows[i], answers[i]);
  }
  std::vector<float> given(rows.size());
  std::vector<RowAction> taken;
  for (const PackedRow& row : rows) taken.push_back(row.actions[0]);
  server.probabilities(rows, taken.data(), given.data());
  for (const Mapping mapping : {Mapping::Sampled, Mapping::Expected}) {
    const PublicReading reading = server.read(rows[0], mapping);
    std::vector<float> matrix(kNumHands * reading.actions.size());
    server.strategy(rows[0], reading, matrix.data());
  }
}

}  // namespace
}  // namespace feltprint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace feltprint;
  static const Served served;
  Reader reader(data, size);
  const double uniform = reader.byte() / 256.0;
  std::vector<PackedRow> rows;
  while (!reader.empty() && rows.size() < kMaxRows) {
    if (reader.byte() % 2 == 1) {
      rows.push_back(played_row(reader));
    } else {
      rows.emplace_back();
      reader.fill(&rows.back(), sizeof(PackedRow));
    }
  }
  if (!rows.empty()) ask(served.server, rows, uniform);
  return 0;
}
