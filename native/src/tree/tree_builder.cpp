#include "feltprint/tree/tree_builder.hpp"

#include <bit>
#include <string>

#include "feltprint/error.hpp"
#include "feltprint/rules/betting_state.hpp"
#include "feltprint/tree/menu.hpp"

namespace feltprint {

namespace {

constexpr std::uint64_t kMaxId = 0xFFFFFFFEu;

int groups(int num_buckets) { return (num_buckets + kLanes - 1) / kLanes; }

void verify_buckets(const std::array<int, kNumStreets>& num_buckets) {
  for (int street = 0; street < kNumStreets; ++street) {
    if (num_buckets[street] >= 1 && num_buckets[street] < kNoBucket) continue;
    throw ConfigError("num_buckets of street " + std::to_string(street) + " must be 1.." +
                      std::to_string(kNoBucket - 1) + ", found " +
                      std::to_string(num_buckets[street]));
  }
}

void verify_deck(int deck) {
  if (deck >= kMinDeck && deck <= kNumCards && deck % 4 == 0) return;
  throw ConfigError("deck must be " + std::to_string(kMinDeck) + ".." + std::to_string(kNumCards) +
                    " cards, four to a rank; found " + std::to_string(deck));
}

NodeKind kind_of(const BettingState& state, bool checks_down) {
  if (checks_down) return NodeKind::Showdown;
  if (!state.finished()) return NodeKind::Decision;
  return state.folded() ? NodeKind::Fold : NodeKind::Showdown;
}

// Walks the tree depth first; counts always, stores when kStore.
template <bool kStore>
class Expander {
 public:
  Expander(const ActionMenu& menu, const std::array<int, kNumStreets>& num_buckets,
           std::uint64_t max_blocks)
      : menu_(menu), num_buckets_(num_buckets), max_blocks_(max_blocks) {}

  void run(const BettingState& root) {
    if (root.finished()) throw ConfigError("no seat has a decision: all are all-in at the start");
    size_.nodes = 1;
    if constexpr (kStore) {
      Node& node = nodes_.emplace_back();
      node.actor = static_cast<std::uint8_t>(root.actor());
      node.live_mask = static_cast<std::uint8_t>(root.live_mask());
      node.action = ActionKind::None;
    }
    expand(root, 0);
    if constexpr (kStore) make_rows_street_major();
  }

  const TreeSize& size() const { return size_; }
  std::vector<Node>& nodes() { return nodes_; }
  void reserve(std::uint64_t num_nodes) { nodes_.reserve(num_nodes); }

 private:
  void expand(const BettingState& state, NodeId id) {
    ActionList list;
    menu_.list(state, list);
    const NodeId first = static_cast<NodeId>(size_.nodes);
    if constexpr (kStore) {
      Node& node = nodes_[id];
      node.first_child = first;
      node.row = static_cast<std::uint32_t>(street_blocks_[state.street()]);
      node.num_actions = static_cast<std::uint8_t>(list.count);
      nodes_.resize(first + list.count);
    }
    count_decision(state.street(), list.count);
    for (int i = 0; i < list.count; ++i) {
      BettingState next = state;
      play(list.actions[i], next);
      const bool checks_down = !next.finished() && next.street() == 1 && state.street() == 0 &&
                               std::popcount(next.live_mask()) > menu_.postflop_max_players();
      const NodeKind kind = kind_of(next, checks_down);
      if constexpr (kStore) store(first + i, list.actions[i].kind, kind, state, next);
      if (kind == NodeKind::Decision) {
        expand(next, first + i);
      } else {
        ++size_.terminals;
        size_.checkdown_terminals += checks_down ? 1 : 0;
      }
    }
  }

