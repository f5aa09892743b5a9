#include "feltprint/lab/small_games.hpp"

#include <array>
#include <bit>
#include <compare>
#include <map>

#include "feltprint/error.hpp"

namespace feltprint::lab {
namespace {

void require_between(const char* what, int value, int low, int high) {
  if (value >= low && value <= high) return;
  throw ConfigError(std::string(what) + ": expected " + std::to_string(low) + ".." +
                    std::to_string(high) + ", found " + std::to_string(value));
}

class DiceBuilder {
 public:
  explicit DiceBuilder(int sides) : sides_(sides), bids_(2 * sides) {}

  ExtensiveGame build() {
    game_.num_players = 2;
    for (Player p = 0; p < 2; ++p) number_infosets(p);
    const std::uint32_t root = game_.add(kNone, 0, 1.0);
    game_.set_chance(root);
    for (dice_[0] = 0; dice_[0] < sides_; ++dice_[0]) {
      const auto place = static_cast<std::uint16_t>(dice_[0]);
      const std::uint32_t first = game_.add(root, place, 1.0 / sides_);
      game_.set_chance(first);
      for (dice_[1] = 0; dice_[1] < sides_; ++dice_[1]) {
        play(game_.add(first, static_cast<std::uint16_t>(dice_[1]), 1.0 / sides_), 0, 0);
      }
    }
    return std::move(game_);
  }

 private:
  std::string bid_name(int bid) const {
    return std::to_string(bid / sides_ + 1) + "x" + std::to_string(bid % sides_ + 1);
  }

  // By die, then by the set of bids made, whose highest bid counts most: sets with the same last
  // bid and the same next-to-last one stand together.
  void number_infosets(Player player) {
    for (int die = 0; die < sides_; ++die) {
      for (std::uint32_t made = 0; made < 1u << bids_; ++made) {
        if (std::popcount(made) % 2 != player) continue;
        std::string label = std::to_string(die + 1) + "|";
        int last = -1;
        for (int bid = 0; bid < bids_; ++bid) {
          if ((made >> bid & 1) == 0) continue;
          label += (last < 0 ? "" : ",") + bid_name(bid);
          last = bid;
        }
        std::vector<std::string> actions;
        for (int bid = last + 1; bid < bids_; ++bid) actions.push_back(bid_name(bid));
        if (last >= 0) actions.push_back("liar");
        ids_[{player, die, made}] = game_.add_infoset(player, label, std::move(actions));
      }
    }
  }

  void play(std::uint32_t history, std::uint32_t made, int first_free) {
    const Player player = std::popcount(made) % 2;
    game_.set_decision(history, player, ids_.at({player, dice_[player], made}));
    std::uint16_t place = 0;
    for (int bid = first_free; bid < bids_; ++bid) {
      play(game_.add(history, place++, 1.0), made | 1u << bid, bid + 1);
    }
    if (made != 0) end(game_.add(history, place, 1.0), player, first_free - 1);
  }

  void end(std::uint32_t history, Player caller, int bid) {
    int showing = 0;
    for (int die : dice_) showing += die == bid % sides_ || die == sides_ - 1 ? 1 : 0;
    const bool lie = showing < bid / sides_ + 1;
    std::array<double, 2> payoffs{};
    payoffs[caller] = lie ? 1.0 : -1.0;
    payoffs[1 - caller] = -payoffs[caller];
    game_.set_terminal(history, payoffs.data());
  }

  const int sides_;
  const int bids_;
  std::array<int, 2> dice_{};
  struct DiceKey {
    int player;
    int die;
    std::uint32_t made;
    auto operator<=>(const DiceKey&) const = default;
  };
  std::map<DiceKey, std::uint32_t> ids_;
  ExtensiveGame game_;
};

class GoofspielBuilder {
 public:
  explicit GoofspielBuilder(int cards) : cards_(cards) {}

  ExtensiveGame build() {
    game_.num_players = 2;
    const std::uint32_t all = (1u << cards_) - 1u;
    play(game_.add(kNone, 0, 1.0), Round{cards_, {all, all}, {0, 0}, {"", ""}});
    return std::move(game_);
  }

 private:
  struct Round {
    int prize;
    std::array<std::uint32_t, 2> hand;
    std::array<int, 2> points;
    std::array<std::string, 2> seen;  // own bids and who won, what the player knows
  };

  std::uint32_t infoset_of(Player player, const Round& round) {
    const auto [it, fresh] = ids_.try_emplace({player, round.seen[player]}, 0);
    if (fresh) {
      std::vector<std::string> actions;
      for (int card = 0; card < cards_; ++card) {
        if ((round.hand[player] >> card & 1) != 0) actions.push_back(std::to_string(card + 1));
      }
      const std::string label = round.seen[player].empty() ? "start" : round.seen[player];
      it->second = game_.add_infoset(player, label, std::move(actions));
    }
    return it->second;
  }

  void play(std::uint32_t history, const Round& round) {
    if (round.prize == 1) return last_prize(history, round);
    game_.set_decision(history, 0, infoset_of(0, round));
    std::uint16_t place = 0;
    for (int bid = 0; bid < cards_; ++bid) {
      if ((round.hand[0] >> bid & 1) == 0) continue;
      answer(game_.add(history, place++, 1.0), round, bid);
    }
  }

  void answer(std::uint32_t history, const Round& round, int first_bid) {
    game_.set_decision(history, 1, infoset_of(1, round));
    std::uint16_t place = 0;
    for (int bid = 0; bid < cards_; ++bid) {
      if ((round.hand[1] >> bid & 1) == 0) continue;
      const std::uint32_t next = game_.add(history, place++, 1.0);
      play(next, settle(round, {first_bid, bid}));
    }
  }

  static Round settle(Round round, const std::array<int, 2>& bids) {
    const int winner = bids[0] > bids[1] ? 0 : bids[0] < bids[1] ? 1 : -1;
    if (winner >= 0) round.points[winner] += round.prize;
    for (Player p = 0; p < 2; ++p) {
      round.hand[p] &= ~(1u << bids[p]);
      round.seen[p] += std::to_string(bids[p] + 1) + (winner < 0 ? "=" : winner == p ? "+" : "-");
    }
    --round.prize;
    return round;
  }

  void last_prize(std::uint32_t history, Round round) {
    round = settle(round, {std::countr_zero(round.hand[0]), std::countr_zero(round.hand[1])});
    const int lead = round.points[0] - round.points[1];
    const double first = lead > 0 ? 1.0 : lead < 0 ? -1.0 : 0.0;
    const std::array<double, 2> payoffs{first, -first};
    game_.set_terminal(history, payoffs.data());
  }

  const int cards_;
  std::map<std::pair<Player, std::string>, std::uint32_t> ids_;
  ExtensiveGame game_;
};

}  // namespace

ExtensiveGame liars_dice(int sides) {
  require_between("sides of a die", sides, 2, 6);
  return DiceBuilder(sides).build();
}

ExtensiveGame goofspiel(int cards) {
  require_between("cards of goofspiel", cards, 2, 5);
  return GoofspielBuilder(cards).build();
}

}  // namespace feltprint::lab
