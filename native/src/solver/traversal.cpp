#include "feltprint/solver/traversal.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "feltprint/error.hpp"
#include "feltprint/evaluate/terminal.hpp"

namespace feltprint {

float* VectorArena::allocate(std::size_t count) {
  constexpr std::size_t kBlockFloats = std::size_t{1} << 18;
  const std::size_t rounded = (count + 15) & ~std::size_t{15};
  while (block_ < blocks_.size() && used_ + rounded > blocks_[block_].size) {
    ++block_;
    used_ = 0;
  }
  if (block_ == blocks_.size()) {
    const std::size_t size = std::max(kBlockFloats, rounded);
    void* memory = std::aligned_alloc(64, size * sizeof(float));
    if (memory == nullptr) throw std::bad_alloc();
    blocks_.push_back({std::unique_ptr<float, Free>(static_cast<float*>(memory)), size});
    used_ = 0;
  }
  float* result = blocks_[block_].memory.get() + used_;
  used_ += rounded;
  return result;
}

void VectorArena::Free::operator()(float* memory) const { std::free(memory); }

ConflictLists conflict_lists(const std::vector<std::uint64_t>& hand_masks) {
  ConflictLists lists(hand_masks.size());
  for (std::size_t hand = 0; hand < hand_masks.size(); ++hand) {
    for (std::size_t other = 0; other < hand_masks.size(); ++other) {
      if ((hand_masks[hand] & hand_masks[other]) != 0) {
        lists[hand].push_back(static_cast<Hand>(other));
      }
    }
  }
  return lists;
}

void DealWeights::start_deal(const BoardClasses& classes, const ConflictLists& conflicts,
                             const Hand* hands, int num_players) {
  classes_ = &classes;
  all_blocking_ready_.fill(false);
  blockers_.assign(conflicts.size(), 0);
  for (Player seat = 0; seat < num_players; ++seat) {
    for (Hand hand : conflicts[hands[seat]]) {
      blockers_[hand] = static_cast<std::uint8_t>(blockers_[hand] | (1u << seat));
    }
  }
  // Appends without branches: an entry that does not belong is overwritten by the next one. Hands
  // without a slot are the board's own.
  const std::uint16_t* slot_of = classes.streets[0].slot_of.data();
  blocked_.resize(conflicts.size() + 1);
  std::size_t num_blocked = 0;
  for (Player seat = 0; seat < num_players; ++seat) {
    const unsigned bit = 1u << seat;
    auto& alone = blocked_by_one_[seat];
    alone.resize(conflicts[hands[seat]].size() + 1);
    std::size_t num_alone = 0;
    for (Hand hand : conflicts[hands[seat]]) {
      const unsigned seats = blockers_[hand];
      const bool live = slot_of[hand] != kNoSlot;
      alone[num_alone] = hand;
      num_alone += live & (seats == bit);
      blocked_[num_blocked] = hand;
      num_blocked += live & ((seats & (~seats + 1u)) == bit);  // its first blocker lists it
    }
    alone.resize(num_alone);
  }
  blocked_.resize(num_blocked);
}

void DealWeights::start_traverser(Player traverser) {
  traverser_ = traverser;
  ready_.fill(false);
}

const std::vector<float>& DealWeights::all_blocking(int street) {
  auto& weight = all_blocking_[street];
  if (!all_blocking_ready_[street]) {
    const SlotTable& table = classes_->streets[street];
    weight.assign(table.weight.begin(), table.weight.end());
    for (Hand hand : blocked_) weight[table.slot_of[hand]] -= 1.0f;
    all_blocking_ready_[street] = true;
  }
  return weight;
}

const float* DealWeights::street(int street) {
  auto& weight = weight_[street];
  if (!ready_[street]) {
    const auto& base = all_blocking(street);
    weight.assign(base.begin(), base.end());
    const auto& slot_of = classes_->streets[street].slot_of;
    for (Hand hand : blocked_by_one_[traverser_]) weight[slot_of[hand]] += 1.0f;
    ready_[street] = true;
  }
  return weight.data();
}

// The walk, compiled once for each instruction set. No path uses fused multiply-adds.
namespace baseline {
#include "solver/traversal_body.hpp"
}
#if FELTPRINT_DISPATCH
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")
namespace avx2 {
#include "solver/traversal_body.hpp"
}
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512vl,avx512dq")
namespace avx512 {
#include "solver/traversal_body.hpp"
}
#pragma GCC pop_options
#endif

double traverse(Isa isa, const TraversalInput& input, TraversalState& state) {
#if FELTPRINT_DISPATCH
  if (isa == Isa::Avx512) return avx512::walk_once(input, state);
  if (isa == Isa::Avx2) return avx2::walk_once(input, state);
#endif
  (void)isa;
  return baseline::walk_once(input, state);
}

}  // namespace feltprint
