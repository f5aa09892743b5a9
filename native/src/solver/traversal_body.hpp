// The walk itself; included once per instruction set by traversal.cpp, inside a namespace and a
// target region, so it includes nothing and names only what traversal.cpp has included.
//
// Formulas, per bucket b and action a: sigma = positive part of the row, normalised;
// V(h) = sum_a sigma_a v_a(h); regret increment = weight * sum_{h in b} w(h) (v_a(h) - V(h)). On
// the first street they are the same for the sums over a bucket's hands, without w.

// In this order: each uses the one before.
// clang-format off
#include "solver/lanes_body.hpp"
#include "solver/sampling_body.hpp"
#include "solver/class_values_body.hpp"
// clang-format on

// The values of one traverser and its regrets: the backward half of a walk.
class Walker {
 public:
  Walker(const TraversalInput& input, TraversalState& state)
      : in_(input),
        state_(state),
        tree_(*input.tree),
        visits_(state.visits->data()),
        codes_(input.classes->sampled_code.data() + input.deal * input.tree->num_players),
        values_(input, state) {}

  double run(const Visit& root) {
    return values_.mean_over_hands(value(root, tree_.root().street));
  }

 private:
  // Value of a visit for its traverser, on the street `to`.
  Value value(const Visit& visit, int to) {
    const Node& node = *visit.node;
    // A fold ends the hand for the traverser: what the others do no longer matters to it.
    if (!visit.is_live()) return {nullptr, -static_cast<float>(visit.committed[visit.traverser])};
    if (node.kind == NodeKind::Fold) {
      return {nullptr, fold_payoff(tree_, node, visit.committed, visit.traverser)};
    }
    if (node.kind == NodeKind::Showdown) {
      return values_.showdown(showdown_steps(tree_, node, visit.committed, visit.traverser, codes_),
                              to);
    }
    return values_.lift(own_node(visit), node.street, to);
  }

  // The table of an own node, ahead of time: its kernel runs before that of its parent.
  void prefetch_table(const Visit& visit) const {
    if (!visit.is_own()) return;
    const int num_blocks = tree_.num_groups(visit.node->street) * visit.node->num_actions;
    if (in_.own_table.is_float(visit.node->row)) {
      const float* table = in_.own_table.float_block(visit.node->row);
      for (int block = 0; block < num_blocks; block += 2) {
        __builtin_prefetch(table + block * kLanes);
      }
    } else {
      const std::int16_t* table = in_.own_table.code_block(visit.node->row);
      for (int block = 0; block < num_blocks; block += 4) {
        __builtin_prefetch(table + block * kLanes);
      }
    }
  }

  // The node's blocks as floats: the table's own, or its codes.
  const float* blocks_of(const Node& node) {
    if (in_.own_table.is_float(node.row)) return in_.own_table.float_block(node.row);
    const std::size_t entries =
        std::size_t(tree_.num_groups(node.street)) * node.num_actions * kLanes;
    const std::int16_t* codes = in_.own_table.code_block(node.row);
    float* blocks = state_.arena->allocate(entries);
    for (std::size_t i = 0; i < entries; ++i) blocks[i] = static_cast<float>(codes[i]);
    return blocks;
  }

  Value own_node(const Visit& visit) {
    const Node& node = *visit.node;
    const int num_actions = node.num_actions;
    const Visit* next = visits_ + visit.first_child;
    float* out = state_.arena->allocate(values_.vector_size(node.street));
    const VectorArena::Mark mark = state_.arena->mark();
    Value child[kMaxActions];
    for (int a = 0; a < num_actions; ++a) prefetch_table(next[a]);
    for (int a = 0; a < num_actions; ++a) child[a] = value(next[a], node.street);
    float* log = state_.log != nullptr ? state_.log->regrets_of(blocks_at(node)) : nullptr;
    const float* kept = in_.prune_below < 0.0f ? kept_regrets(node, log) : nullptr;
    switch (num_actions) {
      case 2:
        update_node<2>(node, child, out, log);
        break;
      case 3:
        update_node<3>(node, child, out, log);
        break;
      case 4:
        update_node<4>(node, child, out, log);
        break;
      default:
        update_node<0>(node, child, out, log);
    }
    if (kept != nullptr) restore_pruned(visit, kept, log);
    state_.arena->release(mark);
    return {out, 0.0f};
  }

