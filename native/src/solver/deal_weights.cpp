#include "feltprint/solver/deal_weights.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

template <typename Visit>
void for_each_card(std::uint64_t mask, const Visit& visit) {
  for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

// Neighbours of an ascending list share a card and so, often, the class, where each count would
// wait for the one before: steps of two fifths of the list part them.
std::vector<Hand> part_neighbours(const std::vector<Hand>& hands) {
  std::size_t step = hands.size() * 2 / 5;
  while (std::gcd(step, hands.size()) != 1) ++step;
  std::vector<Hand> parted;
  for (std::size_t i = 0; i < hands.size(); ++i) parted.push_back(hands[i * step % hands.size()]);
  return parted;
}

#define FELTPRINT_KERNEL "solver/deal_weights_kernel.inc"
#include "isa_kernels.inc"

}  // namespace

HandsByCard hands_by_card(const std::vector<std::uint64_t>& hand_masks) {
  HandsByCard hands;
  hands.mask = hand_masks;
  for (auto& row : hands.of_two_cards) row.fill(HandsByCard::kNoHand);
  for (std::size_t hand = 0; hand < hand_masks.size(); ++hand) {
    const std::uint64_t mask = hand_masks[hand];
    for_each_card(mask, [&](int card) { hands.of_card[card].push_back(static_cast<Hand>(hand)); });
    const int low = std::countr_zero(mask);
    const int high = 63 - std::countl_zero(mask);
    if (low == high) continue;
    hands.of_two_cards[low][high] = hands.of_two_cards[high][low] = static_cast<Hand>(hand);
  }
  for (auto& list : hands.of_card) {
    if (!list.empty()) list = part_neighbours(list);
  }
  return hands;
}

void DealWeights::start_board(const HandClasses& classes, const HandsByCard& game_hands) {
  classes_ = &classes;
  game_hands_ = &game_hands;
  counted_ = 0;
  row_size_ = 0;
  for (int street = 0; street < kNumStreets; ++street) {
    street_at_[street] = row_size_;
    if (street >= classes.num_streets) continue;  // all hands count in one place
    const auto num_slots = static_cast<std::size_t>(classes.streets[street].num_slots());
    row_size_ += whole_weight_blocks(num_slots + 1);
  }
  row_size_ += kWeightBlock;
  counts_.resize(std::max(counts_.size(), row_size_ * game_hands.of_card.size()));
}

void DealWeights::start_deal(const Hand* hands, int num_players, const RangedDeals* ranges) {
  ranges_ = ranges;
  hands_ = hands;
  dealt_ = 0;
  for (Player seat = 0; seat < num_players; ++seat) dealt_ |= game_hands_->mask[hands[seat]];
  shared_ = num_players > 2 ? dealt_ : 0;
  shared_ready_.fill(false);
}

void DealWeights::start_traverser(Player traverser) {
  traverser_ = traverser;
  others_ = dealt_ & ~game_hands_->mask[hands_[traverser]];
  ready_.fill(false);
  if (ranges_ != nullptr) weigh_range();
}

void DealWeights::weigh_range() {
  const std::vector<float>& range = ranges_->weights(traverser_);
  const int blocked = classes_->streets[0].num_slots();
  ranged_.assign(range.size(), 0.0f);
  double sum = 0.0;
  int count = 0;
  for (std::size_t hand = 0; hand < range.size(); ++hand) {
    if (classes_->slots_of[hand][0] == blocked || (game_hands_->mask[hand] & others_) != 0)
      continue;
    ranged_[hand] = range[hand];
    sum += static_cast<double>(range[hand]);
    ++count;
  }
  const auto scale = static_cast<float>(count / sum);
  for (float& weight : ranged_) weight *= scale;
}

void DealWeights::sum_range(int street) {
  const SlotTable& table = classes_->streets[street];
  auto& weight = weight_[street];
  weight.assign(static_cast<std::size_t>(table.num_slots()), 0.0f);
  for (std::size_t hand = 0; hand < ranged_.size(); ++hand) {
    if (ranged_[hand] > 0.0f) weight[classes_->slots_of[hand][street]] += ranged_[hand];
  }
}

// How many hands of each class have the card. All streets are counted at once: while a count waits
// for the one before in its class, those of the other streets go on. Hands that the board blocks
// count behind the last class of each.
const std::uint8_t* DealWeights::card_counts(int street, int card) {
  std::uint8_t* row = counts_.data() + row_size_ * static_cast<std::size_t>(card);
  if ((counted_ >> card & 1) == 0) {
    counted_ |= std::uint64_t{1} << card;
    std::fill_n(row, row_size_, std::uint8_t{0});
    for (const Hand hand : game_hands_->of_card[card]) {
      const HandSlots& slots = classes_->slots_of[hand];
      for (int i = 0; i < kNumStreets; ++i) ++row[street_at_[i] + slots[i]];
    }
  }
  return row + street_at_[street];
}

// Weights with the cards `to` blocked, from those with the cards `from` blocked; one of these has
// all cards of the other. A hand of two blocked cards is taken away with each, and so comes back
// once.
void DealWeights::block_cards(int street, const std::vector<float>& weight_before,
                              std::uint64_t from, std::uint64_t to, std::vector<float>& weight) {
  const float sign = (from & ~to) == 0 ? -1.0f : 1.0f;
  std::array<const std::uint8_t*, 2 * kMaxPlayers> rows;
  int num_rows = 0;
  for_each_card(from ^ to, [&](int card) { rows[num_rows++] = card_counts(street, card); });
  weight.resize(weight_before.size());
  FELTPRINT_FOR_ISA(add_counts)
  (weight_before.data(), sign, rows.data(), num_rows, weight.size(), weight.data());
  const HandSlots* slots_of = classes_->slots_of.data();
  std::uint64_t partners = from | to;
  for_each_card(from ^ to, [&](int card) {
    partners &= ~(std::uint64_t{1} << card);
    for_each_card(partners, [&](int partner) {
      const Hand hand = game_hands_->of_two_cards[card][partner];
      if (hand != HandsByCard::kNoHand) weight[slots_of[hand][street]] -= sign;
    });
  });
}

// What the traversers of a deal start from.
const std::vector<float>& DealWeights::shared_weight(int street) {
  const std::vector<float>& of_board = classes_->streets[street].weight;
  if (shared_ == 0) return of_board;
  if (!shared_ready_[street]) {
    shared_ready_[street] = true;
    block_cards(street, of_board, 0, shared_, shared_weight_[street]);
  }
  return shared_weight_[street];
}

const float* DealWeights::street(int street) {
  if (!ready_[street]) {
    ready_[street] = true;
    if (ranges_ != nullptr) {
      sum_range(street);
    } else {
      block_cards(street, shared_weight(street), shared_, others_, weight_[street]);
    }
  }
  return weight_[street].data();
}

}  // namespace feltprint
