// Ids, ranges and limits that every layer shares.
//
// A card is 4*rank + suit, 0..51: rank 0 = deuce .. 12 = ace, suits in the order c d h s.
// A hand is an unordered pair of hole cards, 0..1325, in lexicographic order of (lower card,
// higher card): (0,1), (0,2), .. (0,51), (1,2), .. (50,51).
// Chips are integers everywhere in the native code; big blinds are for people.
#pragma once

#include <cstdint>

namespace feltprint {

using Card = std::uint8_t;     // 0..51; kNoCard where there is none
using Hand = std::uint16_t;    // 0..1325 in hold'em, 0..num_hands-1 in a toy game
using Bucket = std::uint16_t;  // 0..num_buckets-1; kNoBucket where the board blocks the hand
using NodeId = std::uint32_t;  // index into PublicTree::nodes
using Chips = std::int32_t;    // whole chips
using Player = int;            // seat 0..num_players-1; kChance for chance

enum class Street : std::uint8_t { Preflop = 0, Flop = 1, Turn = 2, River = 3 };

inline constexpr int kNumCards = 52;
inline constexpr int kNumRanks = 13;
inline constexpr int kNumHands = 1326;
inline constexpr int kNumPreflopClasses = 169;
inline constexpr int kNumStreets = 4;
inline constexpr int kMaxPlayers = 6;
inline constexpr int kMaxActions = 20;  // at one node; more is a ConfigError, never a cut
inline constexpr int kLanes = 8;        // buckets to a group: lane = bucket % 8, group = bucket / 8

// A deck of fewer than 52 cards is cut from below: it has the highest ranks, all four suits, and
// the full deck's numbers and rank order. Cards first_card(deck)..51 are in it.
inline constexpr int kMinDeck = 20;
inline constexpr Card first_card(int deck) { return static_cast<Card>(kNumCards - deck); }

inline constexpr Card kNoCard = 255;
inline constexpr Bucket kNoBucket = 65535;
inline constexpr NodeId kNoNode = 0xFFFFFFFFu;
inline constexpr Player kChance = -1;

}  // namespace feltprint
