#include "feltprint/error.hpp"

namespace feltprint {

void assertion_failed(const char* expression, const char* file, int line) {
  throw std::logic_error(std::string("assertion failed: ") + expression + " at " + file + ":" +
                         std::to_string(line));
}

}  // namespace feltprint
