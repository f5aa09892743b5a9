// Payoffs at leaves against the settlement of the whole hand, for random ends of hands: two to six
// seats, every rake, dead antes, side pots, ties, parts of a chip.
#include <algorithm>
#include <random>

#include "check.hpp"
#include "feltprint/evaluate/terminal.hpp"

namespace feltprint::tests {
namespace {

constexpr int kEnds = 50'000;
constexpr int kHighestCode = 8;

// How often ends came up that the quick path must not get wrong.
struct Met {
  int one_pot = 0;
  int dead_money_in_one_pot = 0;
  int charged_ties = 0;
};

struct End {
  PublicTree tree;
  Node leaf;
  SeatChips committed;
  std::array<std::int16_t, kMaxPlayers> codes;
};

class EndSource {
 public:
  End draw() {
    End end{};
    PublicTree& tree = end.tree;
    tree.num_players = between(2, kMaxPlayers);
    tree.profile = static_cast<RuleProfile>(between(0, 2));
    tree.rake = {between(0, 1) * between(1, 1'000), between(0, 60), between(0, 1) == 1};
    tree.chip_parts = between(0, 3) == 0 ? 12 : 1;
    end.leaf.street = between(0, 3) & 3;
    draw_chips(end);
    draw_live_seats(end);
    for (std::int16_t& code : end.codes) code = static_cast<std::int16_t>(2 * between(0, 3) + 1);
    return end;
  }

 private:
  int between(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }

  // Equal commitments are common.
  void draw_chips(End& end) {
    const bool has_dead_money = between(0, 3) == 0;
    const int level = between(0, 300);
    for (int seat = 0; seat < end.tree.num_players; ++seat) {
      end.tree.dead[seat] = has_dead_money ? between(0, 1) * between(0, 40) : 0;
      const int chips = between(0, 3) != 0 ? level : between(0, 300);
      end.committed[seat] = end.tree.dead[seat] + chips;
    }
  }

  void draw_live_seats(End& end) {
    const int all = (1 << end.tree.num_players) - 1;
    int live = 0;
    while (live == 0) live = between(0, all) | (between(0, 1) * between(0, all));
    end.leaf.live_mask = static_cast<std::uint8_t>(live);
    end.leaf.kind = (live & (live - 1)) == 0 ? NodeKind::Fold : NodeKind::Showdown;
  }

  std::mt19937_64 random_{7};
};

// Settled whole, in parts of a chip.
SeatChips settled(const End& end, const SeatStrengths& strength) {
  HandEnd hand{end.tree.num_players, end.committed, end.leaf.live_mask, saw_flop(end.leaf),
               end.tree.dead};
  for (Chips& chips : hand.committed) chips *= end.tree.chip_parts;
  for (Chips& chips : hand.dead) chips *= end.tree.chip_parts;
  return settle(end.tree.rake, end.tree.profile, hand, strength);
}

float at_code(const PayoffSteps& steps, int code) {
  float value = steps.value[0];
  for (int j = 0; j < steps.num_codes; ++j) {
    if (static_cast<float>(code) >= steps.code[j]) value = steps.value[2 * j + 1];
    if (static_cast<float>(code) > steps.code[j]) value = steps.value[2 * j + 2];
  }
  return value;
}

void check_fold(const End& end, Player seat) {
  const Chips net = settled(end, SeatStrengths{})[seat];
  check_equal(fold_payoff(end.tree, end.leaf, end.committed, seat), in_chips(end.tree, net),
              "payoff of a fold");
}

// Every code that the seat could have.
void check_showdown(const End& end, Player seat, Met& met) {
  const PayoffSteps steps =
      showdown_steps(end.tree, end.leaf, end.committed, seat, end.codes.data());
  SeatStrengths strength;
  for (int other = 0; other < kMaxPlayers; ++other) {
    strength[other] = static_cast<std::uint32_t>(end.codes[other]) + 1;
  }
  for (int code = 0; code <= kHighestCode; ++code) {
    strength[seat] = static_cast<std::uint32_t>(code) + 1;
    const SeatChips net = settled(end, strength);
    const float payoff = in_chips(end.tree, net[seat]);
    check_equal(at_code(steps, code), payoff, "step of a showdown");
    check_equal(leaf_payoff(end.tree, end.leaf, end.committed, seat, strength), payoff,
                "payoff of a showdown");
    const auto ahead = std::count_if(net.begin(), net.end(), [](Chips chips) { return chips > 0; });
    const bool is_charged = end.tree.rake.rate_bp > 0 && end.tree.rake.cap > 0 &&
                            end.tree.profile == RuleProfile::Donksolver01;
    met.charged_ties += ahead > 1 && steps.num_codes == 1 && is_charged;
  }
}

void payoffs_are_those_of_the_settlement() {
  EndSource source;
  Met met;
  for (int i = 0; i < kEnds; ++i) {
    const End end = source.draw();
    const CountedChips chips =
        count_chips(end.tree.num_players, end.committed, end.tree.dead, end.leaf.live_mask);
    const PotList pots =
        side_pots(end.tree.num_players, end.committed, end.leaf.live_mask, end.tree.dead);
    if (chips.all_have_called) {
      check(pots.count <= 1, "one pot that all have called");
      check_equal(chips.in_pots, pots.count == 1 ? pots.pots[0].chips : 0, "chips in the pot");
    }
    met.one_pot += chips.all_have_called;
    met.dead_money_in_one_pot += chips.all_have_called && chips.dead > 0;
    for (Player seat = 0; seat < end.tree.num_players; ++seat) {
      if (((end.leaf.live_mask >> seat) & 1) == 0) continue;
      if (end.leaf.kind == NodeKind::Fold) check_fold(end, seat);
      if (end.leaf.kind == NodeKind::Showdown) check_showdown(end, seat, met);
    }
  }
  check(met.one_pot > kEnds / 5 && met.one_pot < kEnds * 4 / 5, "both paths are met");
  check(met.dead_money_in_one_pot > kEnds / 50, "dead money is met");
  check(met.charged_ties > kEnds / 50, "ties that pay rake are met");
}

const Register kPayoffs("payoffs at leaves are those of the settlement",
                        payoffs_are_those_of_the_settlement);

}  // namespace
}  // namespace feltprint::tests
