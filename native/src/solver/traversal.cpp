#include "feltprint/solver/traversal.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>

#include "feltprint/cfr/regret_matching.hpp"
#include "feltprint/error.hpp"
#include "feltprint/evaluate/terminal.hpp"

namespace feltprint {

void VectorArena::enter(std::size_t block) {
  block_ = block;
  memory_ = blocks_[block].memory.get();
  size_ = blocks_[block].size;
  used_ = 0;
}

void VectorArena::next_block(std::size_t count) {
  constexpr std::size_t kBlockFloats = std::size_t{1} << 18;
  std::size_t block = blocks_.empty() ? 0 : block_ + 1;
  while (block < blocks_.size() && blocks_[block].size < count) ++block;
  if (block == blocks_.size()) {
    const std::size_t size = std::max(kBlockFloats, count);
    void* memory = std::aligned_alloc(64, size * sizeof(float));
    if (memory == nullptr) throw std::bad_alloc();
    blocks_.push_back({std::unique_ptr<float, Free>(static_cast<float*>(memory)), size});
  }
  enter(block);
}

void VectorArena::Free::operator()(float* memory) const { std::free(memory); }

// What stands for an action that is left out: a leaf at which nobody is live.
constexpr Node kPrunedNode{0, 0, 0, NodeKind::Fold, 0, 0, 0, kNoActor, ActionKind::None};

// The walk, compiled once for each instruction set. No path uses fused multiply-adds.
#define FELTPRINT_KERNEL "solver/traversal_body.hpp"
#include "isa_kernels.inc"

void traverse(const TraversalInput& input, TraversalState& state, double* values) {
  FELTPRINT_FOR_ISA(traverse_once)(input, state, values);
}

}  // namespace feltprint
