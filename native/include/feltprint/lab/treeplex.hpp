// One player's decisions as the full-width solver stores them: structure of arrays, grouped.
//
// Infosets that have as many actions and stand as high above the player's last decision form a
// group: isomorphic parts of the tree fall together, and a pass over the tree is a pass over a few
// long arrays, children before parents. Inside a group the order is that of the infoset ids. An
// array over sequences (infoset, action) has the layout [group][action][slot]; a group is filled
// up to whole lanes with slots that no history reaches.
//
// A sequence slot: 0 is the empty sequence, 1 belongs to nobody (the parent of filling slots).
#pragma once

#include <cstdint>
#include <vector>

#include "feltprint/lab/extensive_game.hpp"

namespace feltprint::lab {

inline constexpr std::uint32_t kWidth = 4;  // doubles to a vector
inline constexpr std::uint32_t kEmptySequence = 0;
inline constexpr std::uint32_t kNobodysSequence = 1;
inline constexpr std::uint32_t kFirstSequence = kWidth;

struct InfosetGroup {
  std::uint32_t num_actions;
  std::uint32_t count;           // slots, a multiple of kWidth
  std::uint32_t first_slot;      // of all infoset slots
  std::uint32_t first_sequence;  // sequence of (slot i, action a) = first_sequence + a * count + i
};

// Where the parents of kWidth neighbouring slots lie. Filling slots fit in with all of them.
enum class Parents : std::uint8_t {
  Scattered = 0,
  Run = 1,   // consecutive sequences
  Root = 2,  // the empty sequence
};

struct Treeplex {
  std::vector<InfosetGroup> groups;  // children before parents
  std::uint32_t num_slots = 0;
  std::uint32_t num_sequences = kFirstSequence;
  std::vector<std::uint32_t> parent;       // [slot] -> sequence that leads to it
  std::vector<Parents> parents;            // [slot / kWidth]
  std::vector<double> root_reach;          // [slot]: 1 after the empty sequence, else 0
  std::vector<std::uint32_t> infoset;      // [slot] -> id, kNone where it only fills
  std::vector<std::uint32_t> sequence_of;  // [entry of the game] -> sequence; kNone: other player
};

// What is needed to lay out one player's infosets.
struct InfosetShape {
  std::uint32_t id;
  std::uint32_t num_actions;
  std::uint32_t first_entry;   // flat index of its first (infoset, action) pair
  std::uint32_t parent_entry;  // own entry that leads to it, kNone for none
};

// shapes: the player's infosets by rising id. num_entries: of the whole game.
Treeplex make_treeplex(const std::vector<InfosetShape>& shapes, std::uint32_t num_entries);

// The treeplex of every player of a checked game.
std::vector<Treeplex> make_treeplexes(const ExtensiveGame& game);

}  // namespace feltprint::lab
