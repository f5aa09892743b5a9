#include "feltprint/lab/group_passes.hpp"

#include "feltprint/isa.hpp"
#include "feltprint/lab/sequence_game.hpp"

namespace feltprint::lab {
namespace {

#define FELTPRINT_KERNEL "lab/group_kernel.inc"
#include "isa_kernels.inc"

}  // namespace

const Passes& passes() { return *FELTPRINT_FOR_ISA(kPasses); }

}  // namespace feltprint::lab
