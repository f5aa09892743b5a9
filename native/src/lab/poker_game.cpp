#include "feltprint/lab/poker_game.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

#include "feltprint/error.hpp"

namespace feltprint::lab {
namespace {

constexpr int kNoBoard = -1;
constexpr int kPairStrength = 1 << 20;

// Names of a node's actions for people, and the letters that make up a history.
std::string action_name(const Node& node, bool opened, bool totals) {
  if (node.action == ActionKind::Fold) return "fold";
  if (node.action == ActionKind::Call) return opened ? "call" : "check";
  if (node.action == ActionKind::AllIn) return "all-in";
  const std::string name = opened ? "raise" : "bet";
  return totals ? name + " " + std::to_string(node.total_chips) : name;
}

std::string action_letter(const Node& node, bool opened, bool totals) {
  if (node.action == ActionKind::Fold) return "f";
  if (node.action == ActionKind::Call) return "c";
  const std::string letter = opened ? "r" : "b";
  return totals ? letter + std::to_string(node.total_chips) : letter;
}

// Is there a bet to call at this decision?
bool facing_bet(const PublicTree& tree, const Node& node) {
  for (int a = 0; a < node.num_actions; ++a) {
    if (tree.nodes[node.first_child + a].action == ActionKind::Fold) return true;
  }
  return false;
}

std::vector<std::string> action_names(const PublicTree& tree, const Node& node, bool totals) {
  std::vector<std::string> names;
  for (int a = 0; a < node.num_actions; ++a) {
    names.push_back(action_name(tree.nodes[node.first_child + a], facing_bet(tree, node), totals));
  }
  return names;
}

// Letters from the root to a node, streets apart. parents: of every node (parents_of).
std::vector<std::string> street_letters(const PublicTree& tree, const std::vector<NodeId>& parents,
                                        NodeId id, bool totals) {
  std::vector<NodeId> path;
  for (NodeId at = id; at != kNoNode; at = parents[at]) path.push_back(at);
  std::vector<std::string> letters(1);
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    const Node& from = tree.nodes[path[i + 1]];
    letters.back() += action_letter(tree.nodes[path[i]], facing_bet(tree, from), totals);
    if (tree.nodes[path[i]].street > from.street) letters.emplace_back();
  }
  return letters;
}

// Where a seat stands: what it holds, the node of the tree, the board (kNoBoard without one).
struct Place {
  Player seat;
  int card;
  NodeId node;
  int board;
};

// The order of the infosets decides what stands side by side in the solver's vectors. With boards
// these are the nodes and boards of one private card; without, the cards at one node. (Terms of the
// payoffs on Leduc 596 against 956 the other way round, on Kuhn 40 against 58.)
using Key = std::array<std::int64_t, 4>;

Key order_key(const Place& place, bool boards) {
  if (boards) return {place.seat, place.card, place.node, place.board};
  return {place.seat, place.node, place.card, place.board};
}

class PokerBuilder {
 public:
  PokerBuilder(const PublicTree& tree, const ToyDeck& deck, bool totals)
      : tree_(tree), deck_(deck), totals_(totals), left_(deck.copies) {
    for (int copies : deck.copies) cards_left_ += copies;
  }

  ExtensiveGame build() {
    game_.num_players = tree_.num_players;
    collect_ = true;
    deal(kNone, 0, 1.0);
    number_infosets();
    collect_ = false;
    deal(kNone, 0, 1.0);
    return std::move(game_);
  }

 private:
  // In the first pass only the infosets are collected, so that they can be numbered in order.
  std::uint32_t add(std::uint32_t parent, std::uint16_t place, double chance) {
    return collect_ ? 0 : game_.add(parent, place, chance);
  }

  template <class Next>
  void each_card(std::uint32_t history, Next next) {
    std::uint16_t place = 0;
    const int total = cards_left_;
    for (int type = 0; type < static_cast<int>(deck_.rank.size()); ++type) {
      if (left_[type] == 0) continue;
      const double chance = static_cast<double>(left_[type]) / total;
      --left_[type];
      --cards_left_;
      next(type, history, place++, chance);
      ++left_[type];
      ++cards_left_;
    }
  }

