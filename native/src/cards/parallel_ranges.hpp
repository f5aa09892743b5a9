// Splits 0..count into one contiguous range for each thread. Results must not depend on the split:
// callers write to places that belong to the index alone, or add integers.
#pragma once

#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace feltprint {

// Calls work(begin, end) on num_threads threads (the calling one included) and waits. An
// exception of any of them is thrown again here.
template <class Work>
void parallel_ranges(std::size_t count, int num_threads, const Work& work) {
  const auto threads = static_cast<std::size_t>(num_threads < 1 ? 1 : num_threads);
  std::vector<std::exception_ptr> failures(threads);
  const auto run = [&](std::size_t i) {
    try {
      work(count * i / threads, count * (i + 1) / threads);
    } catch (...) {
      failures[i] = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back(run, i);
  run(0);
  for (std::thread& thread : others) thread.join();
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace feltprint
