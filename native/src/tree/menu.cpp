#include "feltprint/tree/menu.hpp"

#include <algorithm>
#include <bit>

#include "feltprint/error.hpp"

namespace feltprint {

namespace {

constexpr double kMaxPotFrac = 1000.0;

void add(ActionList& out, ActionKind kind, Chips to, const BettingState& state) {
  if (out.count == kMaxActions) {
    throw ConfigError("a node on street " + std::to_string(state.street()) + " has more than " +
                      std::to_string(kMaxActions) + " actions: remove sizes from its menu");
  }
  out.actions[out.count++] = MenuAction{kind, to};
}

void note(std::vector<MenuLine>* report, const char* requested, SizeOutcome outcome, Chips to,
          const char* reason) {
  if (report != nullptr) report->push_back(MenuLine{requested, outcome, to, reason});
}

void verify_ascending(const std::vector<CheckedSize>& sizes, const std::string& where) {
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    if (sizes[i].kind == sizes[i - 1].kind && sizes[i].value <= sizes[i - 1].value) {
      throw ConfigError("sizes in the " + where + " must ascend, found " + describe(sizes[i]) +
                        " after " + describe(sizes[i - 1]));
    }
  }
}

bool offered(SizeOutcome outcome) {
  return outcome == SizeOutcome::Kept || outcome == SizeOutcome::LiftedToMinimum;
}

void verify_range(const std::string& what, int value, int low, int high) {
  if (value >= low && value <= high) return;
  throw ConfigError(what + " must be " + std::to_string(low) + ".." + std::to_string(high) +
                    ", found " + std::to_string(value));
}

std::int64_t pot_after_call(const BettingState& state) {
  return static_cast<std::int64_t>(state.pot()) + state.to_call();
}

}  // namespace

Menu::Streets Menu::read(const std::array<StreetMenu, kNumStreets>& menus,
                         const std::string& name) {
  Streets out;
  for (int street = 0; street < kNumStreets; ++street) {
    const std::string where = name + " of street " + std::to_string(street);
    out[street].max_raises = menus[street].max_raises;
    verify_range("max_raises of the " + where, menus[street].max_raises, 0, kMaxRaiseCap);
    for (const auto& sizes : menus[street].sizes) {
      verify_range("sizes on a level of the " + where, static_cast<int>(sizes.size()), 0,
                   kMaxActions);
      auto& level = out[street].levels.emplace_back();
      for (const BetSize& size : sizes) level.push_back(check_size(size, street, where));
      verify_ascending(level, where);
    }
    if (out[street].levels.empty()) out[street].levels.emplace_back();
  }
  return out;
}

Menu::Menu(const ActionMenu& menu)
    : streets_(read(menu.menus, "menu")),
      in_position_streets_(read(menu.in_position_menus, "in-position menu")),
      multiway_streets_(read(menu.multiway_menus, "multiway menu")),
      kappa_bet_(to_millionths(menu.kappa_bet, 1.0, "kappa_bet")),
      merge_threshold_(menu.merge_threshold == 0.0
                           ? 0
                           : to_millionths(menu.merge_threshold, 1.0, "merge_threshold")),
      kappa_all_in_(to_millionths(menu.kappa_all_in, kMaxPotFrac, "kappa_all_in")),
      all_in_(menu.all_in),
      open_call_(menu.open_call),
      postflop_max_players_(menu.postflop_max_players) {
  verify_range("postflop_max_players", postflop_max_players_, 1, kMaxPlayers);
}

const Menu::Street& Menu::street_of(const BettingState& state) const {
  if (std::popcount(state.live_mask()) >= 3) return multiway_streets_[state.street()];
  return state.in_position() ? in_position_streets_[state.street()] : streets_[state.street()];
}

bool Menu::offers_all_in(const BettingState& state) const {
  if (all_in_ == AllInRule::Always) return true;
  if (all_in_ == AllInRule::Never) return false;
  const std::int64_t raise_by = state.max_raise_to() - state.max_bet();
  return raise_by * kMillion <= kappa_all_in_ * pot_after_call(state);
}

Menu::Candidate Menu::judge(const BettingState& state, const CheckedSize& size,
                            bool over_cap) const {
  if (over_cap) return {SizeOutcome::OverTheCap, 0, "max_raises made on this street"};
  std::int64_t to = requested_total(state, size);
  if (to < 0) return {SizeOutcome::NotOffered, 0, "there is no bet to multiply"};
  const bool lifted = to < state.min_raise_to();
  if (lifted) to = state.min_raise_to();
  if (to >= state.max_raise_to()) {
    return {SizeOutcome::LeftToAllIn, state.max_raise_to(), "at or above the stack"};
  }
  const int seat = state.actor();
  const std::int64_t whole = static_cast<std::int64_t>(state.committed(seat)) + state.stack(seat);
  const std::int64_t commits = state.committed(seat) + to - state.bet(seat);
  if (commits * kMillion >= kappa_bet_ * whole) {
    return {SizeOutcome::LeftToAllIn, state.max_raise_to(), "commits kappa_bet of the stack"};
  }
  return {lifted ? SizeOutcome::LiftedToMinimum : SizeOutcome::Kept, static_cast<Chips>(to),
          lifted ? "below the minimum raise" : ""};
}