  void deal(std::uint32_t parent, std::uint16_t place, double chance) {
    const std::uint32_t history = add(parent, place, chance);
    if (static_cast<int>(cards_.size()) == tree_.num_players) {
      committed_ = tree_.posted;
      return play(history, 0, 0);
    }
    if (!collect_) game_.set_chance(history);
    each_card(history, [&](int type, std::uint32_t h, std::uint16_t at, double p) {
      cards_.push_back(type);
      deal(h, at, p);
      cards_.pop_back();
    });
  }

  // street: the board cards dealt so far.
  void play(std::uint32_t history, NodeId id, int street) {
    const Node& node = tree_.nodes[id];
    const bool showdown = node.kind == NodeKind::Showdown;
    const int wanted = showdown ? tree_.num_streets - 1 : node.street;
    if (node.kind != NodeKind::Fold && street < wanted) return deal_board(history, id, street);
    if (node.kind != NodeKind::Decision) return end(history, node);
    const Place place{node.actor, cards_[node.actor], id, board_};
    const Key key = order_key(place, tree_.num_streets > 1);
    if (collect_) {
      infosets_.emplace(key, Numbered{place, 0});
    } else {
      game_.set_decision(history, node.actor, infosets_.at(key).id);
    }
    for (int a = 0; a < node.num_actions; ++a) {
      const NodeId next = node.first_child + static_cast<NodeId>(a);
      const Chips before = committed_[node.actor];
      committed_[node.actor] = tree_.nodes[next].total_chips;
      play(add(history, static_cast<std::uint16_t>(a), 1.0), next, street);
      committed_[node.actor] = before;
    }
  }

  void deal_board(std::uint32_t history, NodeId id, int street) {
    if (!collect_) game_.set_chance(history);
    const int before = board_;
    each_card(history, [&](int type, std::uint32_t h, std::uint16_t at, double p) {
      board_ = type;
      play(add(h, at, p), id, street + 1);
    });
    board_ = before;
  }

  int strength(Player seat) const {
    const int rank = deck_.rank[cards_[seat]];
    return rank + (board_ != kNoBoard && deck_.rank[board_] == rank ? kPairStrength : 0);
  }

  void end(std::uint32_t history, const Node& node) {
    if (collect_) return;
    int best = -1;
    int winners = 0;
    double pot = 0.0;
    for (Player seat = 0; seat < tree_.num_players; ++seat) {
      pot += committed_[seat];
      if ((node.live_mask >> seat & 1) == 0) continue;
      const int own = strength(seat);
      winners = own > best ? 1 : winners + (own == best ? 1 : 0);
      best = std::max(best, own);
    }
    std::array<double, kMaxPlayers> payoffs{};
    for (Player seat = 0; seat < tree_.num_players; ++seat) {
      const bool wins = (node.live_mask >> seat & 1) != 0 && strength(seat) == best;
      payoffs[seat] = (wins ? pot / winners : 0.0) - committed_[seat];
    }
    game_.set_terminal(history, payoffs.data());
  }

  void number_infosets() {
    const std::vector<NodeId> parents = parents_of(tree_);
    for (auto& [key, numbered] : infosets_) {
      const auto& [seat, card, node, board] = numbered.place;
      const std::vector<std::string> letters = street_letters(tree_, parents, node, totals_);
      std::string label = deck_.names[card] + "|" + letters.front();
      if (board != kNoBoard) label += "/" + deck_.names[board] + "|" + letters.back();
      numbered.id = game_.add_infoset(seat, label, action_names(tree_, tree_.nodes[node], totals_));
    }
  }

  const PublicTree& tree_;
  const ToyDeck& deck_;
  const bool totals_;
  bool collect_ = true;
  std::vector<int> left_;
  int cards_left_ = 0;
  std::vector<int> cards_;
  int board_ = kNoBoard;
  SeatChips committed_{};
  struct Numbered {
    Place place;
    std::uint32_t id;
  };
  std::map<Key, Numbered> infosets_;
  ExtensiveGame game_;
};

class PairBuilder {
 public:
  PairBuilder(const PublicTree& tree, const PairDeal& deal)
      : tree_(tree), deal_(deal), num_hands_(deal.names.size()) {}

  ExtensiveGame build() {
    game_.num_players = 2;
    number_infosets();
    double total = 0.0;
    for (double weight : deal_.weight) total += weight;
    const std::uint32_t root = game_.add(kNone, 0, 1.0);
    game_.set_chance(root);
    std::uint16_t place = 0;
    for (pair_ = 0; pair_ < deal_.weight.size(); ++pair_) {
      if (!(deal_.weight[pair_] > 0.0)) continue;
      committed_ = tree_.posted;
      play(game_.add(root, place++, deal_.weight[pair_] / total), 0);
    }
    return std::move(game_);
  }

