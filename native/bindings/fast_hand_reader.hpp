// Reads what a packed row needs from the attributes of one of pokerfast's FastHands.
#pragma once

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "feltprint/serve/packed_row.hpp"
#include "python_values.hpp"

namespace feltprint {

inline constexpr int kFirstStreetRecord = 3;  // of u_hand; before it hole cards, board and posts

// Names of attributes: looking one up is quick where the text is the interned one.
struct Names {
  pybind11::object state = interned("state");
  pybind11::object starting_stacks = interned("starting_stacks");
  pybind11::object stacks = interned("stacks");
  pybind11::object board = interned("board");
  pybind11::object street_index = interned("street_index");
  pybind11::object turn_index = interned("turn_index");
  pybind11::object hole = interned("_hole");
  pybind11::object records = interned("u_hand");
  pybind11::object small_blind = interned("small_blind");
  pybind11::object big_blind = interned("big_blind");
};

inline Card card_of(std::string_view text, pybind11::handle whole) {
  const auto rank = std::string_view("23456789TJQKA").find(text.empty() ? ' ' : text[0]);
  const auto suit = std::string_view("cdhs").find(text.size() < 2 ? ' ' : text[1]);
  if (rank == std::string_view::npos || suit == std::string_view::npos) {
    reject("cards such as As", whole);
  }
  return static_cast<Card>(4 * rank + suit);
}

struct Played {
  int seat;
  int added;  // -1: a fold
};

// A recorded action: p3f or p3c440.
inline Played played_of(pybind11::handle record) {
  const std::string_view text = text_of(record);
  const bool is_fold = text.size() == 3 && text[2] == 'f';
  const bool has_seat = text.size() > 2 && text[0] == 'p' && text[1] >= '0' && text[1] <= '9';
  Played played{has_seat ? text[1] - '0' : 0, -1};
  if (has_seat && is_fold) return played;
  const char* end = text.data() + text.size();
  const auto result = has_seat && text[2] == 'c'
                          ? std::from_chars(text.data() + 3, end, played.added)
                          : std::from_chars(end, end, played.added);
  if (result.ec != std::errc{} || result.ptr != end || played.added < 0) {
    reject("a record such as p3f or p3c440, of chips that fit into a packed row", record);
  }
  return played;
}

// Reads FastHands; the fields of the last one stay.
class HandReader {
 public:
  // Opens the hand's records; the chips of its street are those before the first action.
  void open(pybind11::handle hand) {
    state_ = get(hand, names_.state);
    starting_stacks = get(state_, names_.starting_stacks);
    small_blind = integer(get(hand, names_.small_blind));
    big_blind = integer(get(hand, names_.big_blind));
    num_players = Items(starting_stacks).size();
    actions.clear();
    if (num_players < 2 || num_players > kMaxPlayers) return;
    read_actions(Items(get(hand, names_.records)), integer(get(state_, names_.street_index)));
  }

  // Fills a row of zeros, and what a decision is told besides it.
  void pack(pybind11::handle hand, PackedRow& row) {
    open(hand);
    if (num_players < 2 || num_players > kMaxPlayers || actions.size() > kMaxRowActions) {
      throw ConfigError("a packed row holds 2 to " + std::to_string(kMaxPlayers) + " seats and " +
                        std::to_string(kMaxRowActions) + " actions, found " +
                        std::to_string(num_players) + " and " + std::to_string(actions.size()));
    }
    const int seat = integer(get(state_, names_.turn_index));
    if (seat < 0 || seat >= num_players)
      reject("a seat of the hand", get(state_, names_.turn_index));
    stack = integer(Items(get(state_, names_.stacks))[seat]);
    const pybind11::object hole = Items(get(hand, names_.hole))[seat];
    const std::string_view cards = text_of(hole);
    row.num_players = static_cast<std::uint8_t>(num_players);
    row.actor = static_cast<std::uint8_t>(seat);
    row.hole[0] = card_of(cards.substr(0, 2), hole);
    row.hole[1] = card_of(cards.substr(std::min<std::size_t>(2, cards.size())), hole);
    pack_board(row);
    row.num_actions = static_cast<std::uint8_t>(actions.size());
    const Items stacks(starting_stacks);
    for (int i = 0; i < num_players; ++i) row.stacks[i] = integer(stacks[i]);
    row.blinds[0] = small_blind;
    row.blinds[1] = big_blind;
    std::copy(actions.begin(), actions.end(), row.actions);
    street_chips = bets_[seat];
  }

  std::vector<RowAction> actions;
  pybind11::object starting_stacks;
  int num_players = 0;
  int small_blind = 0;
  int big_blind = 0;
  int street_chips = 0;  // that the seat to act has on the street
  int stack = 0;         // that it has left

 private:
  void pack_board(PackedRow& row) const {
    const Items board(get(state_, names_.board));
    if (board.size() > 5) reject("at most five board cards", get(state_, names_.board));
    for (int i = 0; i < 5; ++i) {
      row.board[i] = i < board.size() ? card_of(text_of(board[i]), board[i]) : kNoRowCard;
    }
  }

  void read_actions(const Items& records, int street) {
    std::fill(std::begin(bets_), std::end(bets_), 0);
    bets_[0] = small_blind;
    bets_[1] = big_blind;
    int highest = std::max(small_blind, big_blind);
    for (int i = 0; i <= std::min(street, kNumStreets - 1); ++i) {
      if (i > 0) {
        std::fill(std::begin(bets_), std::end(bets_), 0);
        highest = 0;
      }
      const Items played(records[kFirstStreetRecord + i]);
      for (int at = 0; at < played.size(); ++at) add(played[at], highest);
    }
  }

  void add(const pybind11::object& record, int& highest) {
    const Played played = played_of(record);
    if (played.seat >= num_players || (played.added > 0 && played.added > kMaxChips)) {
      reject("a seat of the hand, and chips that fit into a packed row", record);
    }
    RowAction action{static_cast<std::uint8_t>(played.seat),
                     static_cast<std::uint8_t>(played.added < 0 ? RowKind::Fold : RowKind::Call),
                     0};
    int& bet = bets_[played.seat];
    if (played.added > 0) {
      if (bet > kMaxChips) reject("chips that fit into a packed row", record);
      bet += played.added;
      if (bet > highest) {
        highest = bet;
        action.kind = static_cast<std::uint8_t>(RowKind::Raise);
        action.total_to = bet;
      }
    }
    actions.push_back(action);
  }

  static constexpr Card kNoRowCard = 255;
  // Two of these are still an int.
  static constexpr int kMaxChips = std::numeric_limits<int>::max() / 2;

  Names names_;
  pybind11::object state_;
  int bets_[kMaxPlayers] = {};
};

}  // namespace feltprint
