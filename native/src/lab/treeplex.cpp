#include "feltprint/lab/treeplex.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace feltprint::lab {
namespace {

// How many own decisions at most follow each infoset; [index into shapes].
std::vector<std::uint32_t> heights(const std::vector<InfosetShape>& shapes,
                                   const std::vector<std::uint32_t>& owner) {
  std::vector<std::uint32_t> depth(shapes.size(), kNone);
  const auto depth_of = [&](std::uint32_t i) {
    std::vector<std::uint32_t> path;
    while (depth[i] == kNone && shapes[i].parent_entry != kNone) {
      path.push_back(i);
      i = owner[shapes[i].parent_entry];
    }
    if (depth[i] == kNone) depth[i] = 0;
    std::uint32_t level = depth[i];
    for (auto it = path.rbegin(); it != path.rend(); ++it) depth[*it] = ++level;
  };
  for (std::uint32_t i = 0; i < shapes.size(); ++i) depth_of(i);
  std::vector<std::uint32_t> order(shapes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return depth[a] > depth[b]; });
  std::vector<std::uint32_t> height(shapes.size(), 0);
  for (std::uint32_t i : order) {
    if (shapes[i].parent_entry == kNone) continue;
    std::uint32_t& up = height[owner[shapes[i].parent_entry]];
    up = std::max(up, height[i] + 1);
  }
  return height;
}

void add_group(Treeplex& plex, const std::vector<InfosetShape>& shapes,
               const std::vector<std::uint32_t>& members) {
  const std::uint32_t actions = shapes[members.front()].num_actions;
  const auto size = static_cast<std::uint32_t>(members.size());
  const std::uint32_t count = (size + kWidth - 1) / kWidth * kWidth;
  const InfosetGroup group{actions, count, plex.num_slots, plex.num_sequences};
  plex.groups.push_back(group);
  for (std::uint32_t i = 0; i < count; ++i) {
    plex.infoset.push_back(i < size ? shapes[members[i]].id : kNone);
    if (i >= size) continue;
    for (std::uint32_t a = 0; a < actions; ++a) {
      plex.sequence_of[shapes[members[i]].first_entry + a] = group.first_sequence + a * count + i;
    }
  }
  plex.num_slots += count;
  plex.num_sequences += actions * count;
}

// Which sequences belong to filling slots.
std::vector<bool> filling_sequences(const Treeplex& plex) {
  std::vector<bool> filling(plex.num_sequences + kWidth, false);
  for (const InfosetGroup& group : plex.groups) {
    for (std::uint32_t i = 0; i < group.count * group.num_actions; ++i) {
      const std::uint32_t slot = group.first_slot + i % group.count;
      filling[group.first_sequence + i] = plex.infoset[slot] == kNone;
    }
  }
  return filling;
}

Parents kind_of_parents(const std::uint32_t* parent, const std::uint32_t* infoset) {
  bool run = true;
  bool root = true;
  for (std::uint32_t lane = 0; lane < kWidth; ++lane) {
    run = run && parent[lane] == parent[0] + lane;
    root = root && (infoset[lane] == kNone || parent[lane] == kEmptySequence);
  }
  return root ? Parents::Root : run ? Parents::Run : Parents::Scattered;
}

// A filling slot goes on with the run of its neighbours where that leads to a filling sequence,
// which takes its zeros.
void link_parents(Treeplex& plex, const std::vector<InfosetShape>& shapes,
                  const std::vector<std::uint32_t>& by_slot) {
  const std::vector<bool> filling = filling_sequences(plex);
  plex.parent.assign(plex.num_slots, kNobodysSequence);
  plex.root_reach.assign(plex.num_slots, 0.0);
  for (std::uint32_t slot = 0; slot < plex.num_slots; ++slot) {
    const std::uint32_t lane = slot % kWidth;
    if (by_slot[slot] != kNone) {
      const std::uint32_t entry = shapes[by_slot[slot]].parent_entry;
      plex.parent[slot] = entry == kNone ? kEmptySequence : plex.sequence_of[entry];
      plex.root_reach[slot] = entry == kNone ? 1.0 : 0.0;
    } else if (lane > 0 && filling[plex.parent[slot - lane] + lane]) {
      plex.parent[slot] = plex.parent[slot - lane] + lane;
    }
  }
  for (std::uint32_t slot = 0; slot < plex.num_slots; slot += kWidth) {
    plex.parents.push_back(kind_of_parents(&plex.parent[slot], &plex.infoset[slot]));
  }
}

}  // namespace

Treeplex make_treeplex(const std::vector<InfosetShape>& shapes, std::uint32_t num_entries) {
  std::vector<std::uint32_t> owner(num_entries, kNone);
  for (std::uint32_t i = 0; i < shapes.size(); ++i) {
    for (std::uint32_t a = 0; a < shapes[i].num_actions; ++a) owner[shapes[i].first_entry + a] = i;
  }
  const std::vector<std::uint32_t> height = heights(shapes, owner);
  std::vector<std::uint32_t> order(shapes.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t i) { return std::tuple(height[i], shapes[i].num_actions); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });

  Treeplex plex;
  plex.sequence_of.assign(num_entries, kNone);
  std::vector<std::uint32_t> by_slot;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && key(order[end]) == key(order[begin])) ++end;
    add_group(plex, shapes, {order.begin() + begin, order.begin() + end});
    by_slot.insert(by_slot.end(), order.begin() + begin, order.begin() + end);
    by_slot.resize(plex.num_slots, kNone);
    begin = end;
  }
  link_parents(plex, shapes, by_slot);
  return plex;
}

std::vector<Treeplex> make_treeplexes(const ExtensiveGame& game) {
  const std::vector<std::uint32_t> offsets = entry_offsets(game);
  const std::vector<std::uint32_t> sequence = own_sequences(game);
  std::vector<std::uint32_t> parent(game.num_infosets(), kNone);
  for (std::size_t h = 0; h < game.num_histories(); ++h) {
    if (game.player[h] < 0) continue;
    parent[game.infoset[h]] = sequence[h * game.num_players + game.player[h]];
  }
  std::vector<std::vector<InfosetShape>> shapes(game.num_players);
  for (std::uint32_t i = 0; i < game.num_infosets(); ++i) {
    shapes[game.infoset_player[i]].push_back({i, game.num_actions[i], offsets[i], parent[i]});
  }
  std::vector<Treeplex> out;
  for (const auto& own : shapes) out.push_back(make_treeplex(own, offsets.back()));
  return out;
}

}  // namespace feltprint::lab
