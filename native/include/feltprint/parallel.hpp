// Work splitting: one persistent pool of threads for the whole process.
//
// Results never depend on the pool: a task's output belongs to its index, and reductions are done
// by the caller in index order. The pool starts on first use and again after a fork.
#pragma once

#include <functional>

namespace feltprint {

// parallel_for with two threads or more.
void run_on_pool(int num_tasks, int num_threads, const std::function<void(int, int)>& task);

// Runs task(index, worker) for index 0..num_tasks-1 on up to num_threads threads, the caller's
// included; worker is 0..num_threads-1 and no two tasks run at once with the same worker number.
// The first exception of a task is rethrown in the caller after all running tasks have ended.
// Threads: calls from several threads at once are served one after another.
template <typename Task>
void parallel_for(int num_tasks, int num_threads, const Task& task) {
  if (num_tasks > 1 && num_threads > 1) {
    run_on_pool(num_tasks, num_threads, task);
    return;
  }
  for (int index = 0; index < num_tasks; ++index) task(index, 0);
}

}  // namespace feltprint
