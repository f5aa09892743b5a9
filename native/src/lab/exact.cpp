#include "feltprint/lab/exact.hpp"

#include <cmath>

#include "feltprint/error.hpp"
#include "feltprint/lab/group_passes.hpp"

namespace feltprint::lab {

Evaluator::Evaluator(const SequenceGame& game) : game_(game) {
  for (const Treeplex& plex : game.treeplexes) {
    strategy_.emplace_back(plex.num_sequences);
    reach_.emplace_back(plex.num_sequences);
    gradient_.emplace_back(plex.num_sequences);
  }
  for (const SequenceVector& reach : reach_) reach_pointers_.push_back(reach.data());
}

void Evaluator::set_strategy(const double* flat) {
  for (std::uint32_t e = 0; e < game_.num_entries; ++e) {
    if (flat[e] >= 0.0 && std::isfinite(flat[e])) continue;
    throw SolverError("strategy: expected numbers from 0 up, found " + std::to_string(flat[e]) +
                      " at entry " + std::to_string(e));
  }
  for (std::size_t p = 0; p < strategy_.size(); ++p) {
    const Treeplex& plex = game_.treeplexes[p];
    scatter_entries(plex, flat, strategy_[p].data());
    passes().normalise(plex, strategy_[p].data(), strategy_[p].data());
    passes().reach(plex, strategy_[p].data(), reach_[p].data());
  }
}

void Evaluator::gradient(Player player, double* flat) const {
  SequenceVector out(game_.treeplexes[player].num_sequences);
  game_.payoffs->gradient(player, reach_pointers_.data(), out.data());
  gather_entries(game_.treeplexes[player], out.data(), flat);
}

ProfileValues Evaluator::values() {
  ProfileValues out;
  for (std::size_t p = 0; p < strategy_.size(); ++p) {
    double* gradient = gradient_[p].data();
    game_.payoffs->gradient(static_cast<Player>(p), reach_pointers_.data(), gradient);
    double value = 0.0;
    for (std::uint32_t s = 0; s < gradient_[p].size(); ++s) {
      value += gradient[s] * reach_pointers_[p][s];
    }
    passes().best_values(game_.treeplexes[p], gradient);
    out.value.push_back(value);
    out.best_response_value.push_back(gradient[kEmptySequence]);
  }
  return out;
}

double Evaluator::best_response(Player player, double* flat) {
  const Treeplex& plex = game_.treeplexes[player];
  double* gradient = gradient_[player].data();
  game_.payoffs->gradient(player, reach_pointers_.data(), gradient);
  passes().best_values(plex, gradient);
  SequenceVector chosen(plex.num_sequences);
  for (const InfosetGroup& group : plex.groups) {
    for (std::uint32_t i = 0; i < group.count; ++i) {
      const double* row = gradient + group.first_sequence + i;
      std::uint32_t best = 0;
      for (std::uint32_t a = 1; a < group.num_actions; ++a) {
        if (row[a * group.count] > row[best * group.count]) best = a;
      }
      chosen.data()[group.first_sequence + best * group.count + i] = 1.0;
    }
  }
  gather_entries(plex, chosen.data(), flat);
  return gradient[kEmptySequence];
}

}  // namespace feltprint::lab