// Of equal totals the first request stays.
void Menu::merge_equal(Candidates& sizes, int count) {
  for (int i = 1; i < count; ++i) {
    for (int j = 0; j < i && offered(sizes[i].outcome); ++j) {
      if (!offered(sizes[j].outcome) || sizes[j].to != sizes[i].to) continue;
      sizes[i] = {SizeOutcome::Merged, sizes[j].to, "equals another size"};
    }
  }
}

// The index of the largest total below `limit` (0: of all), or -1.
int Menu::largest_below(const Candidates& sizes, int count, Chips limit) {
  int found = -1;
  for (int i = 0; i < count; ++i) {
    if (!offered(sizes[i].outcome) || (limit != 0 && sizes[i].to >= limit)) continue;
    if (found < 0 || sizes[i].to > sizes[found].to) found = i;
  }
  return found;
}

// From the largest down, the larger of two close totals stays.
void Menu::merge_close(const BettingState& state, bool all_in, Candidates& sizes, int count) const {
  const std::int64_t base = pot_after_call(state) - state.max_bet();  // base + total = pots * P
  Chips kept = all_in ? state.max_raise_to() : 0;
  for (int i = largest_below(sizes, count, kept); i >= 0; i = largest_below(sizes, count, kept)) {
    const std::int64_t least = (kMillion + merge_threshold_) * (base + sizes[i].to);
    if (kept != 0 && (base + kept) * kMillion < least) {
      sizes[i] = {SizeOutcome::Merged, kept, "within merge_threshold of a larger size"};
    } else {
      kept = sizes[i].to;
    }
  }
}

void Menu::add_sizes(const BettingState& state, bool all_in, ActionList& out,
                     std::vector<MenuLine>* report) const {
  const Street& street = street_of(state);
  const int raises = state.num_raises();
  const int last = static_cast<int>(street.levels.size()) - 1;
  const auto& level = street.levels[raises < last ? raises : last];
  const int count = static_cast<int>(level.size());
  Candidates sizes;
  for (int i = 0; i < count; ++i) {
    sizes[i] = judge(state, level[i], raises >= street.max_raises);
  }
  merge_equal(sizes, count);
  if (merge_threshold_ != 0) merge_close(state, all_in, sizes, count);
  const int first = out.count;
  for (int i = 0; i < count; ++i) {
    const Candidate& size = sizes[i];
    if (report != nullptr) {
      note(report, describe(level[i]).c_str(), size.outcome, size.to, size.reason);
    }
    if (offered(size.outcome)) add(out, ActionKind::Raise, size.to, state);
  }
  const auto ascending = [](const MenuAction& a, const MenuAction& b) { return a.to < b.to; };
  std::sort(out.actions.begin() + first, out.actions.begin() + out.count, ascending);
}

void Menu::add_raises(const BettingState& state, ActionList& out,
                      std::vector<MenuLine>* report) const {
  const BettingRule rule = state.raise_violation();
  if (rule != BettingRule::None) {
    note(report, "raise", SizeOutcome::NotAllowed, 0, describe(rule));
    return;
  }
  const bool all_in = offers_all_in(state);
  add_sizes(state, all_in, out, report);
  if (!all_in) {
    note(report, "all-in", SizeOutcome::NotOffered, 0, "the all-in rule of the menu");
    return;
  }
  add(out, ActionKind::AllIn, state.max_raise_to(), state);
  note(report, "all-in", SizeOutcome::Kept, state.max_raise_to(), "");
}

void Menu::list(const BettingState& state, ActionList& out, std::vector<MenuLine>* report) const {
  out.count = 0;
  const bool folds = state.can_fold();
  if (folds) add(out, ActionKind::Fold, 0, state);
  note(report, "fold", folds ? SizeOutcome::Kept : SizeOutcome::NotAllowed, 0,
       folds ? "" : "faces no bet");
  add(out, ActionKind::Call, 0, state);
  note(report, "call", SizeOutcome::Kept, 0, "");
  const int call = out.count - 1;
  add_raises(state, out, report);
  const bool limp = state.street() == 0 && state.num_raises() == 0 && folds;
  if (open_call_ || !limp || out.count == call + 1) return;
  for (int i = call + 1; i < out.count; ++i) out.actions[i - 1] = out.actions[i];
  --out.count;
  if (report != nullptr) (*report)[call] = {"call", SizeOutcome::NotOffered, 0, "open_call is off"};
}

void play(const MenuAction& action, BettingState& state) {
  switch (action.kind) {
    case ActionKind::Fold:
      state.fold();
      break;
    case ActionKind::Call:
      state.call();
      break;
    case ActionKind::Raise:
    case ActionKind::AllIn:
      state.raise_to(action.to);
      break;
    case ActionKind::None:
      break;
  }
}

}  // namespace feltprint
