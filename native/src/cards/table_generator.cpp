// The program that makes the evaluator's tables when the module is built, with their assertions.
//
// usage: feltprint_make_tables out.cpp. A constant that breaks the tables fails the build: the
// message says which. The program is no part of the module.
//
// A hand is first given a strength, category << 20 | up to five ranks as nibbles (highest first),
// by plain rules; the 7,462 different strengths of five cards, in rising order, are the dense
// ranks 1..7462. Source of the additive key and the displaced rows: Cactus Kev's count of classes
// and the first-fit row displacement of Tarjan & Yao 1979.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

#include "feltprint/cards/evaluator_tables.hpp"

namespace feltprint {
namespace {

struct Tables {
  std::vector<std::uint32_t> row_offset;
  std::vector<std::uint16_t> lookup;
  std::vector<std::uint16_t> flush;
  std::vector<std::uint16_t> class_rows;
  std::vector<std::uint16_t> packed;
  std::vector<std::uint32_t> strengths;
};

using RankCounts = std::array<int, kNumRanks>;

enum Category : std::uint32_t {
  kHighCard = 1,
  kPair,
  kTwoPair,
  kTrips,
  kStraight,
  kFlush,
  kFullHouse,
  kQuads,
  kStraightFlush,
};

// Sums of these differ for all counts of 5-7 cards of thirteen ranks, at most four of a rank, and
// the displaced rows are small: 83,006 slots for 73,775 keys. make_lookup() checks the first.
// Source: the multipliers published with OMPEval (2016).
constexpr std::array<std::uint32_t, kNumRanks> kRankKey = {
    0x2000,   0x8001,   0x11000,  0x3A000,  0x91000,  0x176005, 0x366000,
    0x41A013, 0x47802E, 0x479068, 0x48C0E4, 0x48F211, 0x494493};

void require(bool condition, const std::string& message) {
  if (!condition) throw std::logic_error("evaluator tables: " + message);
}

// Rank of the highest card of the best straight in a rank mask, -1 without one.
int straight_top(unsigned mask) {
  const unsigned low_ace = mask << 1 | mask >> 12;  // bit 0 = ace below the deuce
  const unsigned runs = low_ace & low_ace >> 1 & low_ace >> 2 & low_ace >> 3 & low_ace >> 4;
  return runs == 0 ? -1 : std::bit_width(runs) + 2;
}

std::uint32_t strength(Category category, std::initializer_list<int> ranks) {
  std::uint32_t value = category;
  for (int rank : ranks) value = value << 4 | static_cast<std::uint32_t>(rank);
  return value << 4 * (5 - ranks.size());
}

// The highest ranks that occur, except for two given ones; kickers[i] is the i-th.
std::array<int, 5> kickers(const RankCounts& counts, int skip_a = -1, int skip_b = -1) {
  std::array<int, 5> top{};
  std::size_t found = 0;
  for (int rank = 12; rank >= 0 && found < top.size(); --rank) {
    if (counts[rank] > 0 && rank != skip_a && rank != skip_b) top[found++] = rank;
  }
  return top;
}

// Strength without straight, full house or better: trips, one or two pairs, or nothing (-1 each).
std::uint32_t unmade_strength(const RankCounts& counts, int trips, int pair, int second_pair) {
  if (trips >= 0) {
    const auto k = kickers(counts, trips);
    return strength(kTrips, {trips, k[0], k[1]});
  }
  if (second_pair >= 0) {
    return strength(kTwoPair, {pair, second_pair, kickers(counts, pair, second_pair)[0]});
  }
  const auto k = kickers(counts, pair);
  if (pair >= 0) return strength(kPair, {pair, k[0], k[1], k[2]});
  return strength(kHighCard, {k[0], k[1], k[2], k[3], k[4]});
}

// Strength of 5-7 cards with the given counts when no five of them share a suit.
std::uint32_t counts_strength(const RankCounts& counts) {
  std::array<std::array<int, 2>, 5> best;  // [count][first, second] highest ranks with >= count
  for (auto& pair : best) pair = {-1, -1};
  unsigned mask = 0;
  for (int rank = 12; rank >= 0; --rank) {
    if (counts[rank] > 0) mask |= 1u << rank;
    for (int count = 1; count <= counts[rank]; ++count) {
      auto& slot = best[count][0] < 0 ? best[count][0] : best[count][1];
      if (slot < 0) slot = rank;
    }
  }
  const int quads = best[4][0];
  if (quads >= 0) return strength(kQuads, {quads, kickers(counts, quads)[0]});
  const int trips = best[3][0];
  const int pair = trips >= 0 && best[2][0] == trips ? best[2][1] : best[2][0];
  if (trips >= 0 && pair >= 0) return strength(kFullHouse, {trips, pair});
  if (const int top = straight_top(mask); top >= 0) return strength(kStraight, {top});
  return unmade_strength(counts, trips, pair, best[2][1]);
}

// Strength of the flush in a suit with the given ranks, five or more of them.
std::uint32_t flush_strength(unsigned mask) {
  if (const int top = straight_top(mask); top >= 0) return strength(kStraightFlush, {top});
  RankCounts counts{};
  for (int rank = 0; rank < kNumRanks; ++rank) counts[rank] = mask >> rank & 1;
  const auto k = kickers(counts);
  return strength(kFlush, {k[0], k[1], k[2], k[3], k[4]});
}

// Calls visit(counts) for all counts of num_cards cards, at most four of a rank.
template <class Visit>
void for_each_counts(int num_cards, RankCounts& counts, int rank, const Visit& visit) {
  if (rank == kNumRanks) {
    if (num_cards == 0) visit(counts);
    return;
  }
  for (int count = 0; count <= std::min(4, num_cards); ++count) {
    counts[rank] = count;
    for_each_counts(num_cards - count, counts, rank + 1, visit);
  }
  counts[rank] = 0;
}

std::uint32_t key_of(const RankCounts& counts) {
  std::uint32_t key = 0;
  for (int rank = 0; rank < kNumRanks; ++rank) {
    key += kRankKey[rank] * static_cast<std::uint32_t>(counts[rank]);
  }
  return key;
}

// All strengths of five cards in rising order: strengths[i] has dense rank i + 1.
std::vector<std::uint32_t> five_card_strengths() {
  std::vector<std::uint32_t> strengths;
  RankCounts counts{};
  for_each_counts(5, counts, 0,
                  [&](const RankCounts& c) { strengths.push_back(counts_strength(c)); });
  require(strengths.size() == 6175,
          "found " + std::to_string(strengths.size()) + " counts of five cards; expected 6175");
  std::size_t num_patterns = 0;
  for (unsigned mask = 0; mask < 8192; ++mask) {
    if (std::popcount(mask) != 5) continue;
    strengths.push_back(flush_strength(mask));
    ++num_patterns;
  }
  require(num_patterns == 1287,
          "found " + std::to_string(num_patterns) + " flush patterns of five cards; expected 1287");
  std::sort(strengths.begin(), strengths.end());
  strengths.erase(std::unique(strengths.begin(), strengths.end()), strengths.end());
  require(strengths.size() == kNumHandRanks,
          "found " + std::to_string(strengths.size()) + " classes of five cards; expected 7462");
  return strengths;
}

std::uint16_t dense_rank(const std::vector<std::uint32_t>& strengths, std::uint32_t value) {
  const auto it = std::lower_bound(strengths.begin(), strengths.end(), value);
  require(it != strengths.end() && *it == value,
          "strength " + std::to_string(value) + " is not a class of five cards");
  return static_cast<std::uint16_t>(it - strengths.begin() + 1);
}

void make_lookup(const std::vector<std::uint32_t>& strengths, Tables& tables) {
  std::vector<std::pair<std::uint32_t, std::uint16_t>> entries;
  RankCounts counts{};
  for (int num_cards = 5; num_cards <= 7; ++num_cards) {
    for_each_counts(num_cards, counts, 0, [&](const RankCounts& c) {
      entries.emplace_back(key_of(c), dense_rank(strengths, counts_strength(c)));
    });
  }
  std::sort(entries.begin(), entries.end());
  std::vector<std::uint32_t> keys;
  for (const auto& [key, rank] : entries) {
    require(keys.empty() || keys.back() != key,
            "two counts of cards have the key " + std::to_string(key) + "; change kRankKey");
    keys.push_back(key);
  }
  const RowPacking packing = pack_rows(keys, kKeyRowShift);
  tables.row_offset = packing.row_offset;
  tables.lookup.assign(packing.num_slots, 0);
  const auto slot = [&](std::uint32_t key) {
    return (key & ((1u << kKeyRowShift) - 1)) + packing.row_offset[key >> kKeyRowShift];
  };
  for (const auto& [key, rank] : entries) tables.lookup[slot(key)] = rank;
  for (const auto& [key, rank] : entries) {
    require(tables.lookup[slot(key)] == rank,
            "key " + std::to_string(key) + " does not read back its rank");
  }
}

void make_flush(const std::vector<std::uint32_t>& strengths, Tables& tables) {
  tables.flush.assign(8192, 0);
  for (unsigned mask = 0; mask < 8192; ++mask) {
    if (std::popcount(mask) < 5) continue;
    tables.flush[mask] = dense_rank(strengths, flush_strength(mask));
  }
}

void make_class_rows(const std::vector<std::uint32_t>& strengths, Tables& tables) {
  tables.class_rows.assign(std::size_t{kNumRankMultisets} * kClassRowStride, 0);
  for (const std::array<int, 5>& ranks : rank_multisets()) {
    if (ranks[0] == ranks[4]) continue;  // five of a rank
    RankCounts counts{};
    for (int rank : ranks) ++counts[rank];
    std::uint16_t* row =
        &tables.class_rows[static_cast<std::size_t>(rank_multiset_id(ranks)) * kClassRowStride];
    for (int k = 0; k < kNumRankClasses; ++k) {
      const auto [low, high] = class_layout().ranks[k];
      RankCounts all = counts;
      ++all[low];
      ++all[high];
      if (all[low] <= 4 && all[high] <= 4) row[k] = dense_rank(strengths, counts_strength(all));
    }
  }
}

void make_packed(const std::vector<std::uint32_t>& strengths, Tables& tables) {
  tables.packed.assign(strengths.size() + 1, 0);
  std::uint32_t subrank = 0;
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    const std::uint32_t category = strengths[i] >> 20;
    subrank = i > 0 && strengths[i - 1] >> 20 == category ? subrank + 1 : 1;
    tables.packed[i + 1] = static_cast<std::uint16_t>(category << 12 | subrank);
  }
}

// Keys and flush patterns together hold every rank.
void check_tables(const Tables& tables) {
  std::vector<bool> found(kNumHandRanks + 1, false);
  for (std::uint16_t rank : tables.lookup) found[rank] = true;
  for (std::uint16_t rank : tables.flush) found[rank] = true;
  const auto num_found = std::count(found.begin() + 1, found.end(), true);
  require(num_found == kNumHandRanks,
          "the tables hold " + std::to_string(num_found) + " ranks; expected 7462");
}

Tables make_tables() {
  Tables tables;
  const std::vector<std::uint32_t> strengths = five_card_strengths();
  make_lookup(strengths, tables);
  make_flush(strengths, tables);
  make_class_rows(strengths, tables);
  make_packed(strengths, tables);
  tables.strengths.assign(1, 0);
  tables.strengths.insert(tables.strengths.end(), strengths.begin(), strengths.end());
  check_tables(tables);
  return tables;
}

template <class Number>
void write_array(std::ofstream& file, const char* type, const char* name, const Number& values) {
  file << "alignas(64) constexpr std::" << type << " " << name << "[] = {";
  for (std::size_t i = 0; i < values.size(); ++i)
    file << (i % 20 == 0 ? "\n" : "") << values[i] << ",";
  file << "};\n\n";
}

void write_source(const Tables& tables, const char* path) {
  std::ofstream file(path);
  file << "// Generated by feltprint_make_tables.\n"
          "#include \"feltprint/cards/evaluator_tables.hpp\"\n\n"
          "namespace feltprint {\nnamespace {\n\n";
  write_array(file, "uint32_t", "kRowOffset", tables.row_offset);
  write_array(file, "uint16_t", "kLookup", tables.lookup);
  write_array(file, "uint16_t", "kFlushRanks", tables.flush);
  write_array(file, "uint16_t", "kClassRows", tables.class_rows);
  write_array(file, "uint16_t", "kPacked", tables.packed);
  write_array(file, "uint32_t", "kStrengths", tables.strengths);
  file << "}  // namespace\n\nconstinit const EvaluatorTables kEvaluatorTables{{";
  for (std::uint32_t key : kRankKey) file << key << "u,";
  file << "},\n    kRowOffset, kLookup, kFlushRanks, kClassRows, kPacked, kStrengths};\n\n"
          "}  // namespace feltprint\n";
  file.flush();
  require(file.good(), std::string("cannot write ") + path);
}

}  // namespace
}  // namespace feltprint

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: feltprint_make_tables out.cpp\n");
    return 2;
  }
  try {
    feltprint::write_source(feltprint::make_tables(), argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
