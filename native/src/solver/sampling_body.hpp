// Which nodes a deal's traversals meet: the forward half of a walk. Included by
// traversal_body.hpp inside a namespace and a target region, so it includes nothing itself.
//
// All traversers of the deal advance together, level by level. Nodes and rows are rarely cached, so
// each is asked for one pass before it is read: what one branch waits for arrives while the others
// move. Who acts next, and what it does, is as good as random: no branch depends on it that can be
// done without.

class TreeSampler {
 public:
  TreeSampler(const TraversalInput& input, TraversalState& state)
      : in_(input), state_(state), visits_(*state.visits), nodes_(input.tree->nodes.data()) {
    const Hand* hands = in_.sample->hands.data() + in_.deal * in_.tree->num_players;
    for (Player seat = 0; seat < in_.tree->num_players; ++seat) {
      for (int street = 0; street < in_.classes->num_streets; ++street) {
        bucket_[seat][street] = in_.sample->bucket[street][hands[seat]];
      }
    }
  }

  // Fills the visits: first one for each traverser in seat order, then level by level; the
  // children of a visit are contiguous.
  void run() {
    visits_.clear();
    for (Player seat = 0; seat < in_.tree->num_players; ++seat) {
      if (((in_.traversers >> seat) & 1) == 0) continue;
      const auto traverser = static_cast<std::int8_t>(seat);
      visits_.push_back({nodes_, in_.tree->posted, traverser, Visit::kNobody, 0});
    }
    std::size_t level = 0;
    while (level < visits_.size()) {
      play_opponents(level);
      const std::size_t end = visits_.size();
      for (; level < end; ++level) expand(level);
    }
    if (state_.log != nullptr) state_.log->count_nodes(visits_.size() + num_moves_);
  }

 private:
  bool is_opponents(const Visit& visit) const {
    return visit.node->kind == NodeKind::Decision && visit.node->actor != visit.traverser &&
           visit.is_live();
  }

  // Opponents act until each visit from `first` on is at its traverser or at a leaf.
  void play_opponents(std::size_t first) {
    auto& moving = *state_.moving;
    moving.resize(visits_.size() - first);
    for (std::size_t i = 0; i < moving.size(); ++i) {
      moving[i] = static_cast<std::uint32_t>(first + i);
    }
    while (true) {
      std::size_t num_moving = 0;
      for (const std::uint32_t index : moving) {
        Visit& visit = visits_[index];
        arrive(visit);
        moving[num_moving] = index;
        num_moving += is_opponents(visit);
      }
      moving.resize(num_moving);
      num_moves_ += num_moving;
      if (moving.empty()) return;
      for (const std::uint32_t index : moving) act(visits_[index]);
    }
  }

  // Takes in a node that a pass before has asked for, and asks for what is read next.
  void arrive(Visit& visit) {
    const Node& node = *visit.node;
    if (visit.mover != Visit::kNobody) visit.committed[visit.mover] = node.total_chips;
    __builtin_prefetch(nodes_ + node.first_child);
    // A leaf, of no actions, asks for row 0.
    const std::size_t row = row_of(node);
    if (in_.opponent_table.is_float(node.row)) {
      const float* blocks = in_.opponent_table.float_block(row);
      __builtin_prefetch(blocks);
      __builtin_prefetch(blocks + 2 * kLanes);
      __builtin_prefetch(blocks + std::max(node.num_actions - 1, 0) * kLanes);
    } else {
      __builtin_prefetch(in_.opponent_table.code_block(row));
    }
  }

  // The first block of the group of the actor's bucket.
  std::size_t row_of(const Node& node) const {
    return node.row + std::size_t{bucket_[node.actor][node.street]} / kLanes * node.num_actions;
  }

