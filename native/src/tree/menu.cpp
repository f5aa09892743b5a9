#include "feltprint/tree/menu.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "feltprint/error.hpp"

namespace feltprint {

namespace {

constexpr std::int64_t kMillion = 1'000'000;
constexpr double kMaxPotFrac = 1000.0;
constexpr double kRounding = 1e-3;  // of a millionth: what a double of six decimals can be off

std::string decimal(std::int64_t millionths) {
  std::string digits = std::to_string(millionths % kMillion);
  digits.insert(0, 6 - digits.size(), '0');
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  return std::to_string(millionths / kMillion) + "." + digits;
}

std::int64_t to_millionths(double value, double high, const std::string& what) {
  const double scaled = value * kMillion;
  const bool in_range = value > 0.0 && value <= high;  // false for NaN
  if (!in_range || std::fabs(scaled - std::nearbyint(scaled)) > kRounding) {
    throw ConfigError(what + " must be above 0 and at most " +
                      decimal(static_cast<std::int64_t>(high * kMillion)) +
                      " with at most six decimals, found " + std::to_string(value));
  }
  return static_cast<std::int64_t>(std::nearbyint(scaled));
}

int num_live(const BettingState& state) { return std::popcount(state.live_mask()); }

void add(ActionList& out, ActionKind kind, Chips to, const BettingState& state) {
  if (out.count == kMaxActions) {
    throw ConfigError("a node on street " + std::to_string(state.street()) + " has more than " +
                      std::to_string(kMaxActions) + " actions: remove sizes from its menu");
  }
  out.actions[out.count++] = MenuAction{kind, to};
}

void note(std::vector<MenuLine>* report, std::string requested, SizeOutcome outcome, Chips to,
          std::string reason) {
  if (report == nullptr) return;
  report->push_back(MenuLine{std::move(requested), outcome, to, std::move(reason)});
}

}  // namespace

Menu::Street Menu::read_street(const StreetMenu& menu, int street, const char* name) {
  const std::string where = std::string(name) + " of street " + std::to_string(street);
  if (menu.max_raises < 0 || menu.max_raises > kMaxRaiseCap) {
    throw ConfigError("max_raises of the " + where + " must be 0.." + std::to_string(kMaxRaiseCap) +
                      ", found " + std::to_string(menu.max_raises));
  }
  Street out{{}, menu.max_raises};
  for (const auto& sizes : menu.pot_fracs) {
    Level level;
    for (const double pot_frac : sizes) {
      level.millionths.push_back(to_millionths(pot_frac, kMaxPotFrac, "a size in the " + where));
      const std::size_t count = level.millionths.size();
      if (count > 1 && level.millionths[count - 1] <= level.millionths[count - 2]) {
        throw ConfigError("sizes in the " + where + " must ascend, found " +
                          decimal(level.millionths[count - 2]) + " before " +
                          decimal(level.millionths[count - 1]));
      }
    }
    out.levels.push_back(level);
  }
  if (out.levels.empty()) out.levels.emplace_back();
  return out;
}

Menu::Menu(const ActionMenu& menu)
    : kappa_bet_(to_millionths(menu.kappa_bet, 1.0, "kappa_bet")),
      kappa_all_in_(to_millionths(menu.kappa_all_in, kMaxPotFrac, "kappa_all_in")),
      all_in_(menu.all_in),
      open_call_(menu.open_call),
      postflop_max_players_(menu.postflop_max_players) {
  for (int street = 0; street < kNumStreets; ++street) {
    streets_[street] = read_street(menu.menus[street], street, "menu");
    multiway_streets_[street] = read_street(menu.multiway_menus[street], street, "multiway menu");
  }
  if (postflop_max_players_ < 1 || postflop_max_players_ > kMaxPlayers) {
    throw ConfigError("postflop_max_players must be 1.." + std::to_string(kMaxPlayers) +
                      ", found " + std::to_string(postflop_max_players_));
  }
}

bool Menu::offers_all_in(const BettingState& state) const {
  if (all_in_ == AllInRule::Always) return true;
  if (all_in_ == AllInRule::Never) return false;
  const std::int64_t raise_by = state.max_raise_to() - state.max_bet();
  const std::int64_t pot_after_call = static_cast<std::int64_t>(state.pot()) + state.to_call();
  return raise_by * kMillion <= kappa_all_in_ * pot_after_call;
}

void Menu::add_size(const BettingState& state, std::int64_t millionths, bool over_cap,
                    ActionList& out, std::vector<MenuLine>* report) const {
  const std::string requested = report == nullptr ? "" : decimal(millionths) + " pot";
  const std::int64_t pot_after_call = static_cast<std::int64_t>(state.pot()) + state.to_call();
  std::int64_t to = state.max_bet() + millionths * pot_after_call / kMillion;
  if (over_cap) {
    note(report, requested, SizeOutcome::OverTheCap, 0,
         std::to_string(state.num_raises()) + " raises made on this street");
    return;
  }
  const bool lifted = to < state.min_raise_to();
  if (lifted) to = state.min_raise_to();
  if (to >= state.max_raise_to()) {
    note(report, requested, SizeOutcome::LeftToAllIn, state.max_raise_to(),
         "at or above the stack");
    return;
  }
  const int seat = state.actor();
  const std::int64_t whole = static_cast<std::int64_t>(state.committed(seat)) + state.stack(seat);
  const std::int64_t commits = state.committed(seat) + to - state.bet(seat);
  if (commits * kMillion >= kappa_bet_ * whole) {
    note(report, requested, SizeOutcome::LeftToAllIn, state.max_raise_to(),
         "commits at least " + decimal(kappa_bet_) + " of the stack (kappa_bet)");
    return;
  }
  const Chips chips = static_cast<Chips>(to);
  if (out.count > 0 && out.actions[out.count - 1].kind == ActionKind::Raise &&
      out.actions[out.count - 1].to >= chips) {
    note(report, requested, SizeOutcome::Merged, out.actions[out.count - 1].to,
         "equals a smaller size");
    return;
  }
  add(out, ActionKind::Raise, chips, state);
  note(report, requested, lifted ? SizeOutcome::LiftedToMinimum : SizeOutcome::Kept, chips,
       lifted ? "below the minimum raise" : "");
}

void Menu::add_sizes(const BettingState& state, ActionList& out,
                     std::vector<MenuLine>* report) const {
  const Street& street =
      num_live(state) >= 3 ? multiway_streets_[state.street()] : streets_[state.street()];
  const int raises = state.num_raises();
  const int last = static_cast<int>(street.levels.size()) - 1;
  const Level& level = street.levels[raises < last ? raises : last];
  for (const std::int64_t millionths : level.millionths) {
    add_size(state, millionths, raises >= street.max_raises, out, report);
  }
}

void Menu::list(const BettingState& state, ActionList& out, std::vector<MenuLine>* report) const {
  out.count = 0;
  if (state.can_fold()) {
    add(out, ActionKind::Fold, 0, state);
    note(report, "fold", SizeOutcome::Kept, 0, "");
  } else {
    note(report, "fold", SizeOutcome::NotAllowed, 0, "faces no bet");
  }
  add(out, ActionKind::Call, 0, state);
  const int call = out.count - 1;
  const std::size_t call_line = report == nullptr ? 0 : report->size();
  const BettingRule rule = state.raise_violation();
  if (rule == BettingRule::None) {
    add_sizes(state, out, report);
    const bool offered = offers_all_in(state);
    if (offered) add(out, ActionKind::AllIn, state.max_raise_to(), state);
    note(report, "all-in", offered ? SizeOutcome::Kept : SizeOutcome::NotOffered,
         offered ? state.max_raise_to() : 0, offered ? "" : "the all-in rule of the menu");
  } else {
    note(report, "raise", SizeOutcome::NotAllowed, 0, describe(rule));
  }
  const bool limp = state.street() == 0 && state.num_raises() == 0 && state.can_fold();
  const bool drop_call = !open_call_ && limp && out.count > call + 1;
  if (drop_call) {
    for (int i = call + 1; i < out.count; ++i) out.actions[i - 1] = out.actions[i];
    --out.count;
  }
  note(report, "call", drop_call ? SizeOutcome::NotOffered : SizeOutcome::Kept, 0,
       drop_call ? "open_call is off" : "");
  if (report != nullptr) {
    std::rotate(report->begin() + call_line, report->end() - 1, report->end());
  }
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
