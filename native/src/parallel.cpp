#include "feltprint/parallel.hpp"

#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace feltprint {
namespace {

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
  void run(Job& job, int num_helpers) {
    grow(num_helpers);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      job_ = &job;
      wanted_ = num_helpers;
      running_ = num_helpers;
      ++generation_;
    }
    wake_.notify_all();
    job.work(0);
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [this] { return running_ == 0; });
    job_ = nullptr;
  }

 private:
  void grow(int num_helpers) {
    while (static_cast<int>(threads_.size()) < num_helpers) {
      const int worker = static_cast<int>(threads_.size()) + 1;
      // Detached: the pool lives as long as the process, and a forked child cannot join.
      threads_.emplace_back([this, worker, seen = generation_] { serve(worker, seen); });
      threads_.back().detach();
    }
  }

  void serve(int worker, std::uint64_t seen) {
    for (;;) {
      Job* job = nullptr;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [&] { return generation_ != seen; });
        seen = generation_;
        if (worker > wanted_) continue;
        job = job_;
      }
      job->work(worker);
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (--running_ == 0) done_.notify_one();
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::vector<std::thread> threads_;
  Job* job_ = nullptr;
  int wanted_ = 0;
  int running_ = 0;
  std::uint64_t generation_ = 0;
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
