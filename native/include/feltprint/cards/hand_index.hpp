// Deals up to suits, numbered one by one: an index for every sequence of rounds of cards.
//
// A deal is a set of cards for each round (hole cards, flop, ..). For each suit it holds a set of
// ranks in every round; the numbers of cards (k_0, k_1, ..) of a suit are its profile, and its
// sets are one of C(13, k_0) * C(13 - k_0, k_1) * .. choices. Suits of equal profile are
// exchangeable, so the choices of a group of them are a multiset. The index of a deal is the
// first index of its four profiles, plus mixed radix over the groups.
// Published sizes: [2] 169; [2,3] 1,286,792; [2,4] 13,960,050; [2,3,1] 55,190,538;
// [2,5] 123,156,254; [2,3,1,1] 2,428,287,420. Source: Waugh 2013.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "feltprint/types.hpp"

namespace feltprint {

class HandIndexer {
 public:
  // Throws: ConfigError unless there are 1-4 rounds of at least one card and at most 7 cards.
  explicit HandIndexer(std::vector<int> cards_per_round);

  std::uint64_t size() const { return size_; }
  int num_cards() const { return num_cards_; }

  // Requires: num_cards() different cards, round by round; order within a round is free.
  std::uint64_t index(std::span<const Card> cards) const;
  // The canonical deal of an index, each round in rising order. Throws: ConfigError when the
  // index is not below size().
  std::vector<Card> unindex(std::uint64_t index) const;

 private:
  struct Group {
    std::uint16_t profile;  // 4 bits a round, round 0 highest
    int num_suits;
    std::uint64_t choices;  // of one suit
    std::uint64_t radix;    // of the group
  };
  struct Layout {
    std::uint64_t key;  // four profiles, falling
    std::uint64_t first;
    std::vector<Group> groups;
  };
  struct SuitSets {
    std::uint16_t profile;
    std::array<std::uint16_t, 4> ranks;  // [round]
  };
  void add_layouts(std::array<std::uint16_t, 4>& profiles, int suit, std::vector<int>& left);
  void add_layout(const std::array<std::uint16_t, 4>& profiles);
  std::uint64_t choices(std::uint16_t profile) const;
  std::uint64_t choice_of(const SuitSets& sets) const;
  SuitSets sets_of(std::uint16_t profile, std::uint64_t choice) const;
  int count_of(std::uint16_t profile, std::size_t round) const {
    return profile >> (4 * (3 - round)) & 15;
  }

  std::vector<int> cards_per_round_;
  int num_cards_ = 0;
  std::uint64_t size_ = 0;
  std::vector<Layout> layouts_;  // by rising key
};

}  // namespace feltprint
