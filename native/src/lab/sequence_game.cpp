#include "feltprint/lab/sequence_game.hpp"

#include "feltprint/error.hpp"

namespace feltprint::lab {

SequenceGame make_sequence_game(const ExtensiveGame& game) {
  check_game(game);
  for (std::size_t i = 0; i < game.num_infosets(); ++i) {
    if (game.num_actions[i] > kMaxLabActions) {
      throw ConfigError("infoset " + game.infoset_label[i] + ": expected at most " +
                        std::to_string(kMaxLabActions) + " actions, found " +
                        std::to_string(game.num_actions[i]));
    }
  }
  SequenceGame out{
      game.num_players,   entry_offsets(game).back(), game.infoset_player,   game.num_actions,
      game.infoset_label, game.action_label,          make_treeplexes(game), nullptr};
  out.payoffs = make_block_payoffs(game, out.treeplexes);
  return out;
}

void scatter_entries(const Treeplex& plex, const double* flat, double* sequences) {
  for (std::size_t entry = 0; entry < plex.sequence_of.size(); ++entry) {
    if (plex.sequence_of[entry] != kNone) sequences[plex.sequence_of[entry]] = flat[entry];
  }
}

void gather_entries(const Treeplex& plex, const double* sequences, double* flat) {
  for (std::size_t entry = 0; entry < plex.sequence_of.size(); ++entry) {
    if (plex.sequence_of[entry] != kNone) flat[entry] = sequences[plex.sequence_of[entry]];
  }
}

}  // namespace feltprint::lab
