// Tests of the core: a list of named functions, each failing by an exception.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace feltprint::tests {

struct Test {
  const char* name;
  void (*run)();
  bool exhaustive;  // run only when asked for
};

inline std::vector<Test>& all_tests() {
  static std::vector<Test> tests;
  return tests;
}

struct Register {
  Register(const char* name, void (*run)(), bool exhaustive = false) {
    all_tests().push_back({name, run, exhaustive});
  }
};

template <class A, class B>
void check_equal(const A& found, const B& expected, const std::string& what) {
  if (found == expected) return;
  throw std::runtime_error(what + ": found " + std::to_string(found) + ", expected " +
                           std::to_string(expected));
}

inline void check(bool condition, const std::string& what) {
  if (!condition) throw std::runtime_error(what);
}

}  // namespace feltprint::tests
