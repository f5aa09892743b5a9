#include "feltprint/cards/hand_planes.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "feltprint/cards/card.hpp"
#include "feltprint/cards/evaluator_tables.hpp"
#include "feltprint/error.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

#define FELTPRINT_KERNEL "cards/hand_planes_kernel.inc"
#include "isa_kernels.inc"

// From values to dense ranks: a row for each primary word, in it the kickers by the place of their
// mask among those of as many ranks.
struct DenseTable {
  std::vector<std::uint16_t> row = std::vector<std::uint16_t>(65536, 0);   // [primary]
  std::vector<std::uint16_t> place = std::vector<std::uint16_t>(8192, 0);  // [kickers]
  std::vector<std::uint16_t> rank;                                         // [row + place]
};

// The value of a class, from its category and five deciding ranks (EvaluatorTables::strengths).
std::uint32_t value_of_strength(std::uint32_t strength) {
  const std::uint32_t category = strength >> 20;
  const auto bit = [strength](int i) { return 1u << (strength >> (16 - 4 * i) & 15); };
  const auto value = [](std::uint32_t primary, std::uint32_t kickers) {
    return primary << 16 | kickers;
  };
  const std::uint32_t five = bit(0) | bit(1) | bit(2) | bit(3) | bit(4);
  switch (category) {
    case 1:
      return value(five, 0);
    case 2:
      return value(0x2000 | bit(0), bit(1) | bit(2) | bit(3));
    case 3:
      return value(0x4000 | bit(0) | bit(1), bit(2));
    case 4:
      return value(0x6000 | bit(0), bit(1) | bit(2));
    case 5:
      return value(0x8000 | bit(0), 0);
    case 6:
      return value(0xA000 | five, 0);
    case 7:
      return value(0xC000 | bit(0), bit(1));
    case 8:
      return value(0xE000 | bit(0), bit(1));
    default:
      return value(0xF000 | bit(0) >> 1, 0);
  }
}

const DenseTable& dense_table() {
  static const DenseTable table = [] {
    DenseTable t;
    std::array<std::uint16_t, 14> seen{};
    for (unsigned mask = 0; mask < t.place.size(); ++mask) {
      t.place[mask] = seen[std::popcount(mask)]++;
    }
    t.rank.assign(1, 0);  // row 0, place 0: no hand
    const auto& strengths = evaluator_tables().strengths;
    for (std::uint16_t rank = 1; rank <= kNumHandRanks; ++rank) {
      const std::uint32_t value = value_of_strength(strengths[rank]);
      std::uint16_t& row = t.row[value >> 16];
      if (row == 0) {
        row = static_cast<std::uint16_t>(t.rank.size());
        t.rank.resize(t.rank.size() + seen[std::popcount(value & 0x1FFF)], 0);
      }
      t.rank[row + t.place[value & 0x1FFF]] = rank;
    }
    // Values that are none stay inside.
    t.rank.resize(t.rank.size() + t.place.size(), 0);
    return t;
  }();
  return table;
}

}  // namespace

void suit_planes(const Card* cards, std::size_t num_hands, int num_cards,
                 const std::array<std::uint16_t*, 4>& out) {
  for (std::size_t i = 0; i < num_hands; ++i) {
    std::uint64_t mask = 0;
    for (int j = 0; j < num_cards; ++j) {
      const Card card = cards[i * num_cards + j];
      mask |= std::uint64_t{1} << (16 * suit_of(card) + rank_of(card));
    }
    for (int suit = 0; suit < 4; ++suit) {
      out[suit][i] = static_cast<std::uint16_t>(mask >> (16 * suit));
    }
  }
}

void evaluate_planes(const SuitPlanes& planes, std::size_t num_hands, int num_cards,
                     std::uint32_t* out) {
  FELTPRINT_FOR_ISA(rank_planes_of)(num_cards, planes.data(), num_hands, out);
}

void require_planes(const SuitPlanes& planes, std::size_t num_hands, int num_cards) {
  const std::size_t bad = FELTPRINT_FOR_ISA(find_bad_planes)(num_cards, planes.data(), num_hands);
  if (bad == num_hands) return;
  int cards = 0;
  for (int suit = 0; suit < 4; ++suit) {
    const std::uint16_t plane = planes[suit][bad];
    cards += std::popcount(plane);
    if (plane > 0x1FFF) {
      throw ConfigError("planes: hand " + std::to_string(bad) + " has " + std::to_string(plane) +
                        " in suit " + std::to_string(suit) + "; expected 13 bits, 0..8191");
    }
  }
  throw ConfigError("planes: hand " + std::to_string(bad) + " has " + std::to_string(cards) +
                    " cards; expected " + std::to_string(num_cards));
}

void dense_ranks(std::span<const std::uint32_t> values, std::uint16_t* out) {
  const DenseTable& table = dense_table();
  for (std::size_t i = 0; i < values.size(); ++i) {
    out[i] = table.rank[table.row[values[i] >> 16] + table.place[values[i] & 0x1FFF]];
  }
}

}  // namespace feltprint
