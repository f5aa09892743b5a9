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

// The largest commitment, its seat, and the second largest.
struct Tops {
  int seat;
  Chips first;
  Chips second;
};

Tops two_largest(int num_players, const SeatChips& chips) {
  Tops tops{0, chips[0], 0};
  for (int seat = 1; seat < num_players; ++seat) {
    const bool larger = chips[seat] > tops.first;
    tops.second = larger ? tops.first : std::max(tops.second, chips[seat]);
    tops.seat = larger ? seat : tops.seat;
    tops.first = larger ? chips[seat] : tops.first;
  }
  return tops;
}

// The seat that committed more than everybody else takes the difference back.
Table return_uncalled(int num_players, const SeatChips& committed, std::uint32_t live_mask,
                      const SeatChips& dead) {
  Table table{num_players, live_mask, {}, {}, 0};
  for (int seat = 0; seat < num_players; ++seat) {
    table.layered[seat] = committed[seat] - dead[seat];
    table.dead += dead[seat];
  }
  const Tops tops = two_largest(num_players, table.layered);
  table.uncalled[tops.seat] = tops.first - tops.second;
  table.layered[tops.seat] = tops.second;
  return table;
}

// The usual case: no dead money, and no live seat has put in less than is called.
bool has_one_pot(const HandEnd& end, Chips called) {
  Chips dead = 0;
  Chips lowest_live = INT32_MAX;
  for (int seat = 0; seat < end.num_players; ++seat) {
    const bool live = (end.live_mask >> seat) & 1u;
    lowest_live = live ? std::min(lowest_live, end.committed[seat]) : lowest_live;
    dead |= end.dead[seat];
  }
  return dead == 0 && called > 0 && lowest_live >= called;
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

// Layers end at the commitments of the live seats; the last one takes all that is above.
PotList layer(const Table& table) {
  PotList list{{}, 0};
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

SeatChips dead_antes(const HandStart& start) {
  SeatChips dead{};
  const auto end = start.antes.begin() + start.num_players;
  const auto differs = [&](Chips ante) { return ante != start.antes.front(); };
  if (std::none_of(start.antes.begin(), end, differs)) return dead;
  for (int seat = 0; seat < start.num_players; ++seat) {
    dead[seat] = std::min(start.antes[seat], start.stacks[seat]);
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
  for (int seat = 0; seat < num_players_; ++seat) {
    before_[seat] = -end.committed[seat];
    put_in_ += end.committed[seat];
  }
  const Tops tops = two_largest(num_players_, end.committed);
  if (has_one_pot(end, tops.second)) {
    const Chips uncalled = tops.first - tops.second;
    before_[tops.seat] += uncalled;
    pots_.pots[0] = {put_in_ - uncalled, end.live_mask};
    pots_.count = 1;
  } else {
    const Table table = return_uncalled(num_players_, end.committed, end.live_mask, end.dead);
    pots_ = layer(table);
    for (int seat = 0; seat < num_players_; ++seat) before_[seat] += table.uncalled[seat];
  }
  // With one pot the rake does not depend on who wins it.
  if (raked_ && !from_winners_ && pots_.count == 1) {
    Chips& chips = pots_.pots[0].chips;
    chips -= std::min(rake_share(chips, rake_.rate_bp), rake_.cap);
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
  std::uint32_t winners = 1u << seat;
  int ties = 0;
  for (std::uint32_t rest = pot.seats & ~winners; rest != 0; rest &= rest - 1) {
    const int other = std::countr_zero(rest);
    if (strength[other] > strength[seat]) return before_[seat];
    const bool tied = strength[other] == strength[seat];
    winners |= tied ? 1u << other : 0;
    ties += tied;
  }
  if (ties == 0) {
    const Chips won = before_[seat] + pot.chips;
    return raked_ && won > 0 ? won - winners_rake(rake_, put_in_) : won;
  }
  if (raked_) return net(strength)[seat];
  const bool seat_one_first = num_players_ == 2 && !from_winners_;
  const int first = seat_one_first ? 1 : std::countr_zero(winners);
  return before_[seat] + pot.chips / (ties + 1) + (first == seat ? pot.chips % (ties + 1) : 0);
}

SeatChips settle(const RakeRule& rake, RuleProfile profile, const HandEnd& end,
                 const SeatStrengths& strength) {
  return Settlement(rake, profile, end).net(strength);
}

}  // namespace feltprint
