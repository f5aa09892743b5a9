// A finite game in extensive form: the list of its histories, each after its parent.
//
// Everything of the lab starts from this form: poker on the public trees of the rules layer, dice
// and card games of their own, games read from a file. Infosets are numbered by whoever builds the
// game; their order is the order of the solver's lanes (treeplex.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "feltprint/types.hpp"

namespace feltprint::lab {

inline constexpr std::uint32_t kNone = 0xFFFFFFFFu;
inline constexpr std::int8_t kChanceNode = -1;
inline constexpr std::int8_t kTerminalNode = -2;

struct ExtensiveGame {
  int num_players = 0;
  // [history]; history 0 is the root.
  std::vector<std::uint32_t> parent;   // kNone at the root
  std::vector<std::uint16_t> action;   // place among the parent's children; 0 at the root
  std::vector<double> chance;          // probability of the edge after a chance node, else 1
  std::vector<std::int8_t> player;     // who acts: 0..num_players-1, kChanceNode, kTerminalNode
  std::vector<std::uint32_t> infoset;  // of a decision, else kNone
  std::vector<double> payoff;          // [terminal * num_players + player], in order of histories
  // [infoset]
  std::vector<std::int8_t> infoset_player;
  std::vector<std::uint16_t> num_actions;
  std::vector<std::string> infoset_label;
  std::vector<std::string> action_label;  // [entry]: all actions of infoset 0, of infoset 1, ..

  std::size_t num_histories() const { return parent.size(); }
  std::size_t num_infosets() const { return infoset_player.size(); }

  // Appends a history and returns its id.
  std::uint32_t add(std::uint32_t parent_id, std::uint16_t place, double probability);
  void set_chance(std::uint32_t history) { player[history] = kChanceNode; }
  void set_decision(std::uint32_t history, Player actor, std::uint32_t infoset_id);
  // Terminals must be set in the order of their histories.
  void set_terminal(std::uint32_t history, const double* payoffs);
  std::uint32_t add_infoset(Player actor, std::string label, std::vector<std::string> actions);
};

// Entry of an infoset's first action in flat arrays of all (infoset, action) pairs; the last
// element is the number of entries. Shape: [infoset + 1].
std::vector<std::uint32_t> entry_offsets(const ExtensiveGame& game);

// Children of every history, in order of action: of history h at
// children[first[h]] .. children[first[h + 1] - 1].
struct ChildLists {
  std::vector<std::uint32_t> first;  // [history + 1]
  std::vector<std::uint32_t> children;
};
ChildLists child_lists(const ExtensiveGame& game);

// Own sequence of every player at every history: entry of its last own action, kNone before its
// first. Shape: [history * num_players + player].
std::vector<std::uint32_t> own_sequences(const ExtensiveGame& game);

// Throws ConfigError when the lists do not make a game of perfect recall: a child before its
// parent, a wrong number of actions at an infoset, chances that do not sum to 1, an infoset whose
// histories differ in what its player did before, a payoff that is not finite.
void check_game(const ExtensiveGame& game);

}  // namespace feltprint::lab
