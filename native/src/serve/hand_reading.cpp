#include "feltprint/serve/hand_reading.hpp"

#include <cstring>

#include "feltprint/serve/row_check.hpp"

namespace feltprint {
namespace {

void play(const RowAction& action, BettingState& real) {
  switch (static_cast<RowKind>(action.kind)) {
    case RowKind::Fold:
      return real.fold_verified();
    case RowKind::Call:
      return real.call_verified();
    default:
      return real.raise_to_verified(action.total_to);
  }
}

// Plays the row; translate(index, action, real) sees each action before it is played and may end
// the row by returning false.
template <typename Translate>
bool replay_row(const PackedRow& row, HandReading& reading, const Translate& translate) {
  BettingState& real = *reading.real;
  for (int i = 0; i < row.num_actions; ++i) {
    const RowAction action = row.actions[i];
    if (action.kind > static_cast<std::uint8_t>(RowKind::Raise)) {
      return reading.end(Status::BadInput, Reason::BadAction);
    }
    if (real.finished()) return reading.end(Status::Desync, Reason::HandOver);
    if (action.seat != real.actor()) return reading.end(Status::Desync, Reason::WrongSeat);
    if (violation(real, action) != BettingRule::None) {
      return reading.end(Status::BadInput, Reason::BadAction);
    }
    if (!translate(i, action, real)) return false;
    play(action, real);
  }
  if (real.finished()) return reading.end(Status::Desync, Reason::HandOver);
  if (real.actor() != row.actor) return reading.end(Status::Desync, Reason::WrongActor);
  if (num_board_cards(row) != kBoardCards[real.street()]) {
    return reading.end(Status::Desync, Reason::WrongBoard);
  }
  return true;
}

void read_both_ways(const RowAction& action, const BettingState& real,
                    std::vector<WeightedTranslator>& readings) {
  const std::size_t count = readings.size();
  for (std::size_t i = 0; i < count; ++i) {
    Translator& translator = readings[i].translator;
    if (!translator.reach(real)) {
      translator.note(Status::Capped, Reason::TreeEnded);
      continue;
    }
    const MappedAction mapped = translator.map(action, real);
    if (mapped.second >= 0) {
      WeightedTranslator other = readings[i];
      other.translator.take(mapped.second);
      other.weight *= 1 - mapped.to_first;
      readings[i].weight *= mapped.to_first;
      readings[i].translator.take(mapped.first);
      readings.push_back(other);
    } else {
      translator.take(mapped.first);
    }
  }
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

}  // namespace

bool FirstState::is_of(const PackedRow& row, RuleProfile profile) const {
  return state_ && state_->num_players() == row.num_players && profile_ == profile &&
         std::memcmp(stacks_.data(), row.stacks, sizeof(row.stacks)) == 0 &&
         std::memcmp(blinds_.data(), row.blinds, sizeof(row.blinds)) == 0 &&
         std::memcmp(antes_.data(), row.antes, sizeof(row.antes)) == 0;
}

const BettingState& FirstState::of(const PackedRow& row, RuleProfile profile) {
  if (!is_of(row, profile)) {
    const HandStart start = hand_start(row, profile);
    state_.emplace(start);
    stacks_ = start.stacks;
    blinds_ = start.blinds;
    antes_ = start.antes;
    profile_ = profile;
  }
  return *state_;
}

bool HandReading::end(Status status, Reason reason) {
  answer.status = static_cast<std::uint8_t>(status);
  answer.reason = static_cast<std::uint8_t>(reason);
  return status < Status::NoNode;
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

bool replay(const PackedRow& row, HandReading& reading) {
  Translator& translator = *reading.translator;
  return replay_row(row, reading,
                    [&](int index, const RowAction& action, const BettingState& real) {
                      translator.apply(index, action, real);
                      return true;
                    });
}

bool replay_all(const PackedRow& row, HandReading& reading,
                std::vector<WeightedTranslator>& readings) {
  return replay_row(row, reading, [&](int, const RowAction& action, const BettingState& real) {
    read_both_ways(action, real, readings);
    return readings.size() <= kMaxReadings || reading.end(Status::NoNode, Reason::TooManyReadings);
  });
}

bool settle(const PackedRow& row, const BettingRules& rules_of_class, HandReading& reading) {
  Translator& translator = *reading.translator;
  Answer& answer = reading.answer;
  reading.has_row = translator.reach(*reading.real);
  const TreeWalk& walk = translator.walk();
  if (translator.status() >= Status::NoNode) {
    return reading.end(translator.status(), translator.reason());
  }
  if (!reading.has_row && is_check_down(walk, rules_of_class)) {
    return reading.end(Status::NoNode, Reason::CheckDown);
  }
  answer.node = walk.id();
  answer.pot_ratio =
      static_cast<float>(static_cast<double>(reading.real->pot()) * rules_of_class.blinds[1] /
                         (static_cast<double>(walk.pot()) * row.blinds[1]));
  if (!reading.has_row && translator.status() < Status::Capped) {
    return reading.end(Status::Capped, Reason::TreeEnded);
  }
  return reading.end(translator.status(), translator.reason());
}

RealAction real_action(const HandReading& reading, int action) {
  const BettingState& real = *reading.real;
  const TreeWalk& walk = reading.translator->walk();
  const ActionKind kind = walk.child(action).action;
  if (kind == ActionKind::Fold && real.can_fold()) return {RowKind::Fold, 0};
  if (kind == ActionKind::AllIn && real.can_raise()) return {RowKind::Raise, real.max_raise_to()};
  if (kind == ActionKind::Raise && real.can_raise()) {
    return {RowKind::Raise, raise_to_chips(real, walk.pot_frac(action))};
  }
  return {RowKind::Call, real.to_call()};
}

}  // namespace feltprint
