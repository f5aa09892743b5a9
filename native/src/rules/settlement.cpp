#include "feltprint/rules/settlement.hpp"

#include <algorithm>
#include <bit>

namespace feltprint {

namespace {

constexpr std::int64_t kBasisPoints = 10'000;

struct Table {
  int num_players;
  std::uint32_t live_mask;
  SeatChips layered;  // chips that count towards side pots, uncalled ones taken out
  SeatChips uncalled;
  Chips dead;
};

// The seat that committed more than everybody else takes the difference back.
Table return_uncalled(int num_players, const SeatChips& committed, std::uint32_t live_mask,
                      const SeatChips& dead) {
  Table table{num_players, live_mask, {}, {}, 0};
  int top = 0;
  Chips second = 0;
  for (int seat = 0; seat < num_players; ++seat) {
    table.layered[seat] = committed[seat] - dead[seat];
    table.dead += dead[seat];
    if (seat == 0) continue;
    if (table.layered[seat] > table.layered[top]) {
      second = table.layered[top];
      top = seat;
    } else {
      second = std::max(second, table.layered[seat]);
    }
  }
  table.uncalled[top] = table.layered[top] - second;
  table.layered[top] = second;
  return table;
}

std::uint32_t contenders(const Table& table, Chips level) {
  std::uint32_t seats = 0;
  for (int seat = 0; seat < table.num_players; ++seat) {
    const bool live = (table.live_mask >> seat) & 1u;
    if (live && table.layered[seat] >= level) seats |= 1u << seat;
  }
  return seats;
}

// The lowest commitment of a live seat above `floor`, or floor itself.
Chips next_level(const Table& table, Chips floor) {
  Chips level = floor;
  for (int seat = 0; seat < table.num_players; ++seat) {
    const Chips chips = table.layered[seat];
    if (!((table.live_mask >> seat) & 1u) || chips <= floor) continue;
    level = level == floor ? chips : std::min(level, chips);
  }
  return level;
}

// The usual case: every live seat has put in as much as anybody, so there is one pot.
bool is_one_pot(const Table& table) {
  Chips top = 0;
  Chips lowest_live = INT32_MAX;
  for (int seat = 0; seat < table.num_players; ++seat) {
    top = std::max(top, table.layered[seat]);
    const bool live = (table.live_mask >> seat) & 1u;
    lowest_live = live ? std::min(lowest_live, table.layered[seat]) : lowest_live;
  }
  return lowest_live == top && top > 0;
}

Pot whole_pot(const Table& table) {
  Pot pot{table.dead, table.live_mask};
  for (int seat = 0; seat < table.num_players; ++seat) pot.chips += table.layered[seat];
  return pot;
}

// Layers end at the commitments of the live seats; the last one takes all that is above.
PotList layer(const Table& table) {
  PotList list{{}, 0};
  if (is_one_pot(table)) {
    list.pots[list.count++] = whole_pot(table);
    return list;
  }
  const std::uint32_t everyone = contenders(table, 0);
  if (table.dead > 0) list.pots[list.count++] = Pot{table.dead, everyone};
  Chips floor = 0;
  for (Chips level = next_level(table, 0); level > floor; level = next_level(table, floor)) {
    Pot pot{0, contenders(table, level)};
    const Chips top = next_level(table, level) == level ? INT32_MAX : level;
    for (int seat = 0; seat < table.num_players; ++seat) {
      pot.chips += std::max(0, std::min(table.layered[seat], top) - floor);
    }
    if (list.count > 0 && list.pots[list.count - 1].seats == pot.seats) {
      list.pots[list.count - 1].chips += pot.chips;
    } else {
      list.pots[list.count++] = pot;
    }
    floor = level;
  }
  return list;
}

// chips * rate, half to even.
Chips rake_share(Chips chips, int rate_bp) {
  const std::int64_t scaled = static_cast<std::int64_t>(chips) * rate_bp;
  const std::int64_t whole = scaled / kBasisPoints;
  const std::int64_t twice_rest = 2 * (scaled % kBasisPoints);
  const bool up = twice_rest > kBasisPoints || (twice_rest == kBasisPoints && (whole & 1) != 0);
  return static_cast<Chips>(whole + (up ? 1 : 0));
}

// Each pot gives in proportion to its size, in whole chips; the main pot first gives what is odd.
void rake_pots(const RakeRule& rake, PotList& list) {
  std::int64_t total = 0;
  for (int i = 0; i < list.count; ++i) total += list.pots[i].chips;
  if (total == 0) return;
  const std::int64_t taken =
      std::min(rake_share(static_cast<Chips>(total), rake.rate_bp), rake.cap);
  std::int64_t left = taken;
  std::array<Chips, kMaxPlayers> shares{};
  for (int i = 0; i < list.count; ++i) {
    shares[i] = static_cast<Chips>(taken * list.pots[i].chips / total);
    left -= shares[i];
  }
  for (int i = 0; i < list.count; ++i) {
    const Chips odd =
        static_cast<Chips>(std::min<std::int64_t>(left, list.pots[i].chips - shares[i]));
    list.pots[i].chips -= shares[i] + odd;
    left -= odd;
  }
}

// floor(min(pot * rate, cap, pot)).
Chips winners_rake(const RakeRule& rake, Chips pot) {
  const std::int64_t share = static_cast<std::int64_t>(pot) * rake.rate_bp / kBasisPoints;
  return static_cast<Chips>(
      std::min({share, static_cast<std::int64_t>(rake.cap), static_cast<std::int64_t>(pot)}));
}

// Charged after the split, to the seats that are ahead (Donksolver01).
void rake_winners(const RakeRule& rake, int num_players, Chips pot, SeatChips& net) {
  const std::int64_t total = winners_rake(rake, pot);
  std::int64_t won = 0;
  for (int seat = 0; seat < num_players; ++seat) won += std::max(0, net[seat]);
  if (won == 0) return;
  SeatChips charge{};
  std::int64_t left = total;
  for (int seat = 0; seat < num_players; ++seat) {
    charge[seat] = static_cast<Chips>(total * std::max(0, net[seat]) / won);
    left -= charge[seat];
  }
  for (int seat = 0; seat < num_players && left > 0; ++seat) {
    if (net[seat] <= 0) continue;
    ++charge[seat];
    --left;
  }
  for (int seat = 0; seat < num_players; ++seat) net[seat] -= charge[seat];
}

std::uint32_t best_hands(std::uint32_t seats, int num_players, const SeatStrengths& strength) {
  std::uint32_t winners = 0;
  std::uint32_t best = 0;
  for (int seat = 0; seat < num_players; ++seat) {
    if (!((seats >> seat) & 1u)) continue;
    if (winners == 0 || strength[seat] > best) {
      winners = 1u << seat;
      best = strength[seat];
    } else if (strength[seat] == best) {
      winners |= 1u << seat;
    }
  }
  return winners;
}

// Leaves in each pot the seats that win it; neighbours with the same winners become one.
void keep_winners(int num_players, const SeatStrengths& strength, PotList& list) {
  int kept = 0;
  for (int i = 0; i < list.count; ++i) {
    const Pot won{list.pots[i].chips, best_hands(list.pots[i].seats, num_players, strength)};
    if (kept > 0 && list.pots[kept - 1].seats == won.seats) {
      list.pots[kept - 1].chips += won.chips;
    } else {
      list.pots[kept++] = won;
    }
  }
  list.count = kept;
}

void award(const Pot& pot, int num_players, bool seat_one_first, SeatChips& net) {
  const int count = std::popcount(pot.seats);
  Chips odd = pot.chips % count;
  for (int i = 0; i < num_players; ++i) {
    const int seat = seat_one_first ? 1 - i : i;
    if (!((pot.seats >> seat) & 1u)) continue;
    net[seat] += pot.chips / count + odd;
    odd = 0;
  }
}

}  // namespace

SeatChips dead_antes(const BettingRules& rules) {
  SeatChips dead{};
  const auto differs = [&](Chips ante) { return ante != rules.antes.front(); };
  if (std::none_of(rules.antes.begin(), rules.antes.end(), differs)) return dead;
  for (int seat = 0; seat < rules.num_players(); ++seat) {
    dead[seat] = std::min(rules.antes[seat], rules.stacks[seat]);
  }
  return dead;
}

PotList side_pots(int num_players, const SeatChips& committed, std::uint32_t live_mask,
                  const SeatChips& dead) {
  return layer(return_uncalled(num_players, committed, live_mask, dead));
}

Settlement::Settlement(const RakeRule& rake, RuleProfile profile, const HandEnd& end)
    : rake_(rake),
      num_players_(end.num_players),
      raked_(end.saw_flop || !rake.no_flop_no_drop),
      from_winners_(profile == RuleProfile::Donksolver01) {
  const Table table = return_uncalled(end.num_players, end.committed, end.live_mask, end.dead);
  pots_ = layer(table);
  for (int seat = 0; seat < num_players_; ++seat) {
    before_[seat] = table.uncalled[seat] - end.committed[seat];
    put_in_ += end.committed[seat];
  }
  // With one pot the rake does not depend on who wins it.
  if (raked_ && !from_winners_ && pots_.count == 1) {
    rake_pots(rake_, pots_);
    raked_ = false;
  }
}

SeatChips Settlement::net(const SeatStrengths& strength) const {
  PotList list = pots_;
  keep_winners(num_players_, strength, list);
  if (raked_ && !from_winners_) rake_pots(rake_, list);
  SeatChips net = before_;
  for (int i = 0; i < list.count; ++i) {
    award(list.pots[i], num_players_, num_players_ == 2 && !from_winners_, net);
  }
  if (raked_ && from_winners_) rake_winners(rake_, num_players_, put_in_, net);
  return net;
}

Chips Settlement::net_of(int seat, const SeatStrengths& strength) const {
  if (pots_.count != 1) return net(strength)[seat];
  // One pot: the seat loses it, takes it (and then is the only one ahead), or shares it.
  const Pot& pot = pots_.pots[0];
  int ties = 0;
  int first = seat;  // winner who takes the odd chips
  for (int other = num_players_ - 1; other >= 0; --other) {
    if (!((pot.seats >> other) & 1u) || other == seat) continue;
    if (strength[other] > strength[seat]) return before_[seat];
    if (strength[other] < strength[seat]) continue;
    ++ties;
    const bool ahead = num_players_ == 2 && !from_winners_ ? other == 1 : other < first;
    first = ahead ? other : first;
  }
  if (ties == 0) {
    const Chips won = before_[seat] + pot.chips;
    return raked_ && won > 0 ? won - winners_rake(rake_, put_in_) : won;
  }
  if (raked_) return net(strength)[seat];
  return before_[seat] + pot.chips / (ties + 1) + (first == seat ? pot.chips % (ties + 1) : 0);
}

SeatChips settle(const RakeRule& rake, RuleProfile profile, const HandEnd& end,
                 const SeatStrengths& strength) {
  return Settlement(rake, profile, end).net(strength);
}

}  // namespace feltprint
