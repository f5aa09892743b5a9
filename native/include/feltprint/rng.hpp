// Counter-based random numbers: Philox4x32-10.
//
// A draw is a pure function of a key (seed, purpose) and a counter (shard, board, deal, draw), so
// nothing depends on threads, chunking or the order of jobs.
// Source: Salmon, Moraes, Dror, Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3".
#pragma once

#include <array>
#include <cstdint>

namespace feltprint {

// What a stream of random numbers is for; streams of different purposes never meet.
enum class Purpose : std::uint32_t {
  Deal = 1,
  Action = 2,
  EvaluationDeal = 3,
  EvaluationAction = 4,
  Translation = 5,
  Clustering = 6,
  Pruning = 7,
  Average = 8,
};

using PhiloxBlock = std::array<std::uint32_t, 4>;

// Ten rounds of Philox4x32. Published vectors are in tests/unit/test_rng.py.
inline PhiloxBlock philox4x32(PhiloxBlock counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{0xD2511F53u} * counter[0];
    const std::uint64_t product1 = std::uint64_t{0xCD9E8D57u} * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product0)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

// A sequence of 32-bit draws at one (shard, board, deal): four draws to a Philox block.
// The 64-bit board index fills counter words 0 and 1; word 2 is the deal, word 3 = shard << 24 |
// block of draws (so a stream has 2^26 draws).
class RandomStream {
 public:
  RandomStream(std::uint32_t seed, Purpose purpose, std::uint64_t board, std::uint32_t deal,
               std::uint32_t shard = 0)
      : key_{seed, static_cast<std::uint32_t>(purpose)},
        counter_{static_cast<std::uint32_t>(board), static_cast<std::uint32_t>(board >> 32), deal,
                 shard << 24} {}

  std::uint32_t next_u32() {
    if (used_ == 4) refill();
    return block_[used_++];
  }

  // Uniform in 0..bound-1, without bias (rejection; Lemire 2019). Requires bound >= 1.
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = std::uint64_t{next_u32()} * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) {
        product = std::uint64_t{next_u32()} * bound;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // The same for a 64-bit bound, from two draws at a time.
  std::uint64_t below64(std::uint64_t bound) {
    for (const std::uint64_t threshold = (0 - bound) % bound;;) {
      const std::uint64_t high = next_u32();
      const std::uint64_t value = high << 32 | next_u32();
      const unsigned __int128 product = static_cast<unsigned __int128>(value) * bound;
      if (static_cast<std::uint64_t>(product) >= threshold) {
        return static_cast<std::uint64_t>(product >> 64);
      }
    }
  }

  // Uniform in [0, 1): a multiple of 2^-24, exact in float32.
  float uniform() { return static_cast<float>(next_u32() >> 8) * (1.0f / 16777216.0f); }

 private:
  // By itself: inside a caller's loop its rounds compete for the registers of the loop.
  [[gnu::noinline]] void refill() {
    block_ = philox4x32(counter_, key_);
    ++counter_[3];
    used_ = 0;
  }

  std::array<std::uint32_t, 2> key_;
  PhiloxBlock counter_;
  PhiloxBlock block_{};
  int used_ = 4;
};

}  // namespace feltprint
