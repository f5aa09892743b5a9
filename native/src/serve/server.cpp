#include "feltprint/serve/server.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "feltprint/cards/card.hpp"
#include "feltprint/error.hpp"
#include "feltprint/serve/freeze.hpp"

namespace feltprint {

// What one row needs while it is answered; reused between the rows of a batch.
struct Server::State {
  BettingRules rules;
  std::optional<BettingState> real;
  std::optional<Translator> translator;
  bool has_row = false;
  Answer answer{};

  bool fail(Status status, Reason reason) {
    answer.status = static_cast<std::uint8_t>(status);
    answer.reason = static_cast<std::uint8_t>(reason);
    return status < Status::NoNode;
  }
};

namespace {

constexpr int kBoardCards[kNumStreets] = {0, 3, 4, 5};

int num_board_cards(const PackedRow& row) {
  int count = 0;
  while (count < 5 && row.board[count] != kNoCard) ++count;
  return count;
}

// Cards of the deck, none twice, no gap in the board; the hole cards may both be absent.
bool are_cards_valid(const PackedRow& row, int deck) {
  std::uint64_t seen = 0;
  const auto add = [&seen, deck](Card card) {
    if (card < first_card(deck) || card >= kNumCards || (seen & card_bit(card)) != 0) return false;
    seen |= card_bit(card);
    return true;
  };
  const bool hidden = row.hole[0] == kNoCard && row.hole[1] == kNoCard;
  if (!hidden && (!add(row.hole[0]) || !add(row.hole[1]))) return false;
  const int count = num_board_cards(row);
  for (int i = 0; i < 5; ++i) {
    if (i < count ? !add(row.board[i]) : row.board[i] != kNoCard) return false;
  }
  return count == 0 || count >= 3;
}

bool are_chips_valid(const PackedRow& row) {
  for (int seat = 0; seat < row.num_players; ++seat) {
    if (row.stacks[seat] < 1 || row.stacks[seat] > kMaxChips) return false;
    if (row.blinds[seat] < 0 || row.blinds[seat] > kMaxChips) return false;
    if (row.antes[seat] < 0 || row.antes[seat] > kMaxChips) return false;
  }
  return row.blinds[1] > 0;
}

// The real rules; the least bet is the big blind.
void fill_rules(const PackedRow& row, RuleProfile profile, BettingRules& rules) {
  rules.profile = profile;
  rules.stacks.clear();
  rules.blinds.clear();
  rules.antes.clear();
  for (int seat = 0; seat < row.num_players; ++seat) {
    rules.stacks.push_back(row.stacks[seat]);
    rules.blinds.push_back(row.blinds[seat]);
    rules.antes.push_back(row.antes[seat]);
  }
  rules.min_bet = row.blinds[1];
  rules.rake = {0, 0, true};
}

BettingRule violation(const BettingState& real, const RowAction& action) {
  switch (static_cast<RowKind>(action.kind)) {
    case RowKind::Fold:
      return real.fold_violation();
    case RowKind::Call:
      return real.call_violation();
    default:
      return real.raise_to_violation(action.total_to);
  }
}

void play(const RowAction& action, BettingState& real) {
  switch (static_cast<RowKind>(action.kind)) {
    case RowKind::Fold:
      return real.fold();
    case RowKind::Call:
      return real.call();
    default:
      return real.raise_to(action.total_to);
  }
}

// The most that a seat can lose to a live one. Chips is a callable of a seat.
template <typename Stacks>
Chips effective_stack(const Stacks& stacks, int num_players, std::uint32_t live, int actor) {
  Chips most = 0;
  for (int seat = 0; seat < num_players; ++seat) {
    if (seat != actor && (live >> seat & 1) != 0) most = std::max<Chips>(most, stacks[seat]);
  }
  return std::min<Chips>(stacks[actor], most);
}

// Factor >= 1 between two amounts in their big blinds.
double factor(Chips chips, Chips big_blind, Chips other, Chips other_big_blind) {
  const double a = static_cast<double>(chips) * other_big_blind;
  const double b = static_cast<double>(other) * big_blind;
  return a > b ? a / b : b / a;
}

RealAction to_real(const BettingState& real, ActionKind kind, double pot_frac) {
  if (kind == ActionKind::Fold && real.can_fold()) return {RowKind::Fold, 0};
  if (kind == ActionKind::AllIn && real.can_raise()) return {RowKind::Raise, real.max_raise_to()};
  if (kind == ActionKind::Raise && real.can_raise()) {
    return {RowKind::Raise, raise_to_chips(real, pot_frac)};
  }
  return {RowKind::Call, real.to_call()};
}

RealAction to_real(const BettingState& real, const TreeWalk& walk, int action) {
  const ActionKind kind = walk.child(action).action;
  return to_real(real, kind, kind == ActionKind::Raise ? walk.pot_frac(action) : 0);
}

// A leaf where seats have chips behind and cards to come: the tree was cut there.
bool is_check_down(const TreeWalk& walk, const BettingRules& rules) {
  const Node& node = walk.node();
  if (node.kind != NodeKind::Showdown || node.street >= kNumStreets - 1) return false;
  int behind = 0;
  for (int seat = 0; seat < rules.num_players(); ++seat) {
    const bool live = (node.live_mask >> seat & 1) != 0;
    behind += live && walk.committed(seat) < rules.stacks[seat] ? 1 : 0;
  }
  return behind >= 2;
}

const std::uint8_t* codes_of(const PolicyView& policy, const Node& node, int bucket) {
  const std::uint64_t block = node.row + std::uint64_t(bucket / kLanes) * node.num_actions;
  return policy.prob + block * kLanes + bucket % kLanes;
}

void verify_policy(const PolicyView& policy, const PolicyView& first, const BucketMap& buckets) {
  if (policy.rules->profile != first.rules->profile ||
      policy.tree->num_players != first.tree->num_players ||
      policy.tree->deck != first.tree->deck) {
    throw ConfigError(
        "the policies of a bundle must share rule profile, number of players and deck");
  }
  for (int street = 0; street < kNumStreets; ++street) {
    if (policy.tree->size.decision_nodes[street] == 0) continue;
    const int expected = policy.tree->num_buckets[street];
    const int found = buckets.has_street(street) ? buckets.num_buckets(street) : 0;
    if (expected != found) {
      throw ConfigError("policy has " + std::to_string(expected) + " buckets on street " +
                        std::to_string(street) + ", the card abstraction has " +
                        std::to_string(found) + "; bundle the abstraction it was solved with");
    }
  }
}

}  // namespace

Server::Server(const BucketMap& buckets, std::vector<PolicyView> policies)
    : buckets_(buckets), policies_(std::move(policies)) {
  if (policies_.empty()) throw ConfigError("a bundle needs at least one policy; found none");
  for (const PolicyView& policy : policies_) verify_policy(policy, policies_.front(), buckets_);
}

int Server::choose_class(const PackedRow& row, float& distance) const {
  std::uint32_t live = (1u << row.num_players) - 1;
  for (int i = 0; i < row.num_actions; ++i) {
    const RowAction& action = row.actions[i];
    if (action.kind == static_cast<std::uint8_t>(RowKind::Fold)) live &= ~(1u << (action.seat & 7));
  }
  live |= 1u << row.actor;
  Chips stacks[kMaxPlayers];
  std::copy_n(row.stacks, kMaxPlayers, stacks);
  const Chips real = effective_stack(stacks, row.num_players, live, row.actor);
  int best = -1;
  double best_factor = 0;
  double best_product = 0;
  const auto product = [&](const BettingRules& rules) {
    double factors = 1;
    for (int seat = 0; seat < row.num_players; ++seat) {
      if ((live >> seat & 1) == 0) continue;
      factors *= factor(stacks[seat], row.blinds[1], rules.stacks[seat], rules.blinds[1]);
    }
    return factors;
  };
  for (int index = 0; index < static_cast<int>(policies_.size()); ++index) {
    const BettingRules& rules = *policies_[index].rules;
    if (rules.num_players() != row.num_players) continue;
    const Chips of_class = effective_stack(rules.stacks, row.num_players, live, row.actor);
    const double found = factor(real, row.blinds[1], of_class, rules.blinds[1]);
    if (best >= 0 && found > best_factor) continue;
    if (best >= 0 && found == best_factor) {
      // Rare: the product of the best is made only now.
      if (best_product == 0) best_product = product(*policies_[best].rules);
      const double its = product(rules);
      if (its >= best_product) continue;
      best_product = its;
    } else {
      best_product = 0;
    }
    best = index;
    best_factor = found;
  }
  distance = static_cast<float>(best_factor);
  return best;
}

bool Server::locate(const PackedRow& row, State& state) const {
  state.answer = {RowKind::None, 0, 0, 0, -1, kNoNode, -1, 0, 0, 0};
  state.has_row = false;
  if (row.num_players < 2 || row.num_players > kMaxPlayers || row.actor >= row.num_players ||
      row.num_actions > kMaxRowActions) {
    return state.fail(Status::BadInput, Reason::BadSeats);
  }
  if (!are_cards_valid(row, policies_.front().tree->deck))
    return state.fail(Status::BadInput, Reason::BadCards);
  if (!are_chips_valid(row)) return state.fail(Status::BadInput, Reason::BadChips);
  const int stack_class = choose_class(row, state.answer.distance);
  state.answer.stack_class = static_cast<std::int16_t>(stack_class);
  if (stack_class < 0) return state.fail(Status::NoNode, Reason::NoClass);
  const PolicyView& policy = policies_[stack_class];
  fill_rules(row, policy.rules->profile, state.rules);
  try {
    state.real.emplace(state.rules);
  } catch (const ConfigError&) {
    return state.fail(Status::BadInput, Reason::BadChips);
  }
  state.translator.emplace(*policy.tree, row);
  return replay(row, state) && settle_node(state);
}

bool Server::replay(const PackedRow& row, State& state) const {
  BettingState& real = *state.real;
  for (int i = 0; i < row.num_actions; ++i) {
    const RowAction action = row.actions[i];
    if (action.kind > static_cast<std::uint8_t>(RowKind::Raise)) {
      return state.fail(Status::BadInput, Reason::BadAction);
    }
    if (real.finished()) return state.fail(Status::Desync, Reason::HandOver);
    if (action.seat != real.actor()) return state.fail(Status::Desync, Reason::WrongSeat);
    if (violation(real, action) != BettingRule::None) {
      return state.fail(Status::BadInput, Reason::BadAction);
    }
    state.translator->apply(i, action, real);
    play(action, real);
  }
  if (real.finished()) return state.fail(Status::Desync, Reason::HandOver);
  if (real.actor() != row.actor) return state.fail(Status::Desync, Reason::WrongActor);
  if (num_board_cards(row) != kBoardCards[real.street()]) {
    return state.fail(Status::Desync, Reason::WrongBoard);
  }
  return true;
}

// The tree's side of a row that is in order: node, pot ratio, status.
bool Server::settle_node(State& state) const {
  Answer& answer = state.answer;
  Translator& translator = *state.translator;
  const PolicyView& policy = policies_[answer.stack_class];
  state.has_row = translator.reach(*state.real);
  const TreeWalk& walk = translator.walk();
  if (translator.status() >= Status::NoNode) {
    return state.fail(translator.status(), translator.reason());
  }
  if (!state.has_row && is_check_down(walk, *policy.rules)) {
    return state.fail(Status::NoNode, Reason::CheckDown);
  }
  answer.node = walk.id();
  answer.pot_ratio =
      static_cast<float>(static_cast<double>(state.real->pot()) * policy.rules->blinds[1] /
                         (static_cast<double>(walk.pot()) * state.rules.blinds[1]));
  if (!state.has_row && translator.status() < Status::Capped) {
    return state.fail(Status::Capped, Reason::TreeEnded);
  }
  return state.fail(translator.status(), translator.reason());
}

int Server::bucket_of(const PackedRow& row, const Node& node) const {
  if (node.street == 0) return preflop_class(row.hole[0], row.hole[1]);
  Card board[5];
  std::copy_n(row.board, 5, board);
  return buckets_.bucket({board, static_cast<std::size_t>(kBoardCards[node.street])},
                         hand_id(row.hole[0], row.hole[1]));
}

void Server::draw(const PackedRow& row, double uniform, State& state) const {
  Answer& answer = state.answer;
  const BettingState& real = *state.real;
  if (!state.has_row) {
    answer.kind = RowKind::Call;
    answer.chips = real.to_call();
    answer.prob = 1;
    return;
  }
  const TreeWalk& walk = state.translator->walk();
  const Node& node = walk.node();
  const int bucket = bucket_of(row, node);
  const std::uint8_t* codes = codes_of(policies_[answer.stack_class], node, bucket);
  int action = 0;
  int sum = codes[0];
  while (action + 1 < node.num_actions && sum <= uniform * kCodeSum) {
    sum += codes[++action * kLanes];
  }
  const RealAction real_action = to_real(real, walk, action);
  answer.bucket = bucket;
  answer.kind = real_action.kind;
  answer.chips = real_action.chips;
  answer.prob = static_cast<float>(codes[action * kLanes]) / kCodeSum;
}

void Server::act(std::span<const PackedRow> rows, const double* uniforms, Answer* answers) const {
  State state;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const PackedRow& row = rows[i];
    if (!locate(row, state)) {
      answers[i] = state.answer;
      continue;
    }
    if (!(uniforms[i] >= 0 && uniforms[i] < 1)) {
      state.fail(Status::BadInput, Reason::BadUniform);
    } else if (row.hole[0] == kNoCard) {
      state.fail(Status::BadInput, Reason::BadCards);
    } else {
      draw(row, uniforms[i], state);
    }
    answers[i] = state.answer;
  }
}

