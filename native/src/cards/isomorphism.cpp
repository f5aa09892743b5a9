// Canonical boards by arithmetic: no hash and no search.
//
// With the suits ordered by (number of cards, rank mask) falling, a board of n cards has one of
// few shapes (cards per suit), and within a shape it is a choice of one mask for each group of
// equally long suits, with repeats. Its number is mixed radix over these choices, each the colex
// rank of the chosen masks: see shapes() for the order of the shapes.
#include "feltprint/cards/isomorphism.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "cards/binomial.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/error.hpp"

namespace feltprint {
namespace {

// A run of suits that hold the same number of cards.
struct Group {
  int num_cards;
  int num_suits;
};

struct Shape {
  std::array<Group, 3> groups;
  int num_groups;
  std::uint32_t first;                 // number of the first canonical board of the shape
  std::array<std::uint32_t, 3> radix;  // choices of each group
};

std::uint32_t num_choices(const Group& group) {
  const std::uint64_t masks = choose(kNumRanks, group.num_cards);
  return static_cast<std::uint32_t>(
      choose(masks + static_cast<unsigned>(group.num_suits) - 1, group.num_suits));
}

// Shapes of the three streets, each by falling suit lengths.
const std::array<std::vector<Shape>, 6>& shapes() {
  static const std::array<std::vector<Shape>, 6> table = [] {
    std::array<std::vector<Shape>, 6> t;
    t[3] = {{{{{3, 1}}}, 1, 0, {}}, {{{{2, 1}, {1, 1}}}, 2, 0, {}}, {{{{1, 3}}}, 1, 0, {}}};
    t[4] = {{{{{4, 1}}}, 1, 0, {}},
            {{{{3, 1}, {1, 1}}}, 2, 0, {}},
            {{{{2, 2}}}, 1, 0, {}},
            {{{{2, 1}, {1, 2}}}, 2, 0, {}},
            {{{{1, 4}}}, 1, 0, {}}};
    t[5] = {{{{{5, 1}}}, 1, 0, {}},         {{{{4, 1}, {1, 1}}}, 2, 0, {}},
            {{{{3, 1}, {2, 1}}}, 2, 0, {}}, {{{{3, 1}, {1, 2}}}, 2, 0, {}},
            {{{{2, 2}, {1, 1}}}, 2, 0, {}}, {{{{2, 1}, {1, 3}}}, 2, 0, {}}};
    for (auto& street : t) {
      std::uint32_t first = 0;
      for (Shape& shape : street) {
        shape.first = first;
        std::uint32_t size = 1;
        for (int i = 0; i < shape.num_groups; ++i) {
          shape.radix[i] = num_choices(shape.groups[i]);
          size *= shape.radix[i];
        }
        first += size;
      }
    }
    return t;
  }();
  return table;
}

// Masks of each length in rising order, and each mask's place among those of its length.
struct MaskTable {
  std::array<std::uint16_t, 8192> rank;
  std::array<std::vector<std::uint16_t>, 6> masks;  // [number of cards]
};

const MaskTable& mask_table() {
  static const MaskTable table = [] {
    MaskTable t{};
    for (int mask = 0; mask < 8192; ++mask) {
      const int length = std::popcount(static_cast<unsigned>(mask));
      if (length > 5) continue;
      t.rank[mask] = static_cast<std::uint16_t>(t.masks[length].size());
      t.masks[length].push_back(static_cast<std::uint16_t>(mask));
    }
    return t;
  }();
  return table;
}

// Place of non-rising places among all such choices: sum of C(place + k - 1 - i, k - i).
std::uint32_t multichoice_id(const std::uint16_t* masks, int num_suits, const MaskTable& table) {
  std::uint32_t id = 0;
  for (int i = 0; i < num_suits; ++i) {
    const int size = num_suits - i;
    id += static_cast<std::uint32_t>(
        choose(table.rank[masks[i]] + static_cast<unsigned>(size) - 1, size));
  }
  return id;
}

std::uint32_t shape_key(const std::array<std::uint16_t, 4>& masks) {
  const int longest = std::popcount(masks[0]);
  return static_cast<std::uint32_t>(longest * 8 + std::popcount(masks[1]));
}

// [number of cards][shape_key] -> index of the shape; the two longest suits name it.
const std::array<std::array<std::uint8_t, 64>, 6>& shape_index() {
  static const std::array<std::array<std::uint8_t, 64>, 6> table = [] {
    std::array<std::array<std::uint8_t, 64>, 6> t{};
    for (int n = 3; n <= 5; ++n) {
      for (std::size_t i = 0; i < shapes()[n].size(); ++i) {
        const Shape& shape = shapes()[n][i];
        const Group& head = shape.groups[0];
        const int second = head.num_suits > 1     ? head.num_cards
                           : shape.num_groups > 1 ? shape.groups[1].num_cards
                                                  : 0;
        t[n][head.num_cards * 8 + second] = static_cast<std::uint8_t>(i);
      }
    }
    return t;
  }();
  return table;
}

std::uint32_t canonical_index(const std::array<std::uint16_t, 4>& masks, int num_cards) {
  const MaskTable& table = mask_table();
  const Shape& shape = shapes()[num_cards][shape_index()[num_cards][shape_key(masks)]];
  std::uint32_t id = 0;
  const std::uint16_t* next = masks.data();
  for (int i = 0; i < shape.num_groups; ++i) {
    const Group& group = shape.groups[i];
    id = id * shape.radix[i] + multichoice_id(next, group.num_suits, table);
    next += group.num_suits;
  }
  return shape.first + id;
}

std::uint32_t num_real_boards(const std::array<std::uint16_t, 4>& masks) {
  std::uint32_t orders = 24;
  int run = 1;
  for (int i = 1; i < 4; ++i) {
    run = masks[i] == masks[i - 1] ? run + 1 : 1;
    orders /= static_cast<std::uint32_t>(run);
  }
  return orders;
}

void append_boards(const Shape& shape, int group_idx, int suit, std::uint16_t limit,
                   std::array<std::uint16_t, 4>& masks, CanonicalBoards& out) {
  int first_suit = 0;
  for (int i = 0; i < group_idx; ++i) first_suit += shape.groups[i].num_suits;
  if (group_idx == shape.num_groups) {
    std::array<Card, 5> board;
    board.fill(kNoCard);
    int filled = 0;
    for (int card = 0; card < kNumCards; ++card) {
      if (masks[card & 3] >> (card >> 2) & 1) board[filled++] = static_cast<Card>(card);
    }
    out.boards.push_back(board);
    out.weights.push_back(num_real_boards(masks));
    return;
  }
  const Group& group = shape.groups[group_idx];
  if (suit == first_suit + group.num_suits) {
    append_boards(shape, group_idx + 1, suit, 8191, masks, out);
    return;
  }
  for (std::uint16_t mask : mask_table().masks[group.num_cards]) {
    if (mask > limit) break;
    masks[suit] = mask;
    append_boards(shape, group_idx, suit + 1, mask, masks, out);
  }
  masks[suit] = 0;
}

CanonicalBoards make_boards(int num_cards) {
  CanonicalBoards out{num_cards, {}, {}};
  for (const Shape& shape : shapes()[num_cards]) {
    std::array<std::uint16_t, 4> masks{};
    append_boards(shape, 0, 0, 8191, masks, out);
  }
  return out;
}

// [suit of c, suit of d, suit of h as base-4 digits] -> index into suit_permutations().
const std::array<std::uint8_t, 64>& permutation_index() {
  static const std::array<std::uint8_t, 64> table = [] {
    std::array<std::uint8_t, 64> t{};
    for (std::uint8_t i = 0; i < 24; ++i) {
      const auto& p = suit_permutations()[i];
      t[p[0] * 16 + p[1] * 4 + p[2]] = i;
    }
    return t;
  }();
  return table;
}

}  // namespace

const CanonicalBoards& canonical_boards(int street) {
  static const std::array<CanonicalBoards, 3> boards{make_boards(3), make_boards(4),
                                                     make_boards(5)};
  if (street < 1 || street > 3) {
    throw ConfigError("street is " + std::to_string(street) + "; expected 1, 2 or 3");
  }
  return boards[street - 1];
}

CanonicalId canonical_id(std::span<const Card> board) {
  FELTPRINT_ASSERT(board.size() >= 3 && board.size() <= 5);
  std::array<std::uint32_t, 4> keys{3, 2, 1, 0};  // number of cards, mask, 3 - suit
  for (Card card : board) keys[suit_of(card)] += (1u << 15) | (4u << rank_of(card));
  const auto order = [&keys](int i, int j) {
    const std::uint32_t high = std::max(keys[i], keys[j]);
    keys[j] = std::min(keys[i], keys[j]);
    keys[i] = high;
  };
  order(0, 2), order(1, 3), order(0, 1), order(2, 3), order(1, 2);
  std::array<std::uint16_t, 4> masks;
  std::array<std::uint8_t, 4> to{};
  for (std::uint8_t i = 0; i < 4; ++i) {
    masks[i] = static_cast<std::uint16_t>(keys[i] >> 2 & 8191);
    to[3 - (keys[i] & 3)] = i;
  }
  return {canonical_index(masks, static_cast<int>(board.size())),
          permutation_index()[to[0] * 16 + to[1] * 4 + to[2]]};
}

const std::array<std::array<std::uint8_t, 4>, 24>& suit_permutations() {
  static const std::array<std::array<std::uint8_t, 4>, 24> table = [] {
    std::array<std::array<std::uint8_t, 4>, 24> t{};
    std::array<std::uint8_t, 4> p{0, 1, 2, 3};
    for (auto& row : t) {
      row = p;
      std::next_permutation(p.begin(), p.end());
    }
    return t;
  }();
  return table;
}

const std::array<std::array<Hand, kNumHands>, 24>& permuted_hands() {
  static const std::array<std::array<Hand, kNumHands>, 24> table = [] {
    std::array<std::array<Hand, kNumHands>, 24> t{};
    for (int i = 0; i < 24; ++i) {
      const auto& p = suit_permutations()[i];
      for (int hand = 0; hand < kNumHands; ++hand) {
        const auto [a, b] = hand_table().cards[hand];
        const Card to_a = static_cast<Card>((a & ~3) | p[suit_of(a)]);
        const Card to_b = static_cast<Card>((b & ~3) | p[suit_of(b)]);
        t[i][hand] = hand_id(to_a, to_b);
      }
    }
    return t;
  }();
  return table;
}

}  // namespace feltprint
