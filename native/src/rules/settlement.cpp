#include "feltprint/rules/settlement.hpp"

#include <algorithm>
#include <bit>

#include "feltprint/rules/one_pot.hpp"

namespace feltprint {

namespace {

struct Table {
  int num_players;
  std::uint32_t live_mask;
  SeatChips layered;  // chips that count towards side pots, uncalled ones taken out
  Chips dead;
};

// The chips of a seat that others called, beside its dead money.
Chips called_chips(const CountedChips& chips, Chips committed, Chips dead) {
  return std::min(committed - dead, chips.called);
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

// Each pot gives in proportion to its size, in whole chips; the main pot first gives what is odd.
void rake_pots(const RakeRule& rake, PotList& list) {
  std::int64_t total = 0;
  for (int i = 0; i < list.count; ++i) total += list.pots[i].chips;
  if (total == 0) return;
  const std::int64_t taken = pots_rake(rake, static_cast<Chips>(total));
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

// Donksolver01: after the split, from the seats that are ahead.
void charge_winners(const RakeRule& rake, int num_players, Chips put_in, SeatChips& net) {
  const std::int64_t total = winners_rake(rake, put_in);
  std::int64_t won = 0;
  for (int seat = 0; seat < num_players; ++seat) won += std::max(0, net[seat]);
  if (won == 0) return;
  SeatChips charge{};
  std::int64_t left = total;
  for (int seat = 0; seat < num_players; ++seat) {
    if (net[seat] <= 0) continue;
    charge[seat] = static_cast<Chips>(total * net[seat] / won);
    left -= charge[seat];
  }
  for (int seat = 0; seat < num_players && left > 0; ++seat) {
    if (net[seat] <= 0) continue;
    ++charge[seat];
    --left;
  }
  for (int seat = 0; seat < num_players; ++seat) net[seat] -= charge[seat];
}

std::uint32_t best_hands(std::uint32_t seats, const SeatStrengths& strength) {
  std::uint32_t winners = 0;
  std::uint32_t best = 0;
  for (std::uint32_t rest = seats; rest != 0; rest &= rest - 1) {
    const std::uint32_t seat = rest & -rest;
    const std::uint32_t own = strength[std::countr_zero(rest)];
    const std::uint32_t others = own > best ? 0 : winners;
    winners = own >= best ? others | seat : winners;
    best = std::max(best, own);
  }
  return winners;
}

// Leaves in each pot the seats that win it; neighbours with the same winners become one.
void keep_winners(const SeatStrengths& strength, PotList& list) {
  int kept = 0;
  for (int i = 0; i < list.count; ++i) {
    const Pot won{list.pots[i].chips, best_hands(list.pots[i].seats, strength)};
    if (kept > 0 && list.pots[kept - 1].seats == won.seats) {
      list.pots[kept - 1].chips += won.chips;
    } else {
      list.pots[kept++] = won;
    }
  }
  list.count = kept;
}

void award(const Pot& pot, bool is_seat_one_first, SeatChips& net) {
  if (std::has_single_bit(pot.seats)) {
    net[std::countr_zero(pot.seats)] += pot.chips;
    return;
  }
  const int count = std::popcount(pot.seats);
  const Chips share = pot.chips / count;
  for (std::uint32_t rest = pot.seats; rest != 0; rest &= rest - 1) {
    net[std::countr_zero(rest)] += share;
  }
  net[is_seat_one_first ? 1 : std::countr_zero(pot.seats)] += pot.chips - share * count;
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
  const CountedChips chips = count_chips(num_players, committed, dead, live_mask);
  Table table{num_players, live_mask, {}, chips.dead};
  for (int seat = 0; seat < num_players; ++seat) {
    table.layered[seat] = called_chips(chips, committed[seat], dead[seat]);
  }
  return layer(table);
}

Settlement::Settlement(const RakeRule& rake, RuleProfile profile, const HandEnd& end)
    : rules_{rake, profile, end.num_players, end.saw_flop} {
  const CountedChips chips = count_chips(end.num_players, end.committed, end.dead, end.live_mask);
  put_in_ = chips.put_in;
  if (chips.all_have_called) {
    pots_.pots[0] = {chips.in_pots, end.live_mask};
    pots_.count = 1;
  } else {
    pots_ = side_pots(end.num_players, end.committed, end.live_mask, end.dead);
  }
  for (int seat = 0; seat < end.num_players; ++seat) {
    before_[seat] = -end.dead[seat] - called_chips(chips, end.committed[seat], end.dead[seat]);
  }
}

SeatChips Settlement::net(const SeatStrengths& strength) const {
  PotList list = pots_;
  keep_winners(strength, list);
  if (rules_.is_raked() && !rules_.rakes_winners()) rake_pots(rules_.rake, list);
  SeatChips net = before_;
  for (int i = 0; i < list.count; ++i) {
    award(list.pots[i], rules_.is_seat_one_first(), net);
  }
  if (rules_.is_raked() && rules_.rakes_winners()) {
    charge_winners(rules_.rake, rules_.num_players, put_in_, net);
  }
  return net;
}

SeatChips settle(const RakeRule& rake, RuleProfile profile, const HandEnd& end,
                 const SeatStrengths& strength) {
  return Settlement(rake, profile, end).net(strength);
}

Chips settle_seat(const RakeRule& rake, RuleProfile profile, const HandEnd& end, int seat,
                  const SeatStrengths& strength) {
  const OnePot pot({rake, profile, end.num_players, end.saw_flop},
                   count_chips(end.num_players, end.committed, end.dead, end.live_mask),
                   end.dead[seat]);
  if (!pot.exists()) return settle(rake, profile, end, strength)[seat];
  BestOpponent best;
  for (std::uint32_t others = end.live_mask & ~(1u << seat); others != 0; others &= others - 1) {
    const int other = std::countr_zero(others);
    best.add(strength[other], other < seat);
  }
  return pot.net(strength[seat], best);
}

}  // namespace feltprint
