#include "feltprint/cfr/infoset_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
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

// One compensated add: sum + carry is the exact sum but for second-order terms.
void add_compensated(float& sum, float& carry, float increment) {
  const float corrected = increment - carry;
  const float total = sum + corrected;
  carry = (total - sum) - corrected;
  sum = total;
}

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

void FloatBuffer::grow(std::size_t needed) {
  capacity_ = std::max(needed, capacity_ * 2 + 4096);
  std::unique_ptr<float[]> larger(new float[capacity_]);
  if (size_ > 0) std::memcpy(larger.get(), data_.get(), size_ * sizeof(float));
  data_ = std::move(larger);
}

void UpdateLog::clear() {
  regret_updates.clear();
  regrets.clear();
  strategy_updates.clear();
  strategies.clear();
}

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
    const float* increments = log.regrets.data();
    const std::size_t num_nodes = log.regret_updates.size();
    for (std::size_t i = 0; i < num_nodes; ++i) {
      const RegretUpdate& update = log.regret_updates[i];
      prefetch_regrets(log.regret_updates[std::min(i + 1, num_nodes - 1)]);
      if (owner_of(update.row, num_shares) == share) add_regrets(update, increments);
      increments += std::size_t{update.num_blocks} * kLanes;
    }
    increments = log.strategies.data();
    const std::size_t num_updates = log.strategy_updates.size();
    for (std::size_t i = 0; i < num_updates; ++i) {
      const StrategyUpdate& update = log.strategy_updates[i];
      prefetch_strategy(log.strategy_updates[std::min(i + kPrefetchAhead, num_updates - 1)]);
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
  const float* entry = cum_strategy.data() + std::size_t{update.row} * kLanes;
  for (int a = 0; a < update.num_actions; ++a) __builtin_prefetch(entry + a * kLanes, 1);
}

void InfosetTables::add_regrets(const RegretUpdate& update, const float* increments) {
  const std::size_t first = std::size_t{update.row} * kLanes;
  const std::size_t count = std::size_t{update.num_blocks} * kLanes;
  float* sums = cum_regret.data() + first;
  if (update.row < num_preflop_blocks_) {
    float* carries = regret_carry.data() + first;
    for (std::size_t i = 0; i < count; ++i) add_compensated(sums[i], carries[i], increments[i]);
  } else {
    for (std::size_t i = 0; i < count; ++i) sums[i] += increments[i];
  }
}

void InfosetTables::add_strategy(const StrategyUpdate& update, const float* increments) {
  std::size_t entry = std::size_t{update.row} * kLanes + update.lane;
  for (int a = 0; a < update.num_actions; ++a, entry += kLanes) {
    float& sum = cum_strategy.data()[entry];
    if (update.row < num_preflop_blocks_) {
      add_compensated(sum, strategy_carry.data()[entry], increments[a]);
    } else {
      sum += increments[a];
    }
  }
}

}  // namespace feltprint
