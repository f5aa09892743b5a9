#include "feltprint/tree/kuhn_tree.hpp"

#include <bit>
#include <string>

#include "feltprint/error.hpp"

namespace feltprint {

namespace {

constexpr Chips kAnte = 1;
constexpr Chips kBet = 1;

struct Position {
  int actor;
  int bettor;  // -1 before the bet
  std::uint32_t live_mask;
};

class KuhnBuilder {
 public:
  explicit KuhnBuilder(int num_players) : num_players_(num_players) {
    tree_.num_players = num_players;
    tree_.num_streets = 1;
    tree_.num_buckets = {num_players + 1, 0, 0, 0};
    tree_.rake = RakeRule{0, 0, false};
    tree_.profile = RuleProfile::Strict;
    tree_.posted = SeatChips{};
    tree_.antes = SeatChips{};
    tree_.dead = SeatChips{};
    tree_.size = TreeSize{};
    for (int seat = 0; seat < num_players; ++seat) tree_.posted[seat] = tree_.antes[seat] = kAnte;
  }

  PublicTree build() {
    const std::uint32_t everyone = (1u << num_players_) - 1u;
    tree_.nodes.push_back(leaf(kNoNode, 0, ActionKind::None, everyone));
    expand(0, Position{0, -1, everyone});
    tree_.size.nodes = tree_.nodes.size();
    return std::move(tree_);
  }

 private:
  static Node leaf(NodeId parent, Chips total, ActionKind action, std::uint32_t live_mask) {
    const NodeKind kind = std::has_single_bit(live_mask) ? NodeKind::Fold : NodeKind::Showdown;
    return Node{0, 0, parent, total, kind, 0, 255, 0, action, static_cast<std::uint8_t>(live_mask),
                0};
  }

  void expand(NodeId id, const Position& at) {
    const int groups = tree_.num_groups(0);
    const NodeId first = static_cast<NodeId>(tree_.nodes.size());
    Node& node = tree_.nodes[id];
    node.kind = NodeKind::Decision;
    node.actor = static_cast<std::uint8_t>(at.actor);
    node.num_actions = 2;
    node.first_child = first;
    node.row = static_cast<std::uint32_t>(tree_.size.blocks);
    tree_.size.blocks += 2 * groups;
    tree_.size.preflop_blocks = tree_.size.blocks;
    tree_.size.entries += 2 * tree_.num_buckets[0];
    ++tree_.size.decision_nodes[0];
    const bool facing = at.bettor >= 0;
    const std::uint32_t folded = at.live_mask & ~(1u << at.actor);
    const Chips bet = kAnte + kBet;
    tree_.nodes.push_back(facing ? leaf(id, kAnte, ActionKind::Fold, folded)
                                 : leaf(id, kAnte, ActionKind::Call, at.live_mask));
    tree_.nodes.push_back(
        leaf(id, bet, facing ? ActionKind::Call : ActionKind::Raise, at.live_mask));
    const int next = (at.actor + 1) % num_players_;
    follow(first, Position{next, at.bettor, facing ? folded : at.live_mask});
    follow(first + 1, Position{next, facing ? at.bettor : at.actor, at.live_mask});
  }

  // Goes on unless everybody has checked or the turn is back at the bettor.
  void follow(NodeId id, const Position& at) {
    const int closes_at = at.bettor < 0 ? 0 : at.bettor;
    if (at.actor == closes_at) {
      ++tree_.size.terminals;
    } else {
      expand(id, at);
    }
  }

  const int num_players_;
  PublicTree tree_;
};

}  // namespace

PublicTree kuhn_tree(int num_players) {
  if (num_players < 2 || num_players > kMaxPlayers) {
    throw ConfigError("Kuhn poker has 2.." + std::to_string(kMaxPlayers) + " players, found " +
                      std::to_string(num_players));
  }
  return KuhnBuilder(num_players).build();
}

}  // namespace feltprint
