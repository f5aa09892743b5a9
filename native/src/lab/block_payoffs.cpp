#include <algorithm>
#include <array>
#include <limits>

#include "block_rows.hpp"
#include "feltprint/error.hpp"
#include "feltprint/isa.hpp"
#include "feltprint/lab/payoffs.hpp"

namespace feltprint::lab {
namespace {

#define FELTPRINT_KERNEL "lab/gradient_kernel.inc"
#include "isa_kernels.inc"

constexpr int kMaxOpponents = kMaxPlayers - 1;

// One terminal as player p sees it. Terms of one block with the same columns share a block term.
struct Term {
  std::uint32_t block;
  std::array<std::int32_t, kMaxOpponents> columns;
  std::uint32_t lane;
  std::uint32_t order;  // of the terminal, so that sums have one order
  double value;

  bool same_vector(const Term& other) const {
    return block == other.block && columns == other.columns;
  }
  bool operator<(const Term& other) const {
    if (block != other.block) return block < other.block;
    if (columns != other.columns) return columns < other.columns;
    return lane != other.lane ? lane < other.lane : order < other.order;
  }
};

std::vector<double> chance_reach(const ExtensiveGame& game) {
  std::vector<double> reach(game.num_histories(), 1.0);
  for (std::size_t h = 1; h < game.num_histories(); ++h) {
    reach[h] = reach[game.parent[h]] * game.chance[h];
  }
  return reach;
}

class BlockPayoffs final : public Payoffs {
 public:
  BlockPayoffs(const ExtensiveGame& game, const std::vector<Treeplex>& treeplexes) {
    const std::vector<std::uint32_t> sequence = own_sequences(game);
    const std::vector<double> chance = chance_reach(game);
    for (Player p = 0; p < game.num_players; ++p) {
      rows_.push_back(make_rows(terms_of(game, treeplexes, sequence, chance, p),
                                treeplexes[p].num_sequences / kWidth, game.num_players - 1));
    }
  }

  void gradient(Player player, const double* const* reach, double* gradient) const override {
    std::array<const double*, kMaxOpponents> others{};
    int count = 0;
    for (Player q = 0; q < static_cast<Player>(rows_.size()); ++q) {
      if (q != player) others[count++] = reach[q];
    }
    FELTPRINT_FOR_ISA(gradient)(rows_[player], others.data(), gradient);
  }

  std::size_t num_terms() const override {
    std::size_t sum = 0;
    for (const BlockRows& rows : rows_) sum += rows.begin.back();
    return sum;
  }

 private:
  static std::vector<Term> terms_of(const ExtensiveGame& game,
                                    const std::vector<Treeplex>& treeplexes,
                                    const std::vector<std::uint32_t>& sequence,
                                    const std::vector<double>& chance, Player player) {
    const auto slot = [&](std::size_t h, Player p) {
      const std::uint32_t entry = sequence[h * game.num_players + p];
      return entry == kNone ? kEmptySequence : treeplexes[p].sequence_of[entry];
    };
    std::vector<Term> terms;
    std::uint32_t terminal = 0;
    for (std::size_t h = 0; h < game.num_histories(); ++h) {
      if (game.player[h] != kTerminalNode) continue;
      const double payoff = game.payoff[std::size_t{terminal} * game.num_players + player];
      if (payoff != 0.0) {
        const std::uint32_t row = slot(h, player);
        Term term{row / kWidth, {}, row % kWidth, terminal, chance[h] * payoff};
        int opponent = 0;
        for (Player q = 0; q < game.num_players; ++q) {
          if (q == player) continue;
          term.columns[opponent++] =
              static_cast<std::int32_t>(slot(h, q)) - static_cast<std::int32_t>(term.lane);
        }
        terms.push_back(term);
      }
      ++terminal;
    }
    std::sort(terms.begin(), terms.end());
    return terms;
  }

  static BlockRows make_rows(const std::vector<Term>& terms, std::uint32_t num_blocks,
                             int num_opponents) {
    if (terms.size() > std::numeric_limits<std::int32_t>::max() / kWidth) {
      throw ConfigError("game: expected at most 2^29 terminals, found " +
                        std::to_string(terms.size()));
    }
    BlockRows rows;
    rows.num_blocks = num_blocks;
    rows.num_opponents = static_cast<std::uint32_t>(num_opponents);
    rows.begin.assign(num_blocks + 1, 0);
    const Term* last = nullptr;
    for (const Term& term : terms) {
      if (last == nullptr || !term.same_vector(*last)) {
        ++rows.begin[term.block + 1];
        rows.columns.insert(rows.columns.end(), term.columns.begin(),
                            term.columns.begin() + num_opponents);
        rows.values.insert(rows.values.end(), kWidth, 0.0);
      }
      rows.values[rows.values.size() - kWidth + term.lane] += term.value;
      last = &term;
    }
    for (std::uint32_t i = 0; i < num_blocks; ++i) rows.begin[i + 1] += rows.begin[i];
    return rows;
  }

  std::vector<BlockRows> rows_;  // [player]
};

}  // namespace

std::unique_ptr<Payoffs> make_block_payoffs(const ExtensiveGame& game,
                                            const std::vector<Treeplex>& treeplexes) {
  return std::make_unique<BlockPayoffs>(game, treeplexes);
}

}  // namespace feltprint::lab