  // An opponent's action, sampled from its current strategy.
  void act(Visit& visit) {
    const Node& node = *visit.node;
    const auto row = static_cast<std::uint32_t>(row_of(node));
    const int lane = bucket_[node.actor][node.street] % kLanes;
    alignas(16) float sigma[kMaxActions] = {};  // logged in steps, beyond the last action
    row_strategy(in_.opponent_table, row, lane, node.num_actions, sigma);
    if (node.street <= in_.average_street)
      log_strategy({row, static_cast<std::uint16_t>(lane), node.num_actions}, sigma);
    visit.mover = static_cast<std::int8_t>(node.actor);
    visit.node =
        nodes_ + node.first_child + sample_action(visit.traverser, sigma, node.num_actions);
    __builtin_prefetch(visit.node);
  }

  // In steps of a vector; the log has room for the last one.
  void log_strategy(const RowUpdate& row, const float* sigma) {
    static_assert(kFewActions == GrowingBuffer<float>::kStep && kMaxActions % kFewActions == 0);
    float* increments = state_.log->add_strategy(row);
    for (int first = 0; first < row.num_actions; first += kFewActions) {
      float step[kFewActions];
      for (int a = 0; a < kFewActions; ++a) step[a] = in_.weights.strategy * sigma[first + a];
      __builtin_memcpy(increments + first, step, sizeof(step));
    }
  }

  // How many actions the draw is beyond. Places behind the last action have no probability.
  int sample_action(Player traverser, const float* sigma, int num_actions) {
    float left = state_.actions[traverser].uniform();
    int action = 0;
    bool is_beyond = true;
    for (int a = 0; a + 1 < std::max(num_actions, kFewActions); ++a) {
      is_beyond &= left >= sigma[a];
      action += is_beyond;
      left -= sigma[a];
    }
    action = std::min(action, num_actions - 1);
    return sigma[action] > 0.0f ? action : last_possible(sigma, num_actions);
  }

  // Every action of the traverser, if it is to act.
  void expand(std::size_t index) {
    const Visit visit = visits_[index];
    if (!visit.is_own()) return;
    visits_[index].first_child = static_cast<std::uint32_t>(visits_.size());
    for (int a = 0; a < visit.node->num_actions; ++a) {
      visits_.push_back({nodes_ + visit.node->first_child + a, visit.committed, visit.traverser,
                         visit.traverser, 0});
    }
    if (in_.prune_below < 0.0f) prune(*visit.node, visits_.data() + visits_[index].first_child);
  }

  // Leaves out the actions that none of the board's buckets would play, nor nearly.
  void prune(const Node& node, Visit* children) const {
    if (node.street + 1 == in_.tree->num_streets) return;
    for (int a = 0; a < node.num_actions; ++a) {
      if (children[a].node->kind != NodeKind::Decision) continue;
      if (is_hopeless(node, a)) children[a].node = &kPrunedNode;
    }
  }

  bool is_hopeless(const Node& node, int action) const {
    const SlotTable& table = in_.classes->streets[node.street];
    for (int group = 0; group < in_.tree->num_groups(node.street); ++group) {
      if (table.offset[group] == table.offset[group + 1]) continue;
      const std::uint32_t row = node.row + static_cast<std::uint32_t>(group * node.num_actions);
      const float* hands = table.weight.data() + std::size_t{table.offset[group]} * kLanes;
      for (int lane = 0; lane < kLanes; ++lane) {
        if (hands[lane] == 0.0f) continue;  // a bucket that the board does not allow
        if (in_.own_table.entry(row, action, lane) >= in_.prune_below) return false;
        bool plays_another = false;
        for (int a = 0; a < node.num_actions; ++a) {
          plays_another = plays_another || in_.own_table.entry(row, a, lane) > 0.0f;
        }
        if (!plays_another) return false;
      }
    }
    return true;
  }

  const TraversalInput& in_;
  TraversalState& state_;
  std::vector<Visit>& visits_;
  const Node* nodes_;
  std::size_t num_moves_ = 0;                      // of opponents
  Bucket bucket_[kNoActor + 1][kNumStreets] = {};  // leaves have an actor, too
};
