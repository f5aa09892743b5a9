#include "feltprint/parallel.hpp"

#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace feltprint {
namespace {

// How often a thread looks at a signal before it goes to sleep: some tens of microseconds. To wake
// a thread takes as long, and the phases of a solver's batch follow one another faster.
constexpr int kLooks = 1000;

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// A count that one thread waits for. On cache lines of its own: the waiter looks all the time.
// (std::atomic::wait gives its processor away before it sleeps, which costs a time slice wherever
// other work runs.)
class alignas(128) Signal {
 public:
  void raise() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      count_.fetch_add(1, std::memory_order_release);
    }
    raised_.notify_one();
  }

  // Returns once the signal has been raised `count` times.
  void wait(std::uint32_t count, int looks) {
    const auto reached = [&] { return count_.load(std::memory_order_acquire) == count; };
    for (int i = 0; i < looks; ++i) {
      if (reached()) return;
      relax();
    }
    std::unique_lock<std::mutex> lock(mutex_);
    raised_.wait(lock, reached);
  }

 private:
  std::atomic<std::uint32_t> count_{0};
  std::mutex mutex_;
  std::condition_variable raised_;
};

// One parallel_for in flight.
struct Job {
  Job(const std::function<void(int, int)>& function, int count)
      : task(&function), num_tasks(count) {}

  const std::function<void(int, int)>* task;
  const int num_tasks;
  std::atomic<int> next{0};
  std::mutex error_mutex;
  std::exception_ptr error;

  void work(int worker) {
    for (int index = next.fetch_add(1); index < num_tasks; index = next.fetch_add(1)) {
      try {
        (*task)(index, worker);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(error_mutex);
        if (!error) error = std::current_exception();
        next.store(num_tasks);
      }
    }
  }
};

class Pool {
 public:
  // Threads: one call at a time.
  void run(Job& job, int num_helpers) {
    grow(num_helpers);
    // With fewer processors than threads a look takes the time of the one that is looked for.
    looks_ = num_helpers < static_cast<int>(std::thread::hardware_concurrency()) ? kLooks : 0;
    job_ = &job;
    running_.store(num_helpers, std::memory_order_relaxed);
    for (int helper = 0; helper < num_helpers; ++helper) calls_[helper]->raise();
    job.work(0);
    done_.wait(++num_jobs_, looks_);
  }

 private:
  void grow(int num_helpers) {
    calls_.reserve(static_cast<std::size_t>(num_helpers));  // nothing fails once a thread runs
    while (static_cast<int>(calls_.size()) < num_helpers) {
      auto call = std::make_unique<Signal>();
      const int worker = static_cast<int>(calls_.size()) + 1;
      // Detached: the pool lives as long as the process, and a forked child cannot join.
      std::thread([this, worker, own = call.get()] { serve(worker, *own); }).detach();
      calls_.push_back(std::move(call));
    }
  }

  void serve(int worker, Signal& call) {
    int looks = 0;
    for (std::uint32_t num_calls = 1;; ++num_calls) {
      call.wait(num_calls, looks);
      looks = looks_;
      job_->work(worker);
      if (running_.fetch_sub(1, std::memory_order_acq_rel) == 1) done_.raise();
    }
  }

  std::vector<std::unique_ptr<Signal>> calls_;  // [helper]
  Signal done_;                                 // raised by the last helper of a job
  std::uint32_t num_jobs_ = 0;
  Job* job_ = nullptr;
  int looks_ = 0;
  std::atomic<int> running_{0};  // helpers
};

// The pool of this process; a forked child finds the parent's threads gone and makes its own.
Pool& pool() {
  static std::mutex mutex;
  static Pool* instance = nullptr;  // never freed: its threads outlive static destruction
  static pid_t owner = 0;
  const std::lock_guard<std::mutex> lock(mutex);
  if (instance == nullptr || owner != getpid()) {
    instance = new Pool;
    owner = getpid();
  }
  return *instance;
}

}  // namespace

void run_on_pool(int num_tasks, int num_threads, const std::function<void(int, int)>& task) {
  Job job(task, num_tasks);
  const int num_workers = num_threads < num_tasks ? num_threads : num_tasks;
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  pool().run(job, num_workers - 1);
  if (job.error) std::rethrow_exception(job.error);
}

}  // namespace feltprint