float Server::probability(const PackedRow& row, const RowAction& taken, State& state) const {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  const BettingState& real = *state.real;
  if (taken.kind > static_cast<std::uint8_t>(RowKind::Raise) ||
      violation(real, taken) != BettingRule::None) {
    return kNone;
  }
  if (!state.has_row) return static_cast<RowKind>(taken.kind) == RowKind::Call ? 1.0f : 0.0f;
  Translator& translator = *state.translator;
  const Node& node = translator.walk().node();
  translator.apply(row.num_actions, taken, real);
  const Node& child = translator.walk().node();
  if (&child == &node) return kNone;
  const auto action = static_cast<int>(translator.walk().id() - node.first_child);
  const std::uint8_t* codes =
      codes_of(policies_[state.answer.stack_class], node, bucket_of(row, node));
  return static_cast<float>(codes[action * kLanes]) / kCodeSum;
}

void Server::probabilities(std::span<const PackedRow> rows, const RowAction* taken,
                           float* out) const {
  State state;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out[i] = std::numeric_limits<float>::quiet_NaN();
    // The coin reads the taken action from the row, behind its history.
    PackedRow row = rows[i];
    if (row.num_actions >= kMaxRowActions || row.hole[0] == kNoCard) continue;
    row.actions[row.num_actions] = taken[i];
    if (locate(row, state)) out[i] = probability(row, taken[i], state);
  }
}

