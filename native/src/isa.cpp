#include "feltprint/isa.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "feltprint/error.hpp"

namespace feltprint {
namespace {

constexpr const char* kNames[] = {"baseline", "avx2", "avx512"};
std::atomic<int> g_active{-1};

std::string available_names() {
  std::string text;
  for (Isa isa : available_isas()) text += (text.empty() ? "" : ", ") + std::string(isa_name(isa));
  return text;
}

Isa require_available(Isa isa) {
  const auto isas = available_isas();
  if (std::find(isas.begin(), isas.end(), isa) == isas.end()) {
    throw ConfigError(std::string("instruction set ") + isa_name(isa) +
                      " is not available here; available: " + available_names() +
                      "; unset FELTPRINT_ISA or name one of them");
  }
  return isa;
}

Isa initial_isa() {
  const char* wanted = std::getenv("FELTPRINT_ISA");
  if (wanted == nullptr || *wanted == '\0') return available_isas().back();
  return require_available(isa_from_name(wanted));
}

}  // namespace

std::vector<Isa> available_isas() {
  std::vector<Isa> isas{Isa::Baseline};
#if FELTPRINT_DISPATCH
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) isas.push_back(Isa::Avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bitalg")) {
    isas.push_back(Isa::Avx512);
  }
#endif
  return isas;
}

Isa active_isa() {
  int value = g_active.load(std::memory_order_acquire);
  if (value < 0) {
    value = static_cast<int>(initial_isa());
    g_active.store(value, std::memory_order_release);
  }
  return static_cast<Isa>(value);
}

void set_active_isa(Isa isa) {
  g_active.store(static_cast<int>(require_available(isa)), std::memory_order_release);
}

const char* isa_name(Isa isa) { return kNames[static_cast<int>(isa)]; }

Isa isa_from_name(const std::string& name) {
  for (int i = 0; i < 3; ++i) {
    if (name == kNames[i]) return static_cast<Isa>(i);
  }
  throw ConfigError("instruction set '" + name +
                    "' is unknown; expected baseline, avx2 or avx512 (FELTPRINT_ISA)");
}

}  // namespace feltprint
