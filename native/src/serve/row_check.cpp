#include "feltprint/serve/row_check.hpp"

#include <algorithm>

#include "feltprint/cards/card.hpp"

namespace feltprint {
namespace {

// Cards of the deck, none twice, no gap in the board.
bool are_cards_valid(const PackedRow& row, int deck) {
  std::uint64_t seen = 0;
  const auto add = [&seen, deck](Card card) {
    if (card < first_card(deck) || card >= kNumCards || (seen & card_bit(card)) != 0) return false;
    seen |= card_bit(card);
    return true;
  };
  const bool hidden = row.hole[0] == kNoCard && row.hole[1] == kNoCard;
  if (!hidden && (!add(row.hole[0]) || !add(row.hole[1]))) return false;
  const int count = num_board_cards(row);
  for (int i = 0; i < 5; ++i) {
    if (i < count ? !add(row.board[i]) : row.board[i] != kNoCard) return false;
  }
  return count == 0 || count >= 3;
}

bool is_between(Chips chips, Chips least) { return chips >= least && chips <= kMaxChips; }

bool are_chips_valid(const PackedRow& row) {
  bool valid = row.blinds[1] > 0;
  for (int seat = 0; seat < row.num_players; ++seat) {
    valid &= is_between(row.stacks[seat], 1) && is_between(row.blinds[seat], 0) &&
             is_between(row.antes[seat], 0);
  }
  return valid;
}

}  // namespace

int num_board_cards(const PackedRow& row) {
  int count = 0;
  while (count < 5 && row.board[count] != kNoCard) ++count;
  return count;
}

Reason row_violation(const PackedRow& row, int deck) {
  if (row.num_players < 2 || row.num_players > kMaxPlayers || row.actor >= row.num_players ||
      row.num_actions > kMaxRowActions) {
    return Reason::BadSeats;
  }
  if (!are_cards_valid(row, deck)) return Reason::BadCards;
  return are_chips_valid(row) ? Reason::None : Reason::BadChips;
}

Reason draw_violation(const PackedRow& row, double uniform) {
  if (!(uniform >= 0 && uniform < 1)) return Reason::BadUniform;
  return row.hole[0] == kNoCard ? Reason::BadCards : Reason::None;
}

HandStart hand_start(const PackedRow& row, RuleProfile profile) {
  HandStart start{profile, row.num_players, {}, {}, {}, row.blinds[1]};
  std::copy_n(row.stacks, kMaxPlayers, start.stacks.begin());
  std::copy_n(row.blinds, kMaxPlayers, start.blinds.begin());
  std::copy_n(row.antes, kMaxPlayers, start.antes.begin());
  return start;
}

}  // namespace feltprint
