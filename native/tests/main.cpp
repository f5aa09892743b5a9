// usage: feltprint_tests [--exhaustive]
#include <cstdio>
#include <cstring>
#include <exception>

#include "check.hpp"

int main(int argc, char** argv) {
  const bool exhaustive = argc > 1 && std::strcmp(argv[1], "--exhaustive") == 0;
  int failed = 0;
  for (const auto& test : feltprint::tests::all_tests()) {
    if (test.exhaustive && !exhaustive) continue;
    try {
      test.run();
      std::printf("ok      %s\n", test.name);
    } catch (const std::exception& error) {
      ++failed;
      std::printf("FAILED  %s: %s\n", test.name, error.what());
    }
  }
  return failed == 0 ? 0 : 1;
}
