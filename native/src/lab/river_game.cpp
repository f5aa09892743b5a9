#include "feltprint/lab/river_game.hpp"

#include <algorithm>
#include <cmath>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/class_layout.hpp"
#include "feltprint/cards/hand_rank.hpp"
#include "feltprint/cards/showdown.hpp"
#include "feltprint/error.hpp"

namespace feltprint::lab {
namespace {

// A leaf of the tree: where its two sequences start (one for each hand, side by side), and what
// seat 0 wins there; at a fold always, at a showdown when its hand is better.
struct River {
  std::array<std::uint32_t, 2> first_sequence;
  bool showdown;
  double stake;  // of a fold: what seat 0 gets
};

class RiverPayoffs final : public Payoffs {
 public:
  RiverPayoffs(const RiverSpot& spot, std::array<std::vector<Hand>, 2> hands,
               std::vector<River> leaves, std::array<std::uint32_t, 2> num_sequences)
      : spot_(spot),
        plan_(spot.board),
        hands_(std::move(hands)),
        leaves_(std::move(leaves)),
        num_sequences_(num_sequences),
        scale_(1.0 / total_weight()) {}

  void gradient(Player player, const double* const* reach, double* gradient) const override {
    std::fill(gradient, gradient + num_sequences_[player], 0.0);
    const Player other = 1 - player;
    std::array<double, kNumHands> weights{};
    std::array<double, kNumHands> value;
    for (const River& leaf : leaves_) {
      const double* others = reach[other] + leaf.first_sequence[other];
      for (std::size_t i = 0; i < hands_[other].size(); ++i) {
        const Hand hand = hands_[other][i];
        weights[hand] = spot_.range[other][hand] * others[i];
      }
      double* out = gradient + leaf.first_sequence[player];
      if (leaf.showdown) {
        plan_.values(weights.data(), value.data());
        for (std::size_t i = 0; i < hands_[player].size(); ++i) {
          const Hand hand = hands_[player][i];
          out[i] += own(player, hand) * leaf.stake * value[hand];
        }
      } else {
        const double stake = player == 0 ? leaf.stake : -leaf.stake;
        disjoint_weights(spot_.board.data(), 5, weights.data(), value.data());
        for (std::size_t i = 0; i < hands_[player].size(); ++i) {
          const Hand hand = hands_[player][i];
          out[i] += own(player, hand) * stake * value[hand];
        }
      }
    }
  }

  std::size_t num_terms() const override { return 0; }

 private:
  double own(Player player, Hand hand) const { return spot_.range[player][hand] * scale_; }

  double total_weight() const {
    std::vector<double> weights(kNumHands, 0.0);
    std::vector<double> disjoint(kNumHands);
    for (Hand hand : hands_[1]) weights[hand] = spot_.range[1][hand];
    disjoint_weights(spot_.board.data(), 5, weights.data(), disjoint.data());
    double sum = 0.0;
    for (Hand hand : hands_[0]) sum += spot_.range[0][hand] * disjoint[hand];
    if (!(sum > 0.0)) {
      throw ConfigError("ranges: expected a pair of hands without a common card, found none");
    }
    return sum;
  }

  const RiverSpot spot_;
  const ShowdownPlan plan_;
  const std::array<std::vector<Hand>, 2> hands_;
  const std::vector<River> leaves_;
  const std::array<std::uint32_t, 2> num_sequences_;
  const double scale_;
};

class RiverBuilder {
 public:
  RiverBuilder(const PublicTree& tree, const RiverSpot& spot)
      : tree_(tree), parents_(parents_of(tree)), spot_(spot) {
    for (Player seat = 0; seat < 2; ++seat) hands_[seat] = live_hands(spot.range[seat]);
    offset_.assign(tree.nodes.size(), kNone);
  }

  SequenceGame build() {
    SequenceGame game{2, 0, {}, {}, {}, {}, {}, nullptr};
    for (Player seat = 0; seat < 2; ++seat) add_infosets(game, seat);
    for (Player seat = 0; seat < 2; ++seat) {
      for (InfosetShape& shape : shapes_[seat]) shape.parent_entry = parent_entry(shape);
      game.treeplexes.push_back(make_treeplex(shapes_[seat], game.num_entries));
    }
    std::vector<River> leaves;
    committed_ = tree_.posted;
    collect(game, 0, {kNoNode, kNoNode}, leaves);
    game.payoffs = std::make_unique<RiverPayoffs>(
        spot_, hands_, std::move(leaves),
        std::array{game.treeplexes[0].num_sequences, game.treeplexes[1].num_sequences});
    return game;
  }

 private:
  std::vector<Hand> live_hands(const std::vector<double>& range) const {
    std::uint64_t dead = 0;
    for (Card card : spot_.board) dead |= card_bit(card);
    std::vector<Hand> hands;
    for (int hand = 0; hand < kNumHands; ++hand) {
      if (range[hand] > 0.0 && (hand_table().mask[hand] & dead) == 0) {
        hands.push_back(static_cast<Hand>(hand));
      }
    }
    return hands;
  }