  RowBlocks blocks_at(const Node& node) const {
    return {node.row, static_cast<std::uint16_t>(tree_.num_groups(node.street)), node.num_actions};
  }

  // What the log holds of a node before this visit.
  const float* kept_regrets(const Node& node, const float* log) {
    const std::size_t entries = blocks_at(node).num_entries();
    float* kept = state_.arena->allocate(entries);
    for (std::size_t i = 0; i < entries; ++i) kept[i] = log[i];
    return kept;
  }

  // An action that was left out has no regret of this visit.
  void restore_pruned(const Visit& visit, const float* kept, float* log) const {
    const std::size_t stride = std::size_t{visit.node->num_actions} * kLanes;
    const std::size_t entries = blocks_at(*visit.node).num_entries();
    for (int a = 0; a < visit.node->num_actions; ++a) {
      if (visits_[visit.first_child + a].node != &kPrunedNode) continue;
      for (std::size_t at = std::size_t(a) * kLanes; at < entries; at += stride) {
        store_unaligned(log + at, load_unaligned(kept + at));
      }
    }
  }

  // kActions = 0: the number of actions is known only at run time.
  template <int kActions>
  void update_node(const Node& node, const Value* child, float* out, float* log) {
    if (values_.is_first(node.street)) {
      update_sums<kActions>(node, child, out, log);
    } else {
      update_classes<kActions>(node, child, out, log);
    }
  }

  // The kernel of the first street, on sums.
  template <int kActions>
  void update_sums(const Node& node, const Value* child, float* out, float* log) {
    const int num_actions = kActions > 0 ? kActions : node.num_actions;
    const int num_groups = tree_.num_groups(node.street);
    const float* block = blocks_of(node);
    for (int group = 0; group < num_groups; ++group, block += num_actions * kLanes) {
      Lanes sigma[kActions > 0 ? kActions : kMaxActions];
      Lanes sum[kActions > 0 ? kActions : kMaxActions];
      group_strategy(block, num_actions, sigma);
      Lanes mean = splat(0.0f);
      for (int a = 0; a < num_actions; ++a) {
        sum[a] =
            child[a].at_bucket(static_cast<std::size_t>(group) * kLanes, values_.weight_sums());
        mean += sigma[a] * sum[a];
      }
      store(out + group * kLanes, mean);
      if (log == nullptr) continue;
      for (int a = 0; a < num_actions; ++a) add_to(log, sum[a] - mean);
    }
  }

  // The kernel of the later streets, on classes.
  template <int kActions>
  void update_classes(const Node& node, const Value* child, float* out, float* log) {
    const int num_actions = kActions > 0 ? kActions : node.num_actions;
    const SlotTable& table = in_.classes->streets[node.street];
    const int num_groups = tree_.num_groups(node.street);
    const float* weight = log != nullptr ? state_.weights->street(node.street) : nullptr;
    const float* block = blocks_of(node);
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
          value[a] = child[a].at_slot(slot);
          mean += sigma[a] * value[a];
        }
        store(out + slot, mean);
        if (log == nullptr) continue;
        const Lanes w = load_unaligned(weight + slot);
        for (int a = 0; a < num_actions; ++a) regret[a] += w * (value[a] - mean);
      }
      if (log == nullptr) continue;
      for (int a = 0; a < num_actions; ++a) add_to(log, regret[a]);
    }
  }

  // The next block of the log.
  void add_to(float*& log, Lanes regret) const {
    const Lanes sum = splat(in_.weights.regret) * regret;
    store_unaligned(log, load_unaligned(log) + sum);
    log += kLanes;
  }

  const TraversalInput& in_;
  TraversalState& state_;
  const PublicTree& tree_;
  const Visit* visits_;
  const std::int16_t* codes_;
  ClassValues values_;
};

inline void traverse_once(const TraversalInput& input, TraversalState& state, double* values) {
  TreeSampler(input, state).run();
  const std::size_t num_traversers = std::popcount(input.traversers);
  for (std::size_t i = 0; i < num_traversers; ++i) {
    const Visit* root = state.visits->data() + i;
    state.weights->start_traverser(root->traverser);
    const VectorArena::Mark mark = state.arena->mark();
    values[root->traverser] = Walker(input, state).run(*root);
    state.arena->release(mark);
  }
}