Reading Server::read(const PackedRow& row) const {
  State state;
  Reading reading{};
  const bool answered = locate(row, state);
  reading.answer = state.answer;
  reading.has_row = answered && state.has_row;
  if (!answered) return reading;
  if (!state.has_row) {
    reading.actions.push_back({RowKind::Call, state.real->to_call()});
    return reading;
  }
  const TreeWalk& walk = state.translator->walk();
  for (int a = 0; a < walk.node().num_actions; ++a) {
    reading.actions.push_back(to_real(*state.real, walk, a));
  }
  return reading;
}

void Server::strategy(const PackedRow& row, const Reading& reading, float* out) const {
  Card board[5];
  std::copy_n(row.board, 5, board);
  const std::size_t num_cards = static_cast<std::size_t>(num_board_cards(row));
  std::uint64_t dealt = card_bit(first_card(policies_.front().tree->deck)) - 1;  // not in the deck
  for (std::size_t i = 0; i < num_cards; ++i) dealt |= card_bit(board[i]);
  const HandTable& hands = hand_table();
  if (!reading.has_row) {
    for (int h = 0; h < kNumHands; ++h) out[h] = (hands.mask[h] & dealt) == 0 ? 1.0f : 0.0f;
    return;
  }
  const PolicyView& policy = policies_[reading.answer.stack_class];
  const Node& node = policy.tree->nodes[reading.answer.node];
  Bucket buckets[kNumHands];
  buckets_.buckets({board, num_cards}, buckets);
  for (int h = 0; h < kNumHands; ++h, out += node.num_actions) {
    if (buckets[h] == kNoBucket || (hands.mask[h] & dealt) != 0) {
      std::fill_n(out, node.num_actions, 0.0f);
      continue;
    }
    const std::uint8_t* codes = codes_of(policy, node, buckets[h]);
    for (int a = 0; a < node.num_actions; ++a) {
      out[a] = static_cast<float>(codes[a * kLanes]) / kCodeSum;
    }
  }
}

}  // namespace feltprint
