// Which instruction set the hot kernels run on.
//
// A kernel is one source file that is compiled once per instruction set (FELTPRINT_DISPATCH in
// the .cpp that owns it); the results are byte-identical on every path. The choice is made once,
// from the processor, or from the environment variable FELTPRINT_ISA = baseline | avx2 | avx512.
#pragma once

#include <string>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(FELTPRINT_NO_DISPATCH)
#define FELTPRINT_DISPATCH 1
#else
#define FELTPRINT_DISPATCH 0
#endif

namespace feltprint {

enum class Isa { Baseline = 0, Avx2 = 1, Avx512 = 2 };

// The paths that this build has and this processor can run, slowest first.
std::vector<Isa> available_isas();

// The path in use. Throws ConfigError when FELTPRINT_ISA names an unknown or unavailable path.
Isa active_isa();

// Chooses a path for the tests that walk all of them. Throws ConfigError when unavailable.
void set_active_isa(Isa isa);

const char* isa_name(Isa isa);
Isa isa_from_name(const std::string& name);

}  // namespace feltprint
