#include "feltprint/cards/hand_index.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <string>
#include <utility>

#include "cards/binomial.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/error.hpp"

namespace feltprint {
namespace {

// Colex rank of a set among the sets of its size.
std::uint64_t set_rank(unsigned set) {
  std::uint64_t rank = 0;
  for (int k = 1; set != 0; ++k, set &= set - 1) {
    rank += choose(static_cast<unsigned>(std::countr_zero(set)), k);
  }
  return rank;
}

unsigned set_of_rank(std::uint64_t rank, int size) {
  unsigned set = 0;
  for (int k = size; k > 0; --k) {
    unsigned element = static_cast<unsigned>(k) - 1;
    while (choose(element + 1, k) <= rank) ++element;
    rank -= choose(element, k);
    set |= 1u << element;
  }
  return set;
}

// Renumbers a set within the ranks that are not in `used`, and back.
unsigned squeeze(unsigned set, unsigned used) {
  unsigned squeezed = 0;
  int place = 0;
  for (int rank = 0; rank < kNumRanks; ++rank) {
    if (used >> rank & 1) continue;
    squeezed |= (set >> rank & 1) << place++;
  }
  return squeezed;
}

unsigned unsqueeze(unsigned squeezed, unsigned used) {
  unsigned set = 0;
  int place = 0;
  for (int rank = 0; rank < kNumRanks; ++rank) {
    if (used >> rank & 1) continue;
    set |= (squeezed >> place++ & 1) << rank;
  }
  return set;
}

}  // namespace

HandIndexer::HandIndexer(std::vector<int> cards_per_round)
    : cards_per_round_(std::move(cards_per_round)) {
  const bool rounds_ok = !cards_per_round_.empty() && cards_per_round_.size() <= 4;
  for (int cards : cards_per_round_) num_cards_ = cards < 1 ? 8 : num_cards_ + std::min(cards, 8);
  if (!rounds_ok || num_cards_ > 7) {
    throw ConfigError("rounds of a deal: expected 1 to 4 rounds of one card or more, at most 7 " +
                      std::string("cards in all"));
  }
  std::array<std::uint16_t, 4> profiles{};
  std::vector<int> left = cards_per_round_;
  add_layouts(profiles, 0, left);
  std::sort(layouts_.begin(), layouts_.end(),
            [](const Layout& a, const Layout& b) { return a.key < b.key; });
  for (Layout& layout : layouts_) {
    layout.first = size_;
    std::uint64_t count = 1;
    for (const Group& group : layout.groups) count *= group.radix;
    size_ += count;
  }
}

// All ways to share the cards of every round among the suits, profiles falling.
void HandIndexer::add_layouts(std::array<std::uint16_t, 4>& profiles, int suit,
                              std::vector<int>& left) {
  if (suit == 4) {
    if (std::all_of(left.begin(), left.end(), [](int cards) { return cards == 0; })) {
      add_layout(profiles);
    }
    return;
  }
  const auto assign = [&](const auto& self, std::size_t round, std::uint16_t profile) -> void {
    if (round == left.size()) {
      if (suit > 0 && profile > profiles[suit - 1]) return;
      profiles[suit] = profile;
      add_layouts(profiles, suit + 1, left);
      return;
    }
    const int available = left[round];
    for (int cards = 0; cards <= available; ++cards) {
      left[round] = available - cards;
      self(self, round + 1, static_cast<std::uint16_t>(profile | cards << (4 * (3 - round))));
    }
    left[round] = available;
  };
  assign(assign, 0, 0);
}

void HandIndexer::add_layout(const std::array<std::uint16_t, 4>& profiles) {
  Layout layout{0, 0, {}};
  for (std::uint16_t profile : profiles) {
    layout.key = layout.key << 16 | profile;
    if (!layout.groups.empty() && layout.groups.back().profile == profile) {
      ++layout.groups.back().num_suits;
    } else {
      layout.groups.push_back({profile, 1, choices(profile), 0});
    }
  }
  for (Group& group : layout.groups) {
    group.radix =
        choose(group.choices + static_cast<unsigned>(group.num_suits) - 1, group.num_suits);
  }
  layouts_.push_back(std::move(layout));
}

std::uint64_t HandIndexer::choices(std::uint16_t profile) const {
  std::uint64_t count = 1;
  int ranks_left = kNumRanks;
  for (std::size_t round = 0; round < cards_per_round_.size(); ++round) {
    const int cards = count_of(profile, round);
    count *= choose(static_cast<unsigned>(ranks_left), cards);
    ranks_left -= cards;
  }
  return count;
}

std::uint64_t HandIndexer::choice_of(const SuitSets& sets) const {
  std::uint64_t choice = 0;
  unsigned used = 0;
  for (std::size_t round = 0; round < cards_per_round_.size(); ++round) {
    const int ranks_left = kNumRanks - std::popcount(used);
    choice = choice * choose(static_cast<unsigned>(ranks_left), count_of(sets.profile, round)) +
             set_rank(squeeze(sets.ranks[round], used));
    used |= sets.ranks[round];
  }
  return choice;
}

HandIndexer::SuitSets HandIndexer::sets_of(std::uint16_t profile, std::uint64_t choice) const {
  const std::size_t num_rounds = cards_per_round_.size();
  std::array<std::uint64_t, 4> digits{};
  std::array<std::uint64_t, 4> radix{};
  int ranks_left = kNumRanks;
  for (std::size_t round = 0; round < num_rounds; ++round) {
    const int cards = count_of(profile, round);
    radix[round] = choose(static_cast<unsigned>(ranks_left), cards);
    ranks_left -= cards;
  }
  for (std::size_t round = num_rounds; round-- > 0;) {
    digits[round] = choice % radix[round];
    choice /= radix[round];
  }
  SuitSets sets{profile, {}};
  unsigned used = 0;
  for (std::size_t round = 0; round < num_rounds; ++round) {
    const unsigned set = unsqueeze(set_of_rank(digits[round], count_of(profile, round)), used);
    sets.ranks[round] = static_cast<std::uint16_t>(set);
    used |= set;
  }
  return sets;
}

std::uint64_t HandIndexer::index(std::span<const Card> cards) const {
  FELTPRINT_ASSERT(static_cast<int>(cards.size()) == num_cards_);
  std::array<SuitSets, 4> suits{};
  std::size_t next = 0;
  for (std::size_t round = 0; round < cards_per_round_.size(); ++round) {
    for (int i = 0; i < cards_per_round_[round]; ++i, ++next) {
      SuitSets& sets = suits[static_cast<std::size_t>(suit_of(cards[next]))];
      sets.profile = static_cast<std::uint16_t>(sets.profile + (1 << (4 * (3 - round))));
      sets.ranks[round] =
          static_cast<std::uint16_t>(sets.ranks[round] | 1u << rank_of(cards[next]));
    }
  }
  std::array<std::pair<std::uint16_t, std::uint64_t>, 4> choice;
  for (std::size_t i = 0; i < 4; ++i) choice[i] = {suits[i].profile, choice_of(suits[i])};
  std::sort(choice.begin(), choice.end(), std::greater<>());
  std::uint64_t key = 0;
  for (const auto& [profile, value] : choice) key = key << 16 | profile;
  const auto layout =
      std::lower_bound(layouts_.begin(), layouts_.end(), key,
                       [](const Layout& entry, std::uint64_t k) { return entry.key < k; });
  std::uint64_t local = 0;
  std::size_t suit = 0;
  for (const Group& group : layout->groups) {
    std::uint64_t place = 0;
    for (int size = group.num_suits; size > 0; --size, ++suit) {
      place += choose(choice[suit].second + static_cast<unsigned>(size) - 1, size);
    }
    local = local * group.radix + place;
  }
  return layout->first + local;
}

std::vector<Card> HandIndexer::unindex(std::uint64_t index) const {
  if (index >= size_) {
    throw ConfigError("deal " + std::to_string(index) + " of " + std::to_string(size_) +
                      "; expected a smaller index");
  }
  const auto after =
      std::upper_bound(layouts_.begin(), layouts_.end(), index,
                       [](std::uint64_t i, const Layout& entry) { return i < entry.first; });
  const Layout& layout = *(after - 1);
  std::uint64_t local = index - layout.first;
  std::vector<std::uint64_t> places(layout.groups.size());
  for (std::size_t i = places.size(); i-- > 0;) {
    places[i] = local % layout.groups[i].radix;
    local /= layout.groups[i].radix;
  }
  std::vector<std::vector<Card>> rounds(cards_per_round_.size());
  int suit = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Group& group = layout.groups[i];
    for (int size = group.num_suits; size > 0; --size, ++suit) {
      // The largest choice whose multisets of `size` smaller ones fit below the place.
      std::uint64_t low = 0;
      std::uint64_t high = group.choices;
      while (high - low > 1) {
        const std::uint64_t middle = low + (high - low) / 2;
        const bool fits = choose(middle + static_cast<unsigned>(size) - 1, size) <= places[i];
        (fits ? low : high) = middle;
      }
      places[i] -= choose(low + static_cast<unsigned>(size) - 1, size);
      const SuitSets sets = sets_of(group.profile, low);
      for (std::size_t round = 0; round < rounds.size(); ++round) {
        for (int rank = 0; rank < kNumRanks; ++rank) {
          if (sets.ranks[round] >> rank & 1) {
            rounds[round].push_back(static_cast<Card>(4 * rank + suit));
          }
        }
      }
    }
  }
  std::vector<Card> cards;
  for (auto& round : rounds) {
    std::sort(round.begin(), round.end());
    cards.insert(cards.end(), round.begin(), round.end());
  }
  return cards;
}

}  // namespace feltprint
