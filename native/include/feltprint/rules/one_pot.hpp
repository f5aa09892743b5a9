// The usual end of a hand: every live seat has put in what was called. There is one pot then, and
// what a live seat can end with is three numbers: it loses what it put in, wins the pot alone, or
// shares it.
//
// Side pots, and the net of all seats at once: rules/settlement.hpp.
#pragma once

#include <algorithm>
#include <limits>

#include "feltprint/rules/rake.hpp"

namespace feltprint {

// The best of the hands that a seat is up against, added in seat order.
class BestOpponent {
 public:
  void add(std::int64_t strength, bool sits_before) {
    const bool is_better = strength > strength_;
    const bool is_as_good = strength == strength_;
    ties_ = is_better ? 1 : ties_ + is_as_good;
    ties_before_ = is_better ? sits_before : ties_before_ + (is_as_good && sits_before);
    strength_ = std::max(strength_, strength);
  }

  std::int64_t strength() const { return strength_; }  // -1: there is none
  int ties() const { return ties_; }                   // how many have it
  int ties_before() const { return ties_before_; }     // how many of these sit before the seat

 private:
  std::int64_t strength_ = -1;
  int ties_ = 0;
  int ties_before_ = 0;
};

// The chips of a hand's end, counted.
struct CountedChips {
  Chips put_in;
  Chips dead;
  Chips called;          // the most that a second seat put in, beside dead money
  Chips in_pots;         // without what nobody called
  bool all_have_called;  // of the live seats; then there is one pot
};

// committed, dead, live_mask: as HandEnd's.
CountedChips count_chips(int num_players, const SeatChips& committed, const SeatChips& dead,
                         std::uint32_t live_mask);

class OnePot {
 public:
  // Of a live seat, which has put in own_dead as dead money. Each chip counts as chip_parts. Keeps
  // a reference to the rake rule.
  OnePot(const PotRules& rules, const CountedChips& chips, Chips own_dead, int chip_parts = 1);

  // False where the live seats have not all called the same; and where winners pay who have not
  // all put in the same. Then the rest is void.
  bool exists() const { return exists_; }

  // Net chips of the seat, after rake.
  Chips lose() const { return -own_; }
  Chips win() const;
  Chips tie(const BestOpponent& best) const;  // as good as the best
  Chips net(std::int64_t strength, const BestOpponent& best) const {
    if (strength < best.strength()) return lose();
    return strength == best.strength() ? tie(best) : win();
  }

 private:
  // Of what the winners of a shared pot pay, the part of the one in this place: all are `even`
  // chips ahead, the first one has the odd chips too.
  Chips charge(Chips even, Chips odd, int count, int place) const;

  const RakeRule& rake_;
  bool charges_winners_;
  bool is_seat_one_first_;
  bool exists_;
  Chips own_;     // of the pot, what the seat put in
  Chips chips_;   // in the pot; of a pot that is raked, the rest
  Chips put_in_;  // uncalled chips too
};

inline CountedChips count_chips(int num_players, const SeatChips& committed, const SeatChips& dead,
                                std::uint32_t live_mask) {
  const auto counted = [&](int seat) { return committed[seat] - dead[seat]; };
  const auto if_live = [&](int seat) {
    return ((live_mask >> seat) & 1u) != 0 ? counted(seat) : std::numeric_limits<Chips>::max();
  };
  Chips all = counted(0) + counted(1);
  Chips all_dead = dead[0] + dead[1];
  Chips largest = std::max(counted(0), counted(1));
  Chips second = std::min(counted(0), counted(1));
  Chips lowest_live = std::min(if_live(0), if_live(1));
  for (int seat = 2; seat < num_players; ++seat) {
    all += counted(seat);
    all_dead += dead[seat];
    second = std::max(second, std::min(largest, counted(seat)));
    largest = std::max(largest, counted(seat));
    lowest_live = std::min(lowest_live, if_live(seat));
  }
  all += all_dead;
  return {all, all_dead, second, all - (largest - second), lowest_live >= second};
}

inline OnePot::OnePot(const PotRules& rules, const CountedChips& chips, Chips own_dead,
                      int chip_parts)
    : rake_(rules.rake),
      charges_winners_(rules.is_raked() && rules.rakes_winners()),
      is_seat_one_first_(rules.is_seat_one_first()),
      exists_(chips.all_have_called && !(charges_winners_ && chips.dead > 0)),
      own_((chips.called + own_dead) * chip_parts),
      chips_(chips.in_pots * chip_parts),
      put_in_(chips.put_in * chip_parts) {
  if (rules.is_raked() && !rules.rakes_winners()) chips_ -= pots_rake(rake_, chips_);
}

inline Chips OnePot::win() const {
  const Chips won = chips_ - own_;
  return charges_winners_ && won > 0 ? won - winners_rake(rake_, put_in_) : won;
}

inline Chips OnePot::tie(const BestOpponent& best) const {
  const int count = best.ties() + 1;
  const int place = is_seat_one_first_ ? 1 - best.ties_before() : best.ties_before();
  const Chips share = chips_ / count;
  const Chips odd = chips_ - share * count;
  const Chips even = share - own_;
  const Chips ahead = even + (place == 0 ? odd : 0);
  // Two that share what they put in themselves are not ahead.
  return charges_winners_ && even + odd > 0 ? ahead - charge(even, odd, count, place) : ahead;
}

inline Chips OnePot::charge(Chips even, Chips odd, int count, int place) const {
  const std::int64_t total = winners_rake(rake_, put_in_);
  const std::int64_t won = std::int64_t{even} * count + odd;
  const std::int64_t of_others = total * even / won;
  const std::int64_t of_first = odd == 0 ? of_others : total * (even + odd) / won;
  const std::int64_t left = total - of_first - of_others * (count - 1);
  return static_cast<Chips>((place == 0 ? of_first : of_others) + (place < left ? 1 : 0));
}

}  // namespace feltprint
