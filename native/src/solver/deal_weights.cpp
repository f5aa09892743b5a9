#include "feltprint/solver/deal_weights.hpp"

#include <bit>
#include <span>

namespace feltprint {
namespace {

// The cards of a mask, lowest first, as masks of one bit.
template <typename Visit>
void for_each_card(std::uint64_t mask, const Visit& visit) {
  for (; mask != 0; mask &= mask - 1) visit(mask & (~mask + 1));
}

// Adds `amount` to the class of each hand. Neighbours in the list share a card and so, often, the
// class, where each add would wait for the one before: four places of the list take turns.
void add_hands(std::span<const Hand> hands, float amount, const SlotTable& table, float* weight) {
  const std::uint16_t* slot_of = table.slot_of.data();
  const Hand* hand = hands.data();
  const std::size_t quarter = hands.size() / 4;
  for (std::size_t i = 0; i < quarter; ++i) {
    for (std::size_t part = 0; part < 4; ++part) {
      weight[slot_of[hand[part * quarter + i]]] += amount;
    }
  }
  for (std::size_t i = 4 * quarter; i < hands.size(); ++i) weight[slot_of[hand[i]]] += amount;
}

}  // namespace

HandsByCard hands_by_card(const std::vector<std::uint64_t>& hand_masks) {
  HandsByCard hands;
  hands.mask = hand_masks;
  for (std::size_t hand = 0; hand < hand_masks.size(); ++hand) {
    for_each_card(hand_masks[hand], [&](std::uint64_t card) {
      hands.of_card[std::countr_zero(card)].push_back(static_cast<Hand>(hand));
    });
  }
  return hands;
}

void DealWeights::start_deal(const HandClasses& classes, const HandsByCard& game_hands,
                             const Hand* hands, int num_players, const RangedDeals* ranges) {
  classes_ = &classes;
  game_hands_ = &game_hands;
  ranges_ = ranges;
  cards_.fill(0);
  if (ranges != nullptr) {
    for (Player seat = 0; seat < num_players; ++seat) cards_[seat] = game_hands.mask[hands[seat]];
    return;
  }
  all_blocking_ready_.fill(false);
  std::uint64_t dealt = 0;
  for (Player seat = 0; seat < num_players; ++seat) dealt |= game_hands.mask[hands[seat]];
  // Appends without branches: an entry that does not belong is overwritten by the next one.
  const std::uint16_t* slot_of = classes.streets[0].slot_of.data();  // none: the board's own hand
  const std::uint64_t* mask = game_hands.mask.data();
  blocked_.resize(game_hands.mask.size() + 1);
  Hand* blocked_end = blocked_.data();
  for (Player seat = 0; seat < num_players; ++seat) {
    const std::uint64_t own = mask[hands[seat]];
    std::vector<Hand>& alone = blocked_by_one_[seat];
    alone.resize(game_hands.mask.size() + 1);
    Hand* alone_end = alone.data();
    for_each_card(own, [&](std::uint64_t card) {
      for (Hand hand : game_hands.of_card[std::countr_zero(card)]) {
        const std::uint64_t met = mask[hand] & dealt;
        const bool first = (met & (~met + 1)) == card;  // the lowest card met lists the hand
        const bool listed = first & (slot_of[hand] != kNoSlot);
        *blocked_end = hand;
        blocked_end += listed;
        *alone_end = hand;
        alone_end += listed & ((met & ~own) == 0);
      }
    });
    num_blocked_by_one_[seat] = static_cast<std::size_t>(alone_end - alone.data());
  }
  num_blocked_ = static_cast<std::size_t>(blocked_end - blocked_.data());
}

void DealWeights::start_traverser(Player traverser) {
  traverser_ = traverser;
  ready_.fill(false);
  if (ranges_ != nullptr) weigh_range();
}

void DealWeights::weigh_range() {
  std::uint64_t others = 0;
  for (Player seat = 0; seat < kMaxPlayers; ++seat) others |= seat == traverser_ ? 0 : cards_[seat];
  const std::vector<float>& range = ranges_->weights(traverser_);
  const std::uint16_t* slot_of = classes_->streets[0].slot_of.data();  // none: the board's own hand
  ranged_.assign(range.size(), 0.0f);
  double sum = 0.0;
  int count = 0;
  for (std::size_t hand = 0; hand < range.size(); ++hand) {
    if (slot_of[hand] == kNoSlot || (game_hands_->mask[hand] & others) != 0) continue;
    ranged_[hand] = range[hand];
    sum += static_cast<double>(range[hand]);
    ++count;
  }
  const auto scale = static_cast<float>(count / sum);
  for (float& weight : ranged_) weight *= scale;
}

const std::vector<float>& DealWeights::all_blocking(int street) {
  auto& weight = all_blocking_[street];
  if (!all_blocking_ready_[street]) {
    const SlotTable& table = classes_->streets[street];
    weight.assign(table.weight.begin(), table.weight.end());
    add_hands({blocked_.data(), num_blocked_}, -1.0f, table, weight.data());
    all_blocking_ready_[street] = true;
  }
  return weight;
}

const float* DealWeights::street(int street) {
  auto& weight = weight_[street];
  if (!ready_[street] && ranges_ != nullptr) {
    const SlotTable& table = classes_->streets[street];
    weight.assign(static_cast<std::size_t>(table.num_slots()), 0.0f);
    for (std::size_t hand = 0; hand < ranged_.size(); ++hand) {
      if (ranged_[hand] > 0.0f) weight[table.slot_of[hand]] += ranged_[hand];
    }
    ready_[street] = true;
  }
  if (!ready_[street]) {
    const auto& base = all_blocking(street);
    weight.assign(base.begin(), base.end());
    add_hands({blocked_by_one_[traverser_].data(), num_blocked_by_one_[traverser_]}, 1.0f,
              classes_->streets[street], weight.data());
    ready_[street] = true;
  }
  return weight.data();
}

}  // namespace feltprint
