#include "feltprint/cfr/infoset_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "feltprint/parallel.hpp"

namespace feltprint {
namespace {

// Which thread owns a node: a hash of its first block, so that neighbours spread.
std::uint32_t owner_of(std::uint32_t row, std::uint32_t num_shares) {
  const std::uint32_t hash = row * 0x9E3779B9u;
  return static_cast<std::uint32_t>((std::uint64_t{hash} * num_shares) >> 32);
}

constexpr std::size_t kPrefetchAhead = 8;  // updates; their rows are far apart

#define FELTPRINT_KERNEL "cfr/apply_kernel.inc"
#include "isa_kernels.inc"

}  // namespace

FloatTable::FloatTable(std::size_t size) : size_(size) {
  const std::size_t bytes = std::max<std::size_t>(size, 1) * sizeof(float);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  data_ = static_cast<float*>(memory);
}

FloatTable::~FloatTable() { munmap(data_, std::max<std::size_t>(size_, 1) * sizeof(float)); }

InfosetTables::InfosetTables(std::size_t num_blocks, std::size_t num_preflop_blocks)
    : cum_regret(num_blocks * kLanes),
      cum_strategy(num_blocks * kLanes),
      regret_carry(num_preflop_blocks * kLanes),
      strategy_carry(num_preflop_blocks * kLanes),
      num_blocks_(num_blocks),
      num_preflop_blocks_(num_preflop_blocks) {}

void InfosetTables::apply_logs(const std::vector<UpdateLog>& logs, int num_threads) {
  parallel_for(num_threads, num_threads, [&](int share, int) {
    apply_share(logs, static_cast<std::uint32_t>(share), static_cast<std::uint32_t>(num_threads));
  });
}

void InfosetTables::apply_share(const std::vector<UpdateLog>& logs, std::uint32_t share,
                                std::uint32_t num_shares) {
  for (const UpdateLog& log : logs) {
    const auto& regret_updates = log.regret_updates();
    const float* increments = log.regrets();
    const std::size_t num_nodes = regret_updates.size();
    for (std::size_t i = 0; i < num_nodes; ++i) {
      const RegretUpdate& update = regret_updates[i];
      prefetch_regrets(regret_updates[std::min(i + 1, num_nodes - 1)]);
      if (owner_of(update.row, num_shares) == share) add_regrets(update, increments);
      increments += std::size_t{update.num_blocks} * kLanes;
    }
    const auto& strategy_updates = log.strategy_updates();
    increments = log.strategies();
    const std::size_t num_updates = strategy_updates.size();
    for (std::size_t i = 0; i < num_updates; ++i) {
      const StrategyUpdate& update = strategy_updates[i];
      prefetch_strategy(strategy_updates[std::min(i + kPrefetchAhead, num_updates - 1)]);
      if (owner_of(update.row, num_shares) == share) add_strategy(update, increments);
      increments += update.num_actions;
    }
  }
}

void InfosetTables::prefetch_regrets(const RegretUpdate& update) const {
  const std::size_t first = std::size_t{update.row} * kLanes;
  const bool has_carry = update.row < num_preflop_blocks_;
  for (std::size_t i = 0; i < std::size_t{update.num_blocks} * kLanes; i += 2 * kLanes) {
    __builtin_prefetch(cum_regret.data() + first + i, 1);
    if (has_carry) __builtin_prefetch(regret_carry.data() + first + i, 1);
  }
}

void InfosetTables::prefetch_strategy(const StrategyUpdate& update) const {
  const std::size_t first = std::size_t{update.row} * kLanes;
  const bool has_carry = update.row < num_preflop_blocks_;
  for (int a = 0; a < update.num_actions; ++a) {
    __builtin_prefetch(cum_strategy.data() + first + a * kLanes, 1);
    if (has_carry) __builtin_prefetch(strategy_carry.data() + first + a * kLanes, 1);
  }
}

void InfosetTables::add_regrets(const RegretUpdate& update, const float* increments) {
  const std::size_t first = std::size_t{update.row} * kLanes;
  const std::size_t count = std::size_t{update.num_blocks} * kLanes;
  float* sums = cum_regret.data() + first;
  if (update.row < num_preflop_blocks_) {
    FELTPRINT_FOR_ISA(add_all_compensated)(sums, regret_carry.data() + first, increments, count);
  } else {
    FELTPRINT_FOR_ISA(add_all)(sums, increments, count);
  }
}

void InfosetTables::add_strategy(const StrategyUpdate& update, const float* increments) {
  std::size_t entry = std::size_t{update.row} * kLanes + update.lane;
  for (int a = 0; a < update.num_actions; ++a, entry += kLanes) {
    float& sum = cum_strategy.data()[entry];
    if (update.row < num_preflop_blocks_) {
      baseline::add_compensated(sum, strategy_carry.data()[entry], increments[a]);
    } else {
      sum += increments[a];
    }
  }
}

}  // namespace feltprint
