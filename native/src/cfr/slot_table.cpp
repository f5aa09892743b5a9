#include "feltprint/cfr/slot_table.hpp"

#include <algorithm>
#include <string>

#include "feltprint/error.hpp"

namespace feltprint {
namespace {

void assign_codes(const BoardSample& sample, ClassScratch& scratch, HandClasses& out) {
  auto& strengths = scratch.strengths;
  strengths.clear();
  for (Hand hand : sample.hands) strengths.push_back(sample.strength[hand]);
  std::sort(strengths.begin(), strengths.end());
  strengths.erase(std::unique(strengths.begin(), strengths.end()), strengths.end());

  // code_of_strength is a step function: fill it segment by segment, then look every hand up.
  const std::size_t max_strength =
      *std::max_element(sample.strength.begin(), sample.strength.end());
  auto& code_of = scratch.code_of_strength;
  code_of.resize(max_strength + 1);
  std::size_t begin = 0;
  for (std::size_t below = 0; below < strengths.size(); ++below) {
    std::fill(code_of.begin() + begin, code_of.begin() + strengths[below], 2 * below);
    code_of[strengths[below]] = static_cast<std::int16_t>(2 * below + 1);
    begin = strengths[below] + std::size_t{1};
  }
  std::fill(code_of.begin() + begin, code_of.end(), 2 * strengths.size());
  code_of[0] = -1;

  scratch.code.resize(sample.strength.size());
  for (std::size_t hand = 0; hand < sample.strength.size(); ++hand) {
    scratch.code[hand] = code_of[sample.strength[hand]];
  }
  scratch.live.resize(sample.strength.size());
  std::size_t num_live = 0;
  for (std::size_t hand = 0; hand < sample.strength.size(); ++hand) {
    scratch.live[num_live] = static_cast<std::uint16_t>(hand);  // overwritten if not live
    num_live += scratch.code[hand] >= 0;
  }
  scratch.live.resize(num_live);
  out.sampled_code.resize(sample.hands.size());
  for (std::size_t i = 0; i < sample.hands.size(); ++i) {
    out.sampled_code[i] = scratch.code[sample.hands[i]];
  }
}

// What tells classes of a bucket apart: the code on the last street, else the next street's slot.
std::uint32_t class_key(const SlotTable* next_street, const ClassScratch& scratch, Hand hand) {
  return next_street != nullptr ? next_street->slot_of[hand]
                                : static_cast<std::uint32_t>(scratch.code[hand]);
}

// Gives every live hand its class within its bucket.
void collect_classes(const std::vector<Bucket>& bucket, const SlotTable* next_street,
                     int num_buckets, ClassScratch& scratch) {
  scratch.num_classes.assign(num_buckets, 0);
  scratch.first_hands.resize(scratch.live.size() + 1);
  scratch.finder.clear();
  std::uint16_t* num_classes = scratch.num_classes.data();
  std::uint16_t* first_hand = scratch.first_hands.data();
  for (Hand hand : scratch.live) {
    const std::uint32_t key = class_key(next_street, scratch, hand);
    const std::uint16_t count = num_classes[bucket[hand]];
    const std::uint16_t depth = scratch.finder.find_or_add(bucket[hand], key, count);
    const bool is_new = depth == count;
    num_classes[bucket[hand]] = static_cast<std::uint16_t>(count + is_new);
    *first_hand = hand;  // overwritten by the next one unless it is new
    first_hand += is_new;
    scratch.depth[hand] = depth;
  }
  scratch.first_hands.resize(static_cast<std::size_t>(first_hand - scratch.first_hands.data()));
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
    if (rows * kLanes >= kNoSlot) {
      throw SolverError("a street needs " + std::to_string(rows * kLanes) +
                        " slots; the limit is 65534; use fewer buckets or fewer deals per board");
    }
    table.offset[group + 1] = static_cast<std::uint16_t>(rows);
  }
}

void fill_slots(const std::vector<Bucket>& bucket, const SlotTable* next_street,
                ClassScratch& scratch, SlotTable& table) {
  const std::size_t num_slots = table.num_slots();
  scratch.num_hands.assign(num_slots, 0);
  table.slot_of.assign(scratch.code.size(), kNoSlot);
  std::uint16_t* slot_of = table.slot_of.data();
  for (Hand hand : scratch.live) {
    const auto slot =
        static_cast<std::uint16_t>(scratch.first_slot[bucket[hand]] + scratch.depth[hand] * kLanes);
    slot_of[hand] = slot;
    ++scratch.num_hands[slot];
  }
  table.weight.assign(scratch.num_hands.begin(), scratch.num_hands.end());
  table.code.assign(num_slots, -1.0f);
  for (Hand hand : scratch.first_hands) table.code[slot_of[hand]] = scratch.code[hand];
  if (next_street == nullptr) return;
  table.next.assign(num_slots, 0);
  for (Hand hand : scratch.first_hands) table.next[slot_of[hand]] = next_street->slot_of[hand];
}

}  // namespace

void build_classes(const BoardSample& sample, const std::array<int, kNumStreets>& num_buckets,
                   int num_streets, ClassScratch& scratch, HandClasses& out) {
  assign_codes(sample, scratch, out);
  scratch.depth.resize(sample.strength.size());
  out.num_streets = num_streets;
  for (int street = num_streets - 1; street >= 0; --street) {
    const SlotTable* next_street = street + 1 < num_streets ? &out.streets[street + 1] : nullptr;
    SlotTable& table = out.streets[street];
    collect_classes(sample.bucket[street], next_street, num_buckets[street], scratch);
    lay_out(num_buckets[street], scratch, table);
    fill_slots(sample.bucket[street], next_street, scratch, table);
  }
}

}  // namespace feltprint
