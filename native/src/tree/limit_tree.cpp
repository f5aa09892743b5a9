#include "feltprint/tree/limit_tree.hpp"

#include <bit>
#include <string>

#include "feltprint/error.hpp"

namespace feltprint {

namespace {

constexpr int kMaxLimitRaises = 8;
constexpr int kMaxChipParts = 60;  // a pot shared by up to six seats
constexpr std::uint64_t kMaxLimitNodes = 4'000'000;
constexpr std::uint64_t kMaxBlocks = 0xFFFFFFFEu;

struct Position {
  SeatChips committed;
  Chips max_committed;
  std::uint32_t live_mask;
  std::uint32_t pending_mask;  // seats still to act on this street
  int street;
  int num_raises;
  int actor;
};

struct LimitAction {
  ActionKind kind;
  Position next;
};

class LimitBuilder {
 public:
  explicit LimitBuilder(const LimitRules& rules) : rules_(rules) {
    tree_.num_players = rules.num_players;
    tree_.num_streets = static_cast<int>(rules.bets.size());
    tree_.num_buckets = {};
    tree_.posted = SeatChips{};
    for (int seat = 0; seat < rules.num_players; ++seat) tree_.posted[seat] = rules.ante;
    tree_.antes = tree_.posted;
    tree_.dead = SeatChips{};
    tree_.rake = RakeRule{0, 0, false};
    tree_.profile = RuleProfile::Strict;
    tree_.chip_parts = rules.chip_parts;
    tree_.deck = 0;
    tree_.size = TreeSize{};
    for (int street = 0; street < tree_.num_streets; ++street) {
      tree_.num_buckets[street] = rules.num_buckets[street];
    }
  }

  PublicTree build() {
    const std::uint32_t everyone = (1u << rules_.num_players) - 1u;
    Position root{tree_.posted, rules_.ante, everyone, everyone, 0, 0, 0};
    Node& node = tree_.nodes.emplace_back();
    node.live_mask = static_cast<std::uint8_t>(everyone);
    node.action = ActionKind::None;
    expand(0, root);
    tree_.size.nodes = tree_.nodes.size();
    tree_.size.preflop_blocks = street_blocks_[0];
    std::uint64_t base = 0;
    for (int street = 0; street < tree_.num_streets; ++street) {
      for (Node& node : tree_.nodes) {
        if (node.kind == NodeKind::Decision && node.street == street) {
          node.row += static_cast<std::uint32_t>(base);
        }
      }
      base += street_blocks_[street];
    }
    return std::move(tree_);
  }

 private:
  static int next_seat(std::uint32_t pending_mask, int after) {
    const std::uint32_t later = pending_mask & ~((2u << after) - 1u);
    return std::countr_zero(later != 0 ? later : pending_mask);
  }

  // The seat has acted: on to the next one, the next street, or the end (no seat pending).
  Position advance(Position at) const {
    at.pending_mask &= ~(1u << at.actor) & at.live_mask;
    if (std::has_single_bit(at.live_mask)) at.pending_mask = 0;
    const bool more = at.pending_mask == 0 && !std::has_single_bit(at.live_mask) &&
                      at.street + 1 < tree_.num_streets;
    if (more) {
      ++at.street;
      at.num_raises = 0;
      at.pending_mask = at.live_mask;
      at.actor = std::countr_zero(at.live_mask);
    } else if (at.pending_mask != 0) {
      at.actor = next_seat(at.pending_mask, at.actor);
    }
    return at;
  }

  std::vector<LimitAction> actions(const Position& at) const {
    std::vector<LimitAction> out;
    if (at.committed[at.actor] < at.max_committed) {
      Position fold = at;
      fold.live_mask &= ~(1u << at.actor);
      out.push_back({ActionKind::Fold, advance(fold)});
    }
    Position call = at;
    call.committed[at.actor] = at.max_committed;
    out.push_back({ActionKind::Call, advance(call)});
    if (at.num_raises < rules_.max_raises) {
      Position raise = at;
      raise.max_committed += rules_.bets[at.street];
      raise.committed[at.actor] = raise.max_committed;
      raise.pending_mask = at.live_mask;
      ++raise.num_raises;
      out.push_back({ActionKind::Raise, advance(raise)});
    }
    return out;
  }

