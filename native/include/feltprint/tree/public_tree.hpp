// The public tree: betting nodes only, no cards. A street changes where a child's street is later
// than its parent's; a node's table rows are located by `row`.
//
// Order is deterministic: depth first, the children of a node contiguous (allocated together when
// the node is expanded), actions ordered fold, check/call, raises ascending, all-in last.
// Table rows are street-major: first all preflop decision nodes in depth-first order, then the
// flop's, turn's, river's. A node owns num_groups(street) * num_actions blocks of kLanes entries:
// layout [group][action][lane], bucket = group * kLanes + lane.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "feltprint/rules/game_spec.hpp"
#include "feltprint/rules/settlement.hpp"
#include "feltprint/types.hpp"

namespace feltprint {

enum class NodeKind : std::uint8_t { Decision = 0, Fold = 1, Showdown = 2 };

// Fold, Call (check or call) and Raise (bet or raise to total_chips); AllIn is a Raise or a bet of
// the whole stack.
enum class ActionKind : std::uint8_t { Fold = 0, Call = 1, Raise = 2, AllIn = 3, None = 7 };

// What a node keeps for no seat (a leaf's actor).
inline constexpr std::uint8_t kNoActor = 7;

// 16 bytes, decision or leaf. The parent is not kept: parents_of.
struct Node {
  NodeId first_child;  // Decision: id of the first of num_actions contiguous children; else 0
  std::uint32_t row;   // Decision: index of its first table block; else 0
  Chips total_chips;   // chips that the parent's actor has committed in the whole hand after
                       // the action that leads here (antes included); 0 at the root
  NodeKind kind;
  std::uint8_t num_actions;  // 0 at a leaf
  std::uint8_t live_mask;    // bit s: seat s has not folded
  std::uint8_t street : 2;   // 0..3; of a leaf: the street on which the betting ended
  std::uint8_t actor : 3;    // Decision: seat to act; kNoActor at a leaf
  ActionKind action : 3;     // what leads here; None at the root
};
static_assert(sizeof(Node) == 16);

// What a table costs, counted before anything is allocated.
struct TreeSize {
  std::uint64_t nodes;
  std::uint64_t terminals;
  std::uint64_t checkdown_terminals;
  std::array<std::uint64_t, kNumStreets> decision_nodes;
  std::uint64_t entries;         // (infoset, action) pairs: buckets * actions over the nodes
  std::uint64_t blocks;          // blocks of kLanes entries, padding included
  std::uint64_t preflop_blocks;  // of these, on street 0
};

// A block in memory: regret and average strategy, float32. On the first street a second one holds
// the two carries of compensated summation.
inline constexpr std::uint64_t kTableBytesPerBlock = 2 * kLanes * sizeof(float);

inline constexpr std::uint64_t table_bytes(const TreeSize& size) {
  return (size.blocks + size.preflop_blocks) * kTableBytesPerBlock;
}

// Chips posted before the first action and what the walk needs at leaves.
struct PublicTree {
  int num_players;
  int num_streets;                           // 4 in hold'em, 1 in Kuhn
  std::array<int, kNumStreets> num_buckets;  // per street
  SeatChips posted;                          // antes + blinds, per seat
  SeatChips antes;                           // of these, the antes
  SeatChips dead;                            // antes that settle() takes as dead money
  RakeRule rake;
  RuleProfile profile;
  int chip_parts;  // parts of a chip in which a pot is shared: 1 = whole chips, as at a table;
                   // more where a toy game's definition shares pots exactly
  int deck;  // cards of a hold'em deck, the highest ranks of 52 (types.hpp, first_card); 0: a toy
             // game's own cards
  TreeSize size;
  std::vector<Node> nodes;

  int num_groups(int street) const { return (num_buckets[street] + kLanes - 1) / kLanes; }
  const Node& root() const { return nodes.front(); }
};

// The parent of every node, kNoNode at the root. Shape: [node]. Cost: one pass.
std::vector<NodeId> parents_of(const PublicTree& tree);

}  // namespace feltprint