  void store(NodeId id, ActionKind action, NodeKind kind, const BettingState& state,
             const BettingState& next) {
    const bool decides = kind == NodeKind::Decision;
    Node& node = nodes_[id];
    node.total_chips = next.committed(state.actor());
    node.kind = kind;
    node.live_mask = static_cast<std::uint8_t>(next.live_mask());
    node.street =
        static_cast<std::uint8_t>(decides || next.finished() ? next.street() : state.street());
    node.actor = decides ? static_cast<std::uint8_t>(next.actor()) : kNoActor;
    node.action = action;
  }

  void count_decision(int street, int num_actions) {
    const std::uint64_t blocks =
        static_cast<std::uint64_t>(groups(num_buckets_[street])) * num_actions;
    ++size_.decision_nodes[street];
    size_.nodes += num_actions;
    size_.entries += static_cast<std::uint64_t>(num_buckets_[street]) * num_actions;
    size_.blocks += blocks;
    street_blocks_[street] += blocks;
    size_.preflop_blocks = street_blocks_[0];
    if (size_.nodes > kMaxId || size_.blocks > kMaxId) {
      throw ConfigError("the tree passes " + std::to_string(kMaxId) +
                        " nodes or table blocks: use fewer sizes, raises or buckets");
    }
    if (size_.blocks + size_.preflop_blocks > max_blocks_) reject_size();
  }

  [[noreturn]] void reject_size() const {
    throw ConfigError(
        "the tables pass the limit of " + std::to_string(max_blocks_ * kTableBytesPerBlock) +
        " bytes before the tree is counted; so far:\n  nodes    " + std::to_string(size_.nodes) +
        "\n  entries  " + std::to_string(size_.entries) + "\n  bytes    " +
        std::to_string(table_bytes(size_)) +
        "\nuse fewer sizes, raises or buckets, or raise the limit");
  }

  void make_rows_street_major() {
    std::array<std::uint32_t, kNumStreets> base{};
    for (int street = 1; street < kNumStreets; ++street) {
      base[street] = base[street - 1] + static_cast<std::uint32_t>(street_blocks_[street - 1]);
    }
    for (Node& node : nodes_) {
      if (node.kind == NodeKind::Decision) node.row += base[node.street];
    }
  }

  const Menu menu_;
  const std::array<int, kNumStreets> num_buckets_;
  const std::uint64_t max_blocks_;
  std::array<std::uint64_t, kNumStreets> street_blocks_{};
  TreeSize size_{};
  std::vector<Node> nodes_;
};

}  // namespace

PublicTree build_tree(const BettingRules& rules, const ActionMenu& menu,
                      const std::array<int, kNumStreets>& num_buckets, int deck) {
  verify_deck(deck);
  const TreeSize size = count_tree(rules, menu, num_buckets, 0);
  const BettingState root(rules);
  Expander<true> expander(menu, num_buckets, kMaxId * 2);
  expander.reserve(size.nodes);
  expander.run(root);
  PublicTree tree;
  tree.num_players = rules.num_players();
  tree.num_streets = kNumStreets;
  tree.num_buckets = num_buckets;
  tree.posted = root.committed();
  tree.antes = SeatChips{};
  for (int seat = 0; seat < rules.num_players(); ++seat) {
    tree.antes[seat] = root.committed(seat) - root.bet(seat);
  }
  tree.dead = root.dead();
  tree.rake = rules.rake;
  tree.profile = rules.profile;
  tree.chip_parts = 1;
  tree.deck = deck;
  tree.size = expander.size();
  tree.nodes = std::move(expander.nodes());
  return tree;
}

TreeSize count_tree(const BettingRules& rules, const ActionMenu& menu,
                    const std::array<int, kNumStreets>& num_buckets, std::uint64_t limit_bytes) {
  verify_buckets(num_buckets);
  const BettingState root(rules);
  const std::uint64_t max_blocks =
      limit_bytes == 0 ? kMaxId * 2 : limit_bytes / kTableBytesPerBlock;
  Expander<false> expander(menu, num_buckets, max_blocks);
  expander.run(root);
  return expander.size();
}

}  // namespace feltprint