  void expand(NodeId id, const Position& at) {
    const std::vector<LimitAction> list = actions(at);
    const int count = static_cast<int>(list.size());
    const NodeId first = static_cast<NodeId>(tree_.nodes.size());
    Node& node = tree_.nodes[id];
    node.first_child = first;
    node.num_actions = static_cast<std::uint8_t>(count);
    node.row = static_cast<std::uint32_t>(street_blocks_[at.street]);
    const std::uint64_t blocks = static_cast<std::uint64_t>(tree_.num_groups(at.street)) * count;
    street_blocks_[at.street] += blocks;
    tree_.size.blocks += blocks;
    tree_.size.entries += static_cast<std::uint64_t>(tree_.num_buckets[at.street]) * count;
    if (first > kMaxLimitNodes || tree_.size.blocks > kMaxBlocks) reject_size();
    ++tree_.size.decision_nodes[at.street];
    for (const LimitAction& action : list) tree_.nodes.push_back(make_node(at, action));
    for (int i = 0; i < count; ++i) {
      if (tree_.nodes[first + i].kind == NodeKind::Decision) {
        expand(first + i, list[i].next);
      } else {
        ++tree_.size.terminals;
      }
    }
  }

  [[noreturn]] static void reject_size() {
    throw ConfigError("the tree passes " + std::to_string(kMaxLimitNodes) + " nodes or " +
                      std::to_string(kMaxBlocks) +
                      " table blocks: use fewer players, raises or ranks");
  }

  static Node make_node(const Position& at, const LimitAction& action) {
    const Position& next = action.next;
    Node node{};
    if (next.pending_mask == 0) {
      node.kind = std::has_single_bit(next.live_mask) ? NodeKind::Fold : NodeKind::Showdown;
    }
    const bool decides = node.kind == NodeKind::Decision;
    node.total_chips = next.committed[at.actor];
    node.live_mask = static_cast<std::uint8_t>(next.live_mask);
    node.street = static_cast<std::uint8_t>(next.street);
    node.actor = decides ? static_cast<std::uint8_t>(next.actor) : kNoActor;
    node.action = action.kind;
    return node;
  }

  const LimitRules rules_;
  PublicTree tree_;
  std::array<std::uint64_t, kNumStreets> street_blocks_{};
};

void require_between(const char* what, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return;
  throw ConfigError(std::string(what) + " must be " + std::to_string(low) + ".." +
                    std::to_string(high) + ", found " + std::to_string(value));
}

}  // namespace

PublicTree limit_tree(const LimitRules& rules) {
  require_between("players", rules.num_players, 2, kMaxPlayers);
  require_between("streets", static_cast<std::int64_t>(rules.bets.size()), 1, kNumStreets);
  require_between("bucket counts", static_cast<std::int64_t>(rules.num_buckets.size()),
                  static_cast<std::int64_t>(rules.bets.size()),
                  static_cast<std::int64_t>(rules.bets.size()));
  require_between("chip parts", rules.chip_parts, 1, kMaxChipParts);
  const Chips most = kMaxChips / 64 / rules.chip_parts;
  require_between("ante", rules.ante, 1, most);
  require_between("max_raises", rules.max_raises, 0, kMaxLimitRaises);
  for (const Chips bet : rules.bets) require_between("bet", bet, 1, most);
  for (const int count : rules.num_buckets) require_between("buckets", count, 1, kNoBucket - 1);
  return LimitBuilder(rules).build();
}

PublicTree kuhn_tree(int num_players) {
  return limit_tree(LimitRules{num_players, 1, {1}, 1, {num_players + 1}, 1});
}

// The smallest number that makes every share of a pot whole; two seats always share an even pot.
constexpr int kLeducParts[] = {1, 1, 1, 6, 12, 60, 60};

PublicTree leduc_tree(const LeducRules& rules) {
  require_between("streets of Leduc", static_cast<std::int64_t>(rules.bets.size()), 2, 2);
  require_between("ranks of Leduc", rules.num_ranks, 2, 64);
  require_between("players", rules.num_players, 2, kMaxPlayers);
  return limit_tree(LimitRules{rules.num_players,
                               rules.ante,
                               rules.bets,
                               rules.max_raises,
                               {rules.num_ranks, rules.num_ranks * rules.num_ranks},
                               kLeducParts[rules.num_players]});
}

}  // namespace feltprint
