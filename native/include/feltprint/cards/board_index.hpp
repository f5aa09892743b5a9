// Hands on boards up to suits, numbered board by board: canonical boards in their order, within
// one its hands up to the suit permutations that leave it as it is, in lexicographic order of the
// least hand of each orbit. So the numbers of a board are one run, and data files by number are
// read board by board. The board is a set of cards (imperfect recall); deals with an order of
// rounds are numbered by HandIndexer. Sizes: flop 1,286,792; turn 13,960,050; river 123,156,254.
// Source of the sizes: Waugh 2013.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "feltprint/types.hpp"

namespace feltprint {

class BoardIndex {
 public:
  // Built on first use; street is 1..3. Threads: safe. Throws: ConfigError on another street.
  static const BoardIndex& of_street(int street);

  std::uint64_t size() const { return first_.back(); }
  // [canonical board] -> its first number; one more entry than boards.
  const std::vector<std::uint64_t>& first() const { return first_; }

  // Numbers of all hands on a real board of the street, -1 where it blocks the hand. Shape: out is
  // [hand].
  void indices(std::span<const Card> board, std::int64_t* out) const;

  struct Place {
    std::uint32_t board;  // canonical
    Hand hand;            // the least of its orbit
  };
  // Throws: ConfigError when the index is not below size().
  Place unindex(std::uint64_t index) const;

 private:
  explicit BoardIndex(int street);

  int street_;
  std::vector<std::uint64_t> first_;
};

}  // namespace feltprint
