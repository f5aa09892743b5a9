// The walk itself; included once per instruction set by traversal.cpp, inside a namespace and a
// target region, so it includes nothing and names only what traversal.cpp has included.
//
// Formulas, per bucket b and action a: sigma = positive part of the row, normalised;
// V(h) = sum_a sigma_a v_a(h); regret increment = t * sum_{h in b} w(h) (v_a(h) - V(h)).

#include "solver/lanes_body.hpp"

// The value of a subtree for every class of the traverser: one number, or a vector in slots.
struct Value {
  const float* slots;  // null: constant
  float constant;

  Lanes at(std::size_t slot) const {
    return slots != nullptr ? load(slots + slot) : splat(constant);
  }
};

class Walker {
 public:
  Walker(const TraversalInput& input, TraversalState& state)
      : in_(input),
        state_(state),
        tree_(*input.tree),
        nodes_(input.tree->nodes.data()),
        hands_(input.sample->hands.data() + input.deal * input.tree->num_players),
        codes_(input.classes->sampled_code.data() + input.deal * input.tree->num_players),
        committed_(input.tree->posted) {}

  double run() {
    const Value value = walk(nodes_[0], nodes_[0].street);
    if (value.slots == nullptr) return value.constant;
    return mean_over_hands(value.slots, nodes_[0].street);
  }

 private:
  // Value of a node in the slots of `space`, the street of the node above it.
  Value walk(const Node& node, int space) {
    if (node.kind == NodeKind::Showdown) return showdown(node, space);
    if (node.kind == NodeKind::Fold) {
      return {nullptr, fold_payoff(tree_, node, committed_, in_.traverser)};
    }
    Value value = node.actor == in_.traverser ? own_node(node) : opponent_node(node);
    for (int street = node.street; value.slots != nullptr && street > space; --street) {
      value.slots = gather(value.slots, street - 1);
    }
    return value;
  }

