// From a menu of sizes to the actions of a node, and why each size became what it became.
//
// Order: fold (only when facing a bet), check or call, raises ascending, all-in last. A requested
// total (rules/bet_size.hpp) goes through these, in this order:
//   max_raises made on the street    -> over the cap
//   below the minimum raise          -> lifted to it
//   at or above the stack            -> left to the all-in
//   commits >= kappa_bet of the stack (whole hand, chips behind included) -> left to the all-in
//   equal to another size            -> merged into it
//   x > y, both in pots after calling, (1 + x) / (1 + y) < 1 + merge_threshold -> y merged into x
//                                       (from the largest down, the all-in included)
// The all-in stays past the cap, as AllInRule says. The level of the menu is the number of raises
// made on the street (the blinds are none). An unraised preflop pot cannot be called when
// open_call is off, unless no raise is left.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "feltprint/rules/bet_size.hpp"
#include "feltprint/rules/betting_state.hpp"
#include "feltprint/rules/game_spec.hpp"
#include "feltprint/tree/public_tree.hpp"

namespace feltprint {

inline constexpr int kMaxRaiseCap = 64;  // largest max_raises of a street

struct MenuAction {
  ActionKind kind;
  Chips to;  // Raise and AllIn: total on the street; 0 otherwise
};

struct ActionList {
  std::array<MenuAction, kMaxActions> actions;
  int count;
};

enum class SizeOutcome : std::uint8_t {
  Kept,
  LiftedToMinimum,
  Merged,
  LeftToAllIn,
  OverTheCap,
  NotAllowed,  // the rules forbid a raise here
  NotOffered,  // the menu switches it off, or it means nothing here
};

// One line of a report: a requested size or a fixed action and what became of it.
struct MenuLine {
  std::string requested;  // "fold", "call", "0.75 pot", "all-in"
  SizeOutcome outcome;
  Chips to;  // the total on the street that it leads to; 0 where there is none
  std::string reason;
};

// A checked menu, ready for many nodes. Threads: const, safe.
class Menu {
 public:
  // Throws ConfigError for a menu that cannot be: sizes that are not finite, positive, at most
  // six decimals and ascending; caps or kappas out of range.
  explicit Menu(const ActionMenu& menu);

  // The actions at a state. report, if not null, gets one line for every size and action.
  // Requires: not state.finished(). Throws ConfigError above kMaxActions or without any action.
  void list(const BettingState& state, ActionList& out,
            std::vector<MenuLine>* report = nullptr) const;

  int postflop_max_players() const { return postflop_max_players_; }

 private:
  struct Street {
    std::vector<std::vector<CheckedSize>> levels;
    int max_raises;
  };
  using Streets = std::array<Street, kNumStreets>;
  struct Candidate {
    SizeOutcome outcome;
    Chips to;
    const char* reason;
  };
  using Candidates = std::array<Candidate, kMaxActions>;

  static Streets read(const std::array<StreetMenu, kNumStreets>& menus, const std::string& name);
  const Street& street_of(const BettingState& state) const;
  Candidate judge(const BettingState& state, const CheckedSize& size, bool over_cap) const;
  static void merge_equal(Candidates& sizes, int count);
  static int largest_below(const Candidates& sizes, int count, Chips limit);
  void merge_close(const BettingState& state, bool all_in, Candidates& sizes, int count) const;
  void add_sizes(const BettingState& state, bool all_in, ActionList& out,
                 std::vector<MenuLine>* report) const;
  void add_raises(const BettingState& state, ActionList& out, std::vector<MenuLine>* report) const;
  bool offers_all_in(const BettingState& state) const;

  Streets streets_;
  Streets in_position_streets_;
  Streets multiway_streets_;
  std::int64_t kappa_bet_;        // millionths
  std::int64_t merge_threshold_;  // millionths
  std::int64_t kappa_all_in_;     // millionths
  AllInRule all_in_;
  bool open_call_;
  int postflop_max_players_;
};

// Plays one menu action. Requires: it is in the list of this state.
void play(const MenuAction& action, BettingState& state);

}  // namespace feltprint
