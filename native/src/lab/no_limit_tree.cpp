#include <algorithm>
#include <cmath>
#include <string>

#include "feltprint/error.hpp"
#include "feltprint/lab/poker_game.hpp"

namespace feltprint::lab {
namespace {

constexpr Chips kMaxStack = 1'000'000'000;

struct Position {
  std::array<Chips, 2> committed;
  int street;
  int actor;
  bool opened;  // the other seat has acted on this street
};

class NoLimitBuilder {
 public:
  explicit NoLimitBuilder(const NoLimitRules& rules) : rules_(rules) {
    tree_.num_players = 2;
    tree_.num_streets = rules.num_streets;
    tree_.num_buckets = {};
    tree_.posted = SeatChips{};
    tree_.posted[0] = tree_.posted[1] = rules.ante;
    tree_.antes = tree_.posted;
    tree_.dead = SeatChips{};
    tree_.rake = RakeRule{0, 0, false};
    tree_.profile = RuleProfile::Strict;
    tree_.chip_parts = 1;
    tree_.deck = 0;
    tree_.size = TreeSize{};
  }

  PublicTree build() {
    tree_.nodes.push_back(Node{0, 0, 0, NodeKind::Decision, 0, 3, 0, 0, ActionKind::None});
    expand(0, Position{{rules_.ante, rules_.ante}, 0, 0, false});
    tree_.size.nodes = tree_.nodes.size();
    return std::move(tree_);
  }

 private:
  struct Choice {
    Node node;
    Position next;
  };

  Node child(ActionKind action, Chips total) const {
    return Node{0, 0, total, NodeKind::Decision, 0, 3, 0, kNoActor, action};
  }

  std::vector<Chips> totals(const Position& at) const {
    const Chips high = std::max(at.committed[0], at.committed[1]);
    const bool facing = at.committed[1 - at.actor] > at.committed[at.actor];
    std::vector<Chips> out;
    if (high == rules_.stack) return out;
    for (double fraction : facing ? rules_.raise_fractions : rules_.bet_fractions) {
      const Chips more = static_cast<Chips>(std::floor(fraction * 2.0 * high));
      const Chips total = high + std::max<Chips>(1, more);
      if (total < rules_.stack) out.push_back(total);
    }
    out.push_back(rules_.stack);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  // After a check or call: the other seat, the next street, or the end.
  Choice call(const Position& at) const {
    Position next = at;
    next.committed[at.actor] = std::max(at.committed[0], at.committed[1]);
    Node node = child(ActionKind::Call, next.committed[at.actor]);
    node.street = static_cast<std::uint8_t>(at.street);
    next.actor = 1 - at.actor;
    next.opened = true;
    if (at.opened) {
      const bool ends = next.committed[0] == rules_.stack || at.street + 1 == rules_.num_streets;
      if (ends) {
        node.kind = NodeKind::Showdown;
        return {node, next};
      }
      next = Position{next.committed, at.street + 1, 0, false};
    }
    node.street = static_cast<std::uint8_t>(next.street);
    node.actor = static_cast<std::uint8_t>(next.actor);
    return {node, next};
  }

  std::vector<Choice> choices(const Position& at) const {
    std::vector<Choice> out;
    if (at.committed[at.actor] < at.committed[1 - at.actor]) {
      Node fold = child(ActionKind::Fold, at.committed[at.actor]);
      fold.kind = NodeKind::Fold;
      fold.street = static_cast<std::uint8_t>(at.street);
      fold.live_mask = static_cast<std::uint8_t>(1u << (1 - at.actor));
      out.push_back({fold, at});
    }
    out.push_back(call(at));
    for (Chips total : totals(at)) {
      Position next{at.committed, at.street, 1 - at.actor, true};
      next.committed[at.actor] = total;
      Node node = child(total == rules_.stack ? ActionKind::AllIn : ActionKind::Raise, total);
      node.street = static_cast<std::uint8_t>(at.street);
      node.actor = static_cast<std::uint8_t>(next.actor);
      out.push_back({node, next});
    }
    return out;
  }

  void expand(NodeId id, const Position& at) {
    const std::vector<Choice> list = choices(at);
    const NodeId first = static_cast<NodeId>(tree_.nodes.size());
    tree_.nodes[id].first_child = first;
    tree_.nodes[id].num_actions = static_cast<std::uint8_t>(list.size());
    ++tree_.size.decision_nodes[at.street];
    for (const Choice& choice : list) tree_.nodes.push_back(choice.node);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].node.kind == NodeKind::Decision) {
        expand(first + static_cast<NodeId>(i), list[i].next);
      } else {
        ++tree_.size.terminals;
      }
    }
  }

  const NoLimitRules rules_;
  PublicTree tree_;
};

}  // namespace

PublicTree no_limit_tree(const NoLimitRules& rules) {
  if (rules.num_streets < 1 || rules.num_streets > kNumStreets) {
    throw ConfigError("streets: expected 1..4, found " + std::to_string(rules.num_streets));
  }
  if (rules.ante < 1 || rules.stack <= rules.ante || rules.stack > kMaxStack) {
    throw ConfigError("stack: expected more than the ante of " + std::to_string(rules.ante) +
                      " and at most 10^9, found " + std::to_string(rules.stack));
  }
  const std::size_t most = std::max(rules.bet_fractions.size(), rules.raise_fractions.size());
  if (most + 3 > static_cast<std::size_t>(kMaxActions)) {
    throw ConfigError("menu: expected at most " + std::to_string(kMaxActions - 3) +
                      " fractions, found " + std::to_string(most));
  }
  for (const auto* menu : {&rules.bet_fractions, &rules.raise_fractions}) {
    for (double fraction : *menu) {
      if (!(fraction > 0.0 && fraction <= 1000.0)) {
        throw ConfigError("menu: expected fractions above 0, at most 1000, found " +
                          std::to_string(fraction));
      }
    }
  }
  return NoLimitBuilder(rules).build();
}

}  // namespace feltprint::lab
