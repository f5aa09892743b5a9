// A game as the full-width solver and the exact analysis see it: the decisions of every player and
// the payoff operator between them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "feltprint/lab/extensive_game.hpp"
#include "feltprint/lab/payoffs.hpp"
#include "feltprint/lab/treeplex.hpp"

namespace feltprint::lab {

// Immutable; may be used by many threads at once.
struct SequenceGame {
  int num_players;
  std::uint32_t num_entries;  // (infoset, action) pairs of all players
  // [infoset], and action_label [entry]
  std::vector<std::int8_t> infoset_player;
  std::vector<std::uint16_t> num_actions;
  std::vector<std::string> infoset_label;
  std::vector<std::string> action_label;
  std::vector<Treeplex> treeplexes;  // [player]
  std::unique_ptr<Payoffs> payoffs;
};

inline constexpr int kMaxLabActions = 64;  // at one infoset

// Throws ConfigError when the game is not one (check_game) or has more than kMaxLabActions actions
// somewhere.
SequenceGame make_sequence_game(const ExtensiveGame& game);

// Zeros before and behind: an array over a player's sequences.
class SequenceVector {
 public:
  explicit SequenceVector(std::uint32_t size) : storage_(size + 2 * kSlack, 0.0) {}
  double* data() { return storage_.data() + kSlack; }
  const double* data() const { return storage_.data() + kSlack; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(storage_.size() - 2 * kSlack); }

 private:
  std::vector<double> storage_;
};

// Flat arrays over all entries of the game to the player's layout and back.
void scatter_entries(const Treeplex& plex, const double* flat, double* sequences);
void gather_entries(const Treeplex& plex, const double* sequences, double* flat);

}  // namespace feltprint::lab
