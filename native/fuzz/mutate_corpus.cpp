// A driver for compilers without libFuzzer: every file of a folder, then mutations of them.
//
// usage: feltprint_fuzz_rows <folder> <mutations>. The same arguments try the same inputs.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Input = std::vector<std::uint8_t>;

std::vector<Input> read_folder(const char* folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Input> inputs;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return inputs;
}

Input mutated(const std::vector<Input>& corpus, std::mt19937& random) {
  Input input = corpus[random() % corpus.size()];
  for (unsigned edits = 1 + random() % 4; edits > 0; --edits) {
    const std::size_t at = input.empty() ? 0 : random() % input.size();
    switch (random() % 4) {
      case 0:
        if (!input.empty()) input[at] = static_cast<std::uint8_t>(random());
        break;
      case 1:
        input.insert(input.begin() + static_cast<std::ptrdiff_t>(at),
                     static_cast<std::uint8_t>(random()));
        break;
      case 2:
        input.resize(at);
        break;
      default: {
        const Input& other = corpus[random() % corpus.size()];
        const std::size_t cut = other.empty() ? 0 : random() % other.size();
        input.insert(input.end(), other.begin() + static_cast<std::ptrdiff_t>(cut), other.end());
      }
    }
  }
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s <folder> <mutations>\n", argv[0]);
    return 2;
  }
  const std::vector<Input> corpus = read_folder(argv[1]);
  if (corpus.empty()) {
    std::fprintf(stderr, "%s: expected at least one input, found none\n", argv[1]);
    return 2;
  }
  for (const Input& input : corpus) LLVMFuzzerTestOneInput(input.data(), input.size());
  std::mt19937 random(1);
  const long count = std::strtol(argv[2], nullptr, 10);
  for (long i = 0; i < count; ++i) {
    const Input input = mutated(corpus, random);
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::printf("%zu inputs and %ld mutations\n", corpus.size(), count);
  return 0;
}