  static std::string card_name(Card card) {
    return {"23456789TJQKA"[rank_of(card)], "cdhs"[suit_of(card)]};
  }

  std::string letters(NodeId id) const {
    std::string text;
    for (NodeId at = id; parents_[at] != kNoNode; at = parents_[at]) {
      text.insert(0, action_text(tree_.nodes[at], false));
    }
    return text;
  }

  static std::string action_text(const Node& node, bool name) {
    if (node.action == ActionKind::Fold) return name ? "fold" : "f";
    if (node.action == ActionKind::Call) return name ? "call" : "c";
    std::string text = name ? "to " : "r";
    return text += std::to_string(node.total_chips);
  }

  void add_infosets(SequenceGame& game, Player seat) {
    for (NodeId id = 0; id < tree_.nodes.size(); ++id) {
      const Node& node = tree_.nodes[id];
      if (node.kind != NodeKind::Decision || node.actor != seat) continue;
      offset_[id] = game.num_entries;
      for (std::size_t i = 0; i < hands_[seat].size(); ++i) {
        const auto [a, b] = hand_table().cards[hands_[seat][i]];
        shapes_[seat].push_back({static_cast<std::uint32_t>(game.infoset_player.size()),
                                 node.num_actions, game.num_entries, id});
        game.infoset_player.push_back(static_cast<std::int8_t>(seat));
        game.num_actions.push_back(node.num_actions);
        game.infoset_label.push_back(card_name(b) + card_name(a) + "|" + letters(id));
        for (int action = 0; action < node.num_actions; ++action) {
          game.action_label.push_back(action_text(tree_.nodes[node.first_child + action], true));
        }
        game.num_entries += node.num_actions;
      }
    }
  }

  // While the shapes are collected, parent_entry holds the node; here it becomes the entry.
  std::uint32_t parent_entry(const InfosetShape& shape) const {
    const NodeId node = shape.parent_entry;
    const Player seat = tree_.nodes[node].actor;
    const std::uint32_t width = tree_.nodes[node].num_actions;
    const std::uint32_t place = (shape.first_entry - offset_[node]) / width;
    for (NodeId at = node; parents_[at] != kNoNode; at = parents_[at]) {
      const NodeId up = parents_[at];
      if (tree_.nodes[up].actor != seat) continue;
      return offset_[up] + place * tree_.nodes[up].num_actions + at - tree_.nodes[up].first_child;
    }
    return kNone;
  }

  void collect(const SequenceGame& game, NodeId id, std::array<NodeId, 2> last,
               std::vector<River>& leaves) {
    const Node& node = tree_.nodes[id];
    if (node.kind == NodeKind::Decision) {
      for (int a = 0; a < node.num_actions; ++a) {
        const NodeId next = node.first_child + static_cast<NodeId>(a);
        std::array<NodeId, 2> after = last;
        after[node.actor] = next;
        const Chips before = committed_[node.actor];
        committed_[node.actor] = tree_.nodes[next].total_chips;
        collect(game, next, after, leaves);
        committed_[node.actor] = before;
      }
      return;
    }
    River leaf{{}, node.kind == NodeKind::Showdown, 0.0};
    for (Player seat = 0; seat < 2; ++seat) {
      if (last[seat] == kNoNode) throw ConfigError("tree: expected both players to act");
      const NodeId up = parents_[last[seat]];
      const std::uint32_t entry = offset_[up] + last[seat] - tree_.nodes[up].first_child;
      leaf.first_sequence[seat] = game.treeplexes[seat].sequence_of[entry];
    }
    const double matched = std::min(committed_[0], committed_[1]);
    leaf.stake = leaf.showdown || (node.live_mask & 1) != 0 ? matched : -matched;
    leaves.push_back(leaf);
  }

  const PublicTree& tree_;
  const std::vector<NodeId> parents_;
  const RiverSpot& spot_;
  std::array<std::vector<Hand>, 2> hands_;
  std::vector<std::uint32_t> offset_;  // [node] -> entry of its first hand's first action
  std::array<std::vector<InfosetShape>, 2> shapes_;
  SeatChips committed_{};
};

}  // namespace

SequenceGame make_river_game(const PublicTree& tree, const RiverSpot& spot) {
  for (const std::vector<double>& range : spot.range) {
    if (range.size() != kNumHands) {
      throw ConfigError("range: expected 1326 weights, found " + std::to_string(range.size()));
    }
    for (double weight : range) {
      if (!(weight >= 0.0 && std::isfinite(weight))) {
        throw ConfigError("range: expected finite weights from 0 up, found " +
                          std::to_string(weight));
      }
    }
  }
  if (tree.num_players != 2 || tree.num_streets != 1) {
    throw ConfigError("tree: expected one street for two players");
  }
  return RiverBuilder(tree, spot).build();
}

}  // namespace feltprint::lab
