// The three kinds of failure a user can meet, and the assertion for programmer errors.
//
// A message says what was expected, what was found, where, and what to do.
// bindings/module.cpp registers the Python twins (feltprint.errors) once.
#pragma once

#include <stdexcept>
#include <string>

namespace feltprint {

// The request is impossible (twin of feltprint.errors.ConfigError, a ValueError).
struct ConfigError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A file is missing, truncated, of another version or of another tree (an OSError in Python).
struct ArtifactError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Numbers went wrong: NaN, overflow (a RuntimeError in Python).
struct SolverError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] void assertion_failed(const char* expression, const char* file, int line);

}  // namespace feltprint

// Off in release builds unless FELTPRINT_CHECKED is defined (the sanitizer build defines it).
#if defined(FELTPRINT_CHECKED) || !defined(NDEBUG)
#define FELTPRINT_ASSERT(expression) \
  ((expression) ? (void)0 : ::feltprint::assertion_failed(#expression, __FILE__, __LINE__))
#else
#define FELTPRINT_ASSERT(expression) ((void)0)
#endif
