#include "feltprint/games/kuhn.hpp"

#include <array>
#include <numeric>
#include <utility>

namespace feltprint {

KuhnGame::KuhnGame(const PublicTree& tree) : tree_(tree) {
  for (int card = 0; card < num_hands(); ++card) hand_masks_.push_back(std::uint64_t{1} << card);
}

// No card is public: what is laid is which card is which.
void KuhnGame::lay_board(std::uint32_t, Purpose, std::uint64_t, std::uint64_t,
                         BoardSample& out) const {
  if (static_cast<int>(out.strength.size()) == num_hands()) return;  // all boards are alike
  out.bucket[0].resize(num_hands());
  std::iota(out.bucket[0].begin(), out.bucket[0].end(), Bucket{0});
  out.strength.resize(num_hands());
  std::iota(out.strength.begin(), out.strength.end(), std::uint16_t{1});
}

void KuhnGame::sample(std::uint32_t seed, Purpose purpose, std::uint64_t board, int num_deals,
                      BoardSample& out) const {
  lay_board(seed, purpose, board, 0, out);
  const int num_cards = num_hands();
  out.hands.resize(static_cast<std::size_t>(num_deals * tree_.num_players));
  Hand* dealt = out.hands.data();
  std::array<Hand, kMaxPlayers + 1> deck;
  for (int deal = 0; deal < num_deals; ++deal) {
    RandomStream random(seed, purpose, board, static_cast<std::uint32_t>(deal));
    std::iota(deck.begin(), deck.end(), Hand{0});  // all of it: no loop
    for (Player seat = 0; seat < tree_.num_players; ++seat) {
      std::swap(deck[seat], deck[seat + random.below(num_cards - seat)]);
      *dealt++ = deck[seat];
    }
  }
}

}  // namespace feltprint
