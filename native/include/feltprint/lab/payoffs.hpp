// The payoff operator of a game in sequence form.
//
// For player p it turns the other players' reach (product of own probabilities, per sequence) into
// the gradient of p's value: gradient[s] = sum over terminals z that end p's sequence s of
// chance(z) * payoff_p(z) * product over q != p of reach_q(sequence of q at z). Then the value of p
// is the sum over s of reach_p[s] * gradient[s], and every regret follows from the gradient.
#pragma once

#include <memory>
#include <vector>

#include "feltprint/lab/extensive_game.hpp"
#include "feltprint/lab/treeplex.hpp"

namespace feltprint::lab {

// Zeros that must lie before and behind every array over sequences: blocks may read over the ends.
inline constexpr std::uint32_t kSlack = 2 * kWidth;

class Payoffs {
 public:
  virtual ~Payoffs() = default;
  // reach: [player] -> array over the sequences of that player; the player's own is not read.
  // gradient: array over the player's sequences, overwritten whole.
  virtual void gradient(Player player, const double* const* reach, double* gradient) const = 0;
  // Stored products, for the size of a game; 0 where none are stored.
  virtual std::size_t num_terms() const = 0;
};

// Terminals as blocks of kWidth neighbouring sequences of the player. A block reads kWidth
// neighbouring sequences of each other player, so that isomorphic parts of the tree are read,
// multiplied and added as vectors. The order of the additions is fixed.
// Throws ConfigError when a player's terms do not fit 32 bits.
std::unique_ptr<Payoffs> make_block_payoffs(const ExtensiveGame& game,
                                            const std::vector<Treeplex>& treeplexes);

}  // namespace feltprint::lab
