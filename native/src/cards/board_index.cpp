#include "feltprint/cards/board_index.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/error.hpp"

namespace feltprint {
namespace {

constexpr int kWords = (kNumHands + 63) / 64;
using HandSet = std::array<std::uint64_t, kWords>;

void insert(HandSet& set, int hand) { set[hand / 64] |= std::uint64_t{1} << hand % 64; }

// What leaves a canonical board as it is: suits of equal ranks, which are neighbours. Bit i of the
// kind tells that suits i and i + 1 have the same ranks on the board.
constexpr int kNumKinds = 8;
struct Orbits {
  std::array<std::array<Hand, kNumHands>, kNumKinds> least;  // [kind][hand] -> of its orbit
  std::array<HandSet, kNumKinds> are_least;
  std::array<HandSet, kNumCards> with_card;
};

bool keeps(const std::array<std::uint8_t, 4>& permutation, int kind) {
  std::array<int, 4> run{};
  for (int suit = 1; suit < 4; ++suit) run[suit] = run[suit - 1] + (kind >> (suit - 1) & 1 ? 0 : 1);
  for (int suit = 0; suit < 4; ++suit) {
    if (run[permutation[suit]] != run[suit]) return false;
  }
  return true;
}

const Orbits& orbits() {
  static const Orbits table = [] {
    Orbits t{};
    for (int kind = 0; kind < kNumKinds; ++kind) {
      t.least[kind].fill(kNumHands);
      for (std::size_t i = 0; i < suit_permutations().size(); ++i) {
        if (!keeps(suit_permutations()[i], kind)) continue;
        for (int hand = 0; hand < kNumHands; ++hand) {
          t.least[kind][hand] = std::min(t.least[kind][hand], permuted_hands()[i][hand]);
        }
      }
      for (Hand hand : t.least[kind]) insert(t.are_least[kind], hand);
    }
    for (int hand = 0; hand < kNumHands; ++hand) {
      for (Card card : hand_table().cards[hand]) insert(t.with_card[card], hand);
    }
    return t;
  }();
  return table;
}

int kind_of(std::span<const Card> canonical_board) {
  std::array<unsigned, 4> ranks{};
  for (Card card : canonical_board) ranks[suit_of(card)] |= 1u << rank_of(card);
  int kind = 0;
  for (int suit = 0; suit < 3; ++suit) kind |= (ranks[suit] == ranks[suit + 1] ? 1 : 0) << suit;
  return kind;
}

// The least hands of the orbits that a canonical board leaves.
HandSet orbits_of(std::span<const Card> board, int kind) {
  HandSet set = orbits().are_least[kind];
  for (Card card : board) {
    for (int word = 0; word < kWords; ++word) set[word] &= ~orbits().with_card[card][word];
  }
  return set;
}

std::span<const Card> cards_of(int street, std::size_t board) {
  return std::span<const Card>(canonical_boards(street).boards[board])
      .first(static_cast<std::size_t>(street) + 2);
}

}  // namespace

BoardIndex::BoardIndex(int street) : street_(street), first_(1, 0) {
  for (std::size_t i = 0; i < canonical_boards(street).boards.size(); ++i) {
    const std::span<const Card> board = cards_of(street, i);
    std::uint64_t next = first_.back();
    for (std::uint64_t word : orbits_of(board, kind_of(board))) {
      next += static_cast<std::uint64_t>(std::popcount(word));
    }
    first_.push_back(next);
  }
}

const BoardIndex& BoardIndex::of_street(int street) {
  canonical_boards(street);  // refuses another street
  static const std::array<BoardIndex, 3> indices{BoardIndex(1), BoardIndex(2), BoardIndex(3)};
  return indices[static_cast<std::size_t>(street) - 1];
}

void BoardIndex::indices(std::span<const Card> board, std::int64_t* out) const {
  const CanonicalId id = canonical_id(board);
  const std::span<const Card> canonical = cards_of(street_, id.index);
  const int kind = kind_of(canonical);
  const HandSet set = orbits_of(canonical, kind);
  std::array<std::int64_t, kNumHands> of_canonical;
  of_canonical.fill(-1);
  auto next = static_cast<std::int64_t>(first_[id.index]);
  for (int word = 0; word < kWords; ++word) {
    for (std::uint64_t left = set[word]; left != 0; left &= left - 1) {
      of_canonical[64 * word + std::countr_zero(left)] = next++;
    }
  }
  const auto& least = orbits().least[kind];
  const auto& permuted = permuted_hands()[id.permutation];
  for (int hand = 0; hand < kNumHands; ++hand) out[hand] = of_canonical[least[permuted[hand]]];
}

BoardIndex::Place BoardIndex::unindex(std::uint64_t index) const {
  if (index >= size()) {
    throw ConfigError("hand on a board: number " + std::to_string(index) + " of " +
                      std::to_string(size()) + "; expected 0.." + std::to_string(size() - 1));
  }
  const auto after = std::upper_bound(first_.begin(), first_.end(), index);
  const auto board = static_cast<std::uint32_t>(after - first_.begin() - 1);
  const std::span<const Card> cards = cards_of(street_, board);
  const HandSet set = orbits_of(cards, kind_of(cards));
  std::uint64_t left = index - first_[board];
  int word = 0;
  for (; left >= static_cast<std::uint64_t>(std::popcount(set[word])); ++word) {
    left -= static_cast<std::uint64_t>(std::popcount(set[word]));
  }
  std::uint64_t bits = set[word];
  for (; left > 0; --left) bits &= bits - 1;
  return {board, static_cast<Hand>(64 * word + std::countr_zero(bits))};
}

}  // namespace feltprint
