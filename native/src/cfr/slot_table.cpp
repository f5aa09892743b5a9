#include "feltprint/cfr/slot_table.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "feltprint/error.hpp"

namespace feltprint {
namespace {

constexpr std::size_t kMaxSlots = 65535;  // and one number more, for the hands that have none
constexpr int kBucketBits = 16;           // of a street in ClassScratch::buckets
constexpr int kHashBits = 13;

std::size_t bucket_of(const ClassScratch& scratch, std::size_t member, int street) {
  return static_cast<Bucket>(scratch.buckets[member] >> street * kBucketBits);
}

// code_of_strength is a step function: filled segment by segment up to one above the largest
// sampled strength.
void tabulate_codes(const BoardSample& sample, ClassScratch& scratch) {
  auto& strengths = scratch.strengths;
  strengths.clear();
  for (Hand hand : sample.hands) strengths.push_back(sample.strength[hand]);
  std::sort(strengths.begin(), strengths.end());
  strengths.erase(std::unique(strengths.begin(), strengths.end()), strengths.end());

  auto& code_of = scratch.code_of_strength;
  code_of.resize(strengths.back() + std::size_t{2});
  std::size_t begin = 0;
  for (std::size_t below = 0; below < strengths.size(); ++below) {
    std::fill(code_of.begin() + begin, code_of.begin() + strengths[below], 2 * below);
    code_of[strengths[below]] = static_cast<std::int16_t>(2 * below + 1);
    begin = strengths[below] + std::size_t{1};
  }
  code_of[begin] = static_cast<std::int16_t>(2 * strengths.size());
}

// Appends without branches: an entry of a hand that is not live is overwritten by the next one.
void list_hands(const BoardSample& sample, int num_streets, ClassScratch& scratch) {
  const std::size_t num_hands = sample.strength.size();
  const auto highest = static_cast<std::uint16_t>(scratch.code_of_strength.size() - 1);
  scratch.live.resize(num_hands);
  scratch.buckets.resize(num_hands);
  scratch.code.resize(num_hands);
  const Bucket* bucket[kNumStreets];
  for (int street = 0; street < kNumStreets; ++street) {
    bucket[street] = sample.bucket[std::min(street, num_streets - 1)].data();
  }
  std::size_t num_members = 0;
  for (std::size_t hand = 0; hand < num_hands; ++hand) {
    const std::uint16_t strength = sample.strength[hand];
    scratch.live[num_members] = static_cast<Hand>(hand);
    scratch.buckets[num_members] = bucket[0][hand] | std::uint64_t{bucket[1][hand]} << kBucketBits |
                                   std::uint64_t{bucket[2][hand]} << 2 * kBucketBits |
                                   std::uint64_t{bucket[3][hand]} << 3 * kBucketBits;
    scratch.code[num_members] = scratch.code_of_strength[std::min(strength, highest)];
    num_members += strength != 0;
  }
  scratch.live.resize(num_members);
  scratch.num_hands.assign(num_members, 1);
  scratch.all.resize(num_members);
  std::iota(scratch.all.begin(), scratch.all.end(), std::uint16_t{0});
}

// Finds the first member of the class of each listed one; returns how many are left undecided,
// which are listed anew. Written from the last to the first, an entry of the hash is left with its
// lowest member: the first of that member's class. Members of other classes that meet it are
// undecided.
std::size_t settle(std::span<const std::uint16_t> listed, int street, std::uint64_t multiplier,
                   ClassScratch& scratch) {
  const int past = street * kBucketBits;
  const std::uint64_t* buckets = scratch.buckets.data();
  const std::int16_t* code = scratch.code.data();
  std::uint16_t* written = scratch.written.data();
  const auto hash = [=](std::uint16_t member) {
    const std::uint64_t high_code = static_cast<std::uint64_t>(code[member]) << (64 - kHashBits);
    return ((buckets[member] >> past ^ high_code) * multiplier) >> (64 - kHashBits);
  };
  for (std::size_t i = listed.size(); i-- > 0;) written[hash(listed[i])] = listed[i];
  std::uint16_t* first = scratch.first.data();
  std::uint16_t* undecided = scratch.undecided.data();
  std::size_t num_undecided = 0;
  for (const std::uint16_t member : listed) {
    const std::uint16_t lowest = written[hash(member)];
    first[member] = lowest;
    undecided[num_undecided] = member;  // overwritten by the next one if it is settled
    num_undecided += ((buckets[lowest] ^ buckets[member]) >> past |
                      static_cast<std::uint16_t>(code[lowest] ^ code[member])) != 0;
  }
  return num_undecided;
}

// Each round settles the lowest member that is left, and nearly all.
void find_first_members(int street, ClassScratch& scratch) {
  const std::size_t num_members = scratch.num_hands.size();
  scratch.first.resize(num_members);
  scratch.undecided.resize(num_members);
  scratch.written.resize(std::size_t{1} << kHashBits);
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15u;
  std::uint64_t multiplier = kMultiplier;
  std::size_t num_undecided =
      settle({scratch.all.data(), num_members}, street, multiplier, scratch);
  while (num_undecided > 0) {
    multiplier *= kMultiplier;
    num_undecided = settle({scratch.undecided.data(), num_undecided}, street, multiplier, scratch);
  }
}

// Numbers the classes by their first members and gives each its place within its bucket.
void number_classes(int street, int num_buckets, ClassScratch& scratch) {
  const std::size_t num_members = scratch.num_hands.size();
  scratch.leader.resize(num_members);
  std::size_t num_classes = 0;
  for (std::size_t member = 0; member < num_members; ++member) {
    scratch.leader[num_classes] = static_cast<std::uint16_t>(member);  // overwritten if not first
    num_classes += scratch.first[member] == member;
  }
  scratch.leader.resize(num_classes);
  scratch.num_classes.assign(num_buckets, 0);
  scratch.depth.resize(num_classes);
  auto& class_of = scratch.class_of[street];
  class_of.resize(num_members);
  for (std::size_t number = 0; number < num_classes; ++number) {
    const std::uint16_t leader = scratch.leader[number];
    scratch.depth[number] = scratch.num_classes[bucket_of(scratch, leader, street)]++;
    class_of[leader] = static_cast<std::uint16_t>(number);
  }
  scratch.class_hands.assign(num_classes, 0);
  for (std::size_t member = 0; member < num_members; ++member) {
    const std::uint16_t number = class_of[scratch.first[member]];
    class_of[member] = number;
    scratch.class_hands[number] += scratch.num_hands[member];
  }
}

void lay_out(int num_buckets, ClassScratch& scratch, SlotTable& table) {
  const int num_groups = (num_buckets + kLanes - 1) / kLanes;
  table.offset.assign(static_cast<std::size_t>(num_groups) + 1, 0);
  scratch.first_slot.resize(static_cast<std::size_t>(num_groups) * kLanes);
  std::size_t rows = 0;
  for (int group = 0; group < num_groups; ++group) {
    for (int lane = 0; lane < kLanes; ++lane) {
      scratch.first_slot[group * kLanes + lane] = static_cast<std::uint16_t>(rows * kLanes + lane);
    }
    const auto first = scratch.num_classes.begin() + group * kLanes;
    const auto end = scratch.num_classes.begin() + std::min(num_buckets, (group + 1) * kLanes);
    rows += *std::max_element(first, end);
    if (rows * kLanes >= kMaxSlots) {
      throw SolverError("a street needs " + std::to_string(rows * kLanes) +
                        " slots; the limit is 65534; use fewer buckets or fewer deals per board");
    }
    table.offset[group + 1] = static_cast<std::uint16_t>(rows);
  }
}

// Fills the slots of the classes, which are the members of the next street.
void fill_slots(int street, ClassScratch& scratch, SlotTable& table) {
  const std::size_t num_slots = table.num_slots();
  table.weight.assign(whole_weight_blocks(num_slots), 0.0f);
  table.code.assign(num_slots, -1.0f);
  scratch.slot[street].resize(scratch.leader.size());
  for (std::size_t number = 0; number < scratch.leader.size(); ++number) {
    const std::uint16_t leader = scratch.leader[number];
    const auto slot = static_cast<std::uint16_t>(
        scratch.first_slot[bucket_of(scratch, leader, street)] + scratch.depth[number] * kLanes);
    scratch.slot[street][number] = slot;
    table.weight[slot] = scratch.class_hands[number];
    table.code[slot] = scratch.code[leader];
    scratch.buckets[number] = scratch.buckets[leader];
    scratch.code[number] = scratch.code[leader];
  }
  std::swap(scratch.num_hands, scratch.class_hands);
}

// Leads every class to its class on the next street, from the last street to the first.
void link_slots(int num_streets, ClassScratch& scratch, HandClasses& out) {
  for (int street = num_streets - 1; street >= 0; --street) {
    const auto& slot = scratch.slot[street];
    std::swap(scratch.slots, scratch.next_slots);
    scratch.slots.resize(slot.size());
    SlotTable& table = out.streets[street];
    const bool is_last = street == num_streets - 1;
    table.next.assign(is_last ? 0 : static_cast<std::size_t>(table.num_slots()), 0);
    for (std::size_t number = 0; number < slot.size(); ++number) {
      HandSlots& slots = scratch.slots[number];
      if (!is_last) {
        const HandSlots& next = scratch.next_slots[scratch.class_of[street + 1][number]];
        slots = next;
        table.next[slot[number]] = next[street + 1];
      }
      slots[street] = slot[number];
    }
  }
}

void place_hands(std::size_t num_hands, int num_streets, const ClassScratch& scratch,
                 HandClasses& out) {
  HandSlots none{};
  for (int street = 0; street < num_streets; ++street) {
    none[street] = static_cast<std::uint16_t>(out.streets[street].num_slots());
  }
  out.slots_of.assign(num_hands, none);
  for (std::size_t member = 0; member < scratch.live.size(); ++member) {
    out.slots_of[scratch.live[member]] = scratch.slots[scratch.class_of[0][member]];
  }
}

}  // namespace

void build_classes(const BoardSample& sample, const std::array<int, kNumStreets>& num_buckets,
                   int num_streets, ClassScratch& scratch, HandClasses& out) {
  tabulate_codes(sample, scratch);
  out.sampled_code.resize(sample.hands.size());
  for (std::size_t i = 0; i < sample.hands.size(); ++i) {
    out.sampled_code[i] = scratch.code_of_strength[sample.strength[sample.hands[i]]];
  }
  out.num_streets = num_streets;
  list_hands(sample, num_streets, scratch);
  for (int street = 0; street < num_streets; ++street) {
    find_first_members(street, scratch);
    number_classes(street, num_buckets[street], scratch);
    lay_out(num_buckets[street], scratch, out.streets[street]);
    fill_slots(street, scratch, out.streets[street]);
  }
  link_slots(num_streets, scratch, out);
  place_hands(sample.strength.size(), num_streets, scratch, out);
}

}  // namespace feltprint
