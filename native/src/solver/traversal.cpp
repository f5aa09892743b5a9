#include "feltprint/solver/traversal.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>

#include "feltprint/cfr/regret_matching.hpp"
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

// What stands for an action that is left out: a leaf at which nobody is live.
constexpr Node kPrunedNode{0, 0, 0, NodeKind::Fold, 0, 0, 0, kNoActor, ActionKind::None};

// The walk, compiled once for each instruction set. No path uses fused multiply-adds.
#define FELTPRINT_KERNEL "solver/traversal_body.hpp"
#include "isa_kernels.inc"

void traverse(const TraversalInput& input, TraversalState& state, double* values) {
  FELTPRINT_FOR_ISA(traverse_once)(input, state, values);
}

}  // namespace feltprint