 private:
  void number_infosets() {
    const std::vector<NodeId> parents = parents_of(tree_);
    infosets_.assign(2, std::vector<std::uint32_t>(num_hands_ * tree_.nodes.size(), kNone));
    for (Player seat = 0; seat < 2; ++seat) {
      for (std::size_t hand = 0; hand < num_hands_; ++hand) {
        for (NodeId id = 0; id < tree_.nodes.size(); ++id) {
          const Node& node = tree_.nodes[id];
          if (node.kind != NodeKind::Decision || node.actor != seat) continue;
          infosets_[seat][hand * tree_.nodes.size() + id] = game_.add_infoset(
              seat, deal_.names[hand] + "|" + street_letters(tree_, parents, id, true).front(),
              action_names(tree_, node, true));
        }
      }
    }
  }

  void play(std::uint32_t history, NodeId id) {
    const Node& node = tree_.nodes[id];
    if (node.kind != NodeKind::Decision) return end(history, node);
    const std::size_t hand = node.actor == 0 ? pair_ / num_hands_ : pair_ % num_hands_;
    game_.set_decision(history, node.actor, infosets_[node.actor][hand * tree_.nodes.size() + id]);
    for (int a = 0; a < node.num_actions; ++a) {
      const NodeId next = node.first_child + static_cast<NodeId>(a);
      const Chips before = committed_[node.actor];
      committed_[node.actor] = tree_.nodes[next].total_chips;
      play(game_.add(history, static_cast<std::uint16_t>(a), 1.0), next);
      committed_[node.actor] = before;
    }
  }

  void end(std::uint32_t history, const Node& node) {
    std::array<double, 2> payoffs{};
    const double tie = deal_.tie[pair_];
    const double win = deal_.win[pair_];
    const std::array<double, 3> chances{1.0 - win - tie, tie, win};
    for (std::uint32_t outcome = 0; outcome < 3; ++outcome) {
      SeatStrengths strength{};
      strength[0] = outcome + 1;
      strength[1] = 2;
      const bool saw_flop = node.kind == NodeKind::Showdown;
      const HandEnd hand_end{2, committed_, node.live_mask, saw_flop, tree_.dead};
      const auto paid = settle(tree_.rake, tree_.profile, hand_end, strength);
      for (Player seat = 0; seat < 2; ++seat) payoffs[seat] += chances[outcome] * paid[seat];
    }
    game_.set_terminal(history, payoffs.data());
  }

  const PublicTree& tree_;
  const PairDeal& deal_;
  const std::size_t num_hands_;
  std::size_t pair_ = 0;
  SeatChips committed_{};
  std::vector<std::vector<std::uint32_t>> infosets_;  // [seat][hand * nodes + node]
  ExtensiveGame game_;
};

}  // namespace

ExtensiveGame poker_game(const PublicTree& tree, const ToyDeck& deck, bool no_limit_labels) {
  const std::size_t types = deck.rank.size();
  int cards = 0;
  for (int copies : deck.copies) cards += copies;
  if (deck.copies.size() != types || deck.names.size() != types) {
    throw ConfigError("deck: expected as many copies and names as ranks");
  }
  const int needed = tree.num_players + tree.num_streets - 1;
  if (cards < needed) {
    throw ConfigError("deck: expected at least " + std::to_string(needed) + " cards, found " +
                      std::to_string(cards));
  }
  return PokerBuilder(tree, deck, no_limit_labels).build();
}

ExtensiveGame pair_poker_game(const PublicTree& tree, const PairDeal& deal) {
  const std::size_t pairs = deal.names.size() * deal.names.size();
  if (tree.num_players != 2 || pairs > 65535 || deal.weight.size() != pairs ||
      deal.win.size() != pairs || deal.tie.size() != pairs) {
    throw ConfigError("pairs of hands: expected two players, at most 255 hands and " +
                      std::to_string(pairs) + " weights, wins and ties");
  }
  for (const Node& node : tree.nodes) {
    if (node.kind == NodeKind::Decision && node.street != 0) {
      throw ConfigError("pairs of hands: expected all decisions on the first street");
    }
  }
  return PairBuilder(tree, deal).build();
}

}  // namespace feltprint::lab