  // Weighted mean of a vector; eight lanes of doubles, added in lane order.
  double mean_over_hands(const float* values, int street) {
    const float* weight = state_.weights->street(street);
    const int num_slots = in_.classes->streets[street].num_slots();
    double sums[kLanes] = {};
    double totals[kLanes] = {};
    for (int slot = 0; slot < num_slots; slot += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const double w = weight[slot + lane];
        sums[lane] += w * double{values[slot + lane]};
        totals[lane] += w;
      }
    }
    double sum = 0.0;
    double total = 0.0;
    for (int lane = 0; lane < kLanes; ++lane) {
      sum += sums[lane];
      total += totals[lane];
    }
    return sum / total;
  }

  Value walk_child(const Node& node, int action) {
    const Node& child = nodes_[node.first_child + action];
    const Chips before = committed_[node.actor];
    committed_[node.actor] = child.total_chips;
    const Value value = walk(child, node.street);
    committed_[node.actor] = before;
    return value;
  }

  // From the slots of street + 1 to those of street.
  const float* gather(const float* next_values, int street) {
    const SlotTable& table = in_.classes->streets[street];
    const int num_slots = table.num_slots();
    const std::uint16_t* next = table.next.data();
    float* values = state_.arena->allocate(num_slots);
    for (int slot = 0; slot < num_slots; ++slot) values[slot] = next_values[next[slot]];
    return values;
  }

  Value showdown(const Node& leaf, int space) {
    FELTPRINT_ASSERT((leaf.live_mask >> in_.traverser) & 1);
    const PayoffSteps steps = showdown_steps(tree_, leaf, committed_, in_.traverser, codes_);
    const SlotTable& table = in_.classes->streets[space];
    const int num_slots = table.num_slots();
    float* values = state_.arena->allocate(num_slots);
    const float* code = table.code.data();
    for (int slot = 0; slot < num_slots; slot += kLanes) {
      const Lanes own = load_unaligned(code + slot);
      Lanes value = splat(steps.value[0]);
      for (int j = 0; j < steps.num_codes; ++j) {
        const Lanes step = splat(steps.code[j]);
        value = own > step ? splat(steps.value[2 * j + 2]) : value;
        value = own == step ? splat(steps.value[2 * j + 1]) : value;
      }
      store(values + slot, value);
    }
    return {values, 0.0f};
  }

  // The row that an opponent will read, ahead of time: rows are far apart and rarely cached.
  void prefetch_row(const Node& node) const {
    if (node.kind != NodeKind::Decision || node.actor == in_.traverser) return;
    const Bucket bucket = in_.sample->bucket[node.street][hands_[node.actor]];
    const std::size_t row = node.row + std::size_t{bucket} / kLanes * node.num_actions;
    for (int a = 0; a < node.num_actions; ++a) {
      __builtin_prefetch(in_.opponent_table + (row + a) * kLanes);
    }
  }

  // The table of an own node, which is read once its children have been walked.
  void prefetch_node(const Node& node) const {
    const float* table = in_.own_table + std::size_t{node.row} * kLanes;
    const int num_blocks = tree_.num_groups(node.street) * node.num_actions;
    for (int block = 0; block < num_blocks; block += 2) __builtin_prefetch(table + block * kLanes);
  }

  Value opponent_node(const Node& node) {
    const int num_actions = node.num_actions;
    for (int a = 0; a < num_actions; ++a) prefetch_row(nodes_[node.first_child + a]);
    const Bucket bucket = in_.sample->bucket[node.street][hands_[node.actor]];
    const std::uint32_t row = node.row + (bucket / kLanes) * num_actions;
    const int lane = bucket % kLanes;
    float sigma[kMaxActions];
    row_strategy(in_.opponent_table + std::size_t{row} * kLanes + lane, num_actions, sigma);
    if (state_.log_strategies) log_strategy(row, lane, num_actions, sigma);
    const int action = sample_action(sigma, num_actions);
    return walk_child(node, action);
  }

  void log_strategy(std::uint32_t row, int lane, int num_actions, const float* sigma) {
    state_.log->strategy_updates.push_back(
        {row, static_cast<std::uint16_t>(lane), static_cast<std::uint16_t>(num_actions)});
    float* increments = state_.log->strategies.append(num_actions);
    for (int a = 0; a < num_actions; ++a) increments[a] = in_.iteration_weight * sigma[a];
  }

  int sample_action(const float* sigma, int num_actions) {
    float left = state_.actions->uniform();
    for (int a = 0; a + 1 < num_actions; ++a) {
      if (left < sigma[a]) return a;
      left -= sigma[a];
    }
    return last_possible(sigma, num_actions);
  }

  Value own_node(const Node& node) {
    const int num_actions = node.num_actions;
    const SlotTable& table = in_.classes->streets[node.street];
    float* out = state_.arena->allocate(table.num_slots());
    const VectorArena::Mark mark = state_.arena->mark();
    Value child[kMaxActions];
    prefetch_node(node);
    for (int a = 0; a < num_actions; ++a) prefetch_row(nodes_[node.first_child + a]);
    for (int a = 0; a < num_actions; ++a) child[a] = own_action(node, a);
    switch (num_actions) {
      case 2:
        update_node<2>(node, table, child, out);
        break;
      case 3:
        update_node<3>(node, table, child, out);
        break;
      case 4:
        update_node<4>(node, table, child, out);
        break;
      default:
        update_node<0>(node, table, child, out);
    }
    state_.arena->release(mark);
    return {out, 0.0f};
  }

  // A fold ends the hand for the traverser: what the others do no longer matters to it.
  Value own_action(const Node& node, int action) {
    const Node& child = nodes_[node.first_child + action];
    if (child.action == ActionKind::Fold) {
      return {nullptr, -static_cast<float>(committed_[in_.traverser])};
    }
    return walk_child(node, action);
  }

  // The kernel. kActions = 0: the number of actions is known only at run time.
  template <int kActions>
  void update_node(const Node& node, const SlotTable& table, const Value* child, float* out) {
    const int num_actions = kActions > 0 ? kActions : node.num_actions;
    const int num_groups = tree_.num_groups(node.street);
    const bool logs = state_.log != nullptr;
    const float* weight = logs ? state_.weights->street(node.street) : nullptr;
    float* increments = logs ? start_regret_update(node, num_groups * num_actions) : nullptr;
    const float* block = in_.own_table + std::size_t{node.row} * kLanes;
    for (int group = 0; group < num_groups; ++group, block += num_actions * kLanes) {
      Lanes sigma[kActions > 0 ? kActions : kMaxActions];
      Lanes regret[kActions > 0 ? kActions : kMaxActions];
      group_strategy(block, num_actions, sigma);
      for (int a = 0; a < num_actions; ++a) regret[a] = splat(0.0f);
      for (int depth = table.offset[group]; depth < table.offset[group + 1]; ++depth) {
        const std::size_t slot = static_cast<std::size_t>(depth) * kLanes;
        Lanes value[kActions > 0 ? kActions : kMaxActions];
        Lanes mean = splat(0.0f);
        for (int a = 0; a < num_actions; ++a) {
          value[a] = child[a].at(slot);
          mean += sigma[a] * value[a];
        }
        store(out + slot, mean);
        if (!logs) continue;
        const Lanes w = load_unaligned(weight + slot);
        for (int a = 0; a < num_actions; ++a) regret[a] += w * (value[a] - mean);
      }
      if (!logs) continue;
      for (int a = 0; a < num_actions; ++a, increments += kLanes) {
        store_unaligned(increments, splat(in_.iteration_weight) * regret[a]);
      }
    }
  }

  float* start_regret_update(const Node& node, int num_blocks) {
    state_.log->regret_updates.push_back({node.row, static_cast<std::uint32_t>(num_blocks)});
    return state_.log->regrets.append(static_cast<std::size_t>(num_blocks) * kLanes);
  }

  const TraversalInput& in_;
  TraversalState& state_;
  const PublicTree& tree_;
  const Node* nodes_;
  const Hand* hands_;
  const std::int16_t* codes_;
  SeatChips committed_;
};

inline double walk_once(const TraversalInput& input, TraversalState& state) {
  return Walker(input, state).run();
}
