#include "feltprint/lab/group_passes.hpp"

#include "feltprint/isa.hpp"
#include "feltprint/lab/sequence_game.hpp"

namespace feltprint::lab {
namespace {

namespace baseline {
#include "group_kernel.inc"
}  // namespace baseline

#if FELTPRINT_DISPATCH
#pragma GCC push_options
#pragma GCC target("avx2")
namespace avx2 {
#include "group_kernel.inc"
}  // namespace avx2
#pragma GCC pop_options
#endif

}  // namespace

// Four doubles are one AVX2 register; AVX-512 would only help long groups and takes the same path.
const Passes& passes() {
#if FELTPRINT_DISPATCH
  if (active_isa() != Isa::Baseline) return avx2::kPasses;
#endif
  return baseline::kPasses;
}

}  // namespace feltprint::lab
