// The packed row: one decision of a real hand, as the acting seat sees it; and the answer to it.
//
// Both cross the Python boundary as numpy structured arrays without padding (adapters/rows.py);
// the byte layout is in docs/formats.md and does not change.
#pragma once

#include <cstdint>

#include "feltprint/types.hpp"

namespace feltprint {

inline constexpr int kMaxRowActions = 64;

enum class RowKind : std::uint8_t { Fold = 0, Call = 1, Raise = 2, None = 255 };

#pragma pack(push, 1)

// total_to: of a bet or raise the seat's total on the street; not read for a fold or a call.
struct RowAction {
  std::uint8_t seat;
  std::uint8_t kind;
  Chips total_to;
};

// stacks: before antes and blinds; entries of absent seats are not read. board: 255 = not dealt.
struct PackedRow {
  std::uint8_t num_players;
  std::uint8_t actor;
  Card hole[2];
  Card board[5];
  std::uint8_t num_actions;
  Chips stacks[kMaxPlayers];
  Chips blinds[kMaxPlayers];
  Chips antes[kMaxPlayers];
  RowAction actions[kMaxRowActions];
};

// chips: of a raise the street total, of a call what it adds, of a fold 0.
// prob: of the sampled abstract action. bucket: -1 where the tree has no row.
// pot_ratio: real pot over abstract pot, both in big blinds. distance: factor (>= 1) between the
// actor's real effective stack and that of the chosen class.
struct Answer {
  RowKind kind;
  Chips chips;
  float prob;
  std::uint8_t status;
  std::int16_t stack_class;
  NodeId node;
  std::int32_t bucket;
  float pot_ratio;
  std::uint8_t reason;
  float distance;
};

#pragma pack(pop)

static_assert(sizeof(RowAction) == 6 && sizeof(PackedRow) == 466 && sizeof(Answer) == 29);

// Ordered by gravity; from NoNode on there is no action.
enum class Status : std::uint8_t {
  Ok = 0,        // every action of the hand is an action of the tree
  OffTree = 1,   // some action was mapped to a neighbour
  Capped = 2,    // the real hand went beyond a cap or an all-in of the tree; still answered
  NoNode = 3,    // the tree has no such state
  Desync = 4,    // history, board and actor contradict one another
  BadInput = 5,  // not a possible hand
};

// Why a row has its status: the gravest event, the first of its kind.
enum class Reason : std::uint8_t {
  None = 0,
  MappedSize = 1,        // OffTree: a bet or raise size that the tree does not have
  FoldWithoutBet = 2,    // OffTree: a fold where the tree has no bet to fold to
  CallNotOffered = 3,    // OffTree: a limp that the tree does not have
  RaiseCap = 4,          // Capped: a raise where the tree has none, or only the all-in
  TreeEnded = 5,         // Capped: the tree has this seat, or everybody, all-in
  CheckDown = 6,         // NoNode: the tree ends in a check-down (too many players on the flop)
  NoClass = 7,           // NoNode: no stack class for this number of players
  NoMove = 8,            // NoNode: the tree offers neither the action nor a neighbour
  WrongActor = 9,        // Desync: another seat is to act
  WrongSeat = 10,        // Desync: an action of the history is by another seat than its turn
  WrongBoard = 11,       // Desync: the board has not the cards of the street
  HandOver = 12,         // Desync: nobody is to act
  BadSeats = 13,         // BadInput: number of players, actor or number of actions out of range
  BadCards = 14,         // BadInput: a card out of range or twice, a gap in the board
  BadChips = 15,         // BadInput: stacks, blinds or antes out of range
  BadAction = 16,        // BadInput: an action that the rules forbid
  BadUniform = 17,       // BadInput: not in [0, 1)
  TooManyReadings = 18,  // NoNode: the averaged mapping would branch without end
};

}  // namespace feltprint
