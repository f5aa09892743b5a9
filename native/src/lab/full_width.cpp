#include "feltprint/lab/full_width.hpp"

#include <cmath>

#include "feltprint/error.hpp"
#include "feltprint/lab/exact.hpp"

namespace feltprint::lab {

FullWidth::PlayerState::PlayerState(const Treeplex& plex)
    : gradient(plex.num_sequences),
      regret(plex.num_sequences),
      strategy(plex.num_sequences),
      reach(plex.num_sequences),
      average(plex.num_sequences) {}

PlayerArrays FullWidth::PlayerState::arrays() {
  return {gradient.data(), regret.data(), strategy.data(), reach.data(), average.data()};
}

FullWidth::FullWidth(const SequenceGame& game, UpdateRule rule, Updates updates, bool track_sums)
    : game_(game), rule_(rule), updates_(updates), track_sums_(track_sums) {
  for (const Treeplex& plex : game.treeplexes) {
    PlayerState& state = players_.emplace_back(plex);
    passes().normalise(plex, state.regret.data(), state.strategy.data());
    passes().reach(plex, state.strategy.data(), state.reach.data());
    if (track_sums) sums_.gradient.emplace_back(plex.num_sequences);
  }
  for (PlayerState& state : players_) reach_.push_back(state.reach.data());
  sums_.value.assign(players_.size(), 0.0);
  sums_.weight.assign(players_.size(), 0.0);
}

void FullWidth::run(const Coefficients* coefficients, std::size_t count) {
  const Passes& kernels = passes();
  for (std::size_t i = 0; i < count; ++i) iterate(kernels, coefficients[i]);
  if (count > 0) require_finite();
}

void FullWidth::iterate(const Passes& kernels, const Coefficients& coefficients) {
  const Player num_players = static_cast<Player>(players_.size());
  if (updates_ == Updates::Alternating) {
    for (Player p = 0; p < num_players; ++p) {
      compute_gradient(p, coefficients.average_decay);
      update(kernels, p, coefficients);
    }
  } else {
    for (Player p = 0; p < num_players; ++p) compute_gradient(p, coefficients.average_decay);
    for (Player p = 0; p < num_players; ++p) update(kernels, p, coefficients);
  }
  ++iterations_;
}

void FullWidth::compute_gradient(Player player, double decay) {
  double* gradient = players_[player].gradient.data();
  game_.payoffs->gradient(player, reach_.data(), gradient);
  if (!track_sums_) return;
  double* sum = sums_.gradient[player].data();
  double value = 0.0;
  for (std::uint32_t s = 0; s < players_[player].gradient.size(); ++s) {
    sum[s] = sum[s] * decay + gradient[s];
    value += gradient[s] * reach_[player][s];
  }
  sums_.value[player] = sums_.value[player] * decay + value;
  sums_.weight[player] = sums_.weight[player] * decay + 1.0;
}

void FullWidth::update(const Passes& kernels, Player player, const Coefficients& coefficients) {
  const Treeplex& plex = game_.treeplexes[player];
  const PlayerArrays arrays = players_[player].arrays();
  kernels.update(plex, coefficients, rule_, arrays);
  kernels.reach_and_average(plex, coefficients.average_decay, arrays);
}

void FullWidth::require_finite() const {
  for (std::size_t p = 0; p < players_.size(); ++p) {
    const PlayerState& state = players_[p];
    for (std::uint32_t s = kFirstSequence; s < state.regret.size(); ++s) {
      if (std::isfinite(state.regret.data()[s]) && std::isfinite(state.average.data()[s])) continue;
      throw SolverError("player " + std::to_string(p) + ", iteration " +
                        std::to_string(iterations_) +
                        ": a regret or an average is not finite; use a smaller power of averaging "
                        "or smaller payoffs");
    }
  }
}

void FullWidth::read(Table table, double* flat) const {
  for (std::size_t p = 0; p < players_.size(); ++p) {
    const PlayerState& state = players_[p];
    const SequenceVector& values = table == Table::Regret    ? state.regret
                                   : table == Table::Average ? state.average
                                                             : state.strategy;
    gather_entries(game_.treeplexes[p], values.data(), flat);
  }
}

void FullWidth::restore(const double* regret, const double* average, const double* strategy,
                        std::uint64_t iterations) {
  if (track_sums_) throw SolverError("restore: a solver that tracks its sums cannot be resumed");
  for (std::uint32_t e = 0; e < game_.num_entries; ++e) {
    if (std::isfinite(regret[e]) && std::isfinite(average[e]) && std::isfinite(strategy[e])) {
      continue;
    }
    throw ArtifactError("state: entry " + std::to_string(e) +
                        " is not finite; the file is damaged or the solve overflowed");
  }
  for (std::size_t p = 0; p < players_.size(); ++p) {
    const Treeplex& plex = game_.treeplexes[p];
    PlayerState& state = players_[p];
    scatter_entries(plex, regret, state.regret.data());
    scatter_entries(plex, average, state.average.data());
    scatter_entries(plex, strategy, state.strategy.data());
    passes().reach(plex, state.strategy.data(), state.reach.data());
  }
  iterations_ = iterations;
}

void FullWidth::average_strategy(double* flat) const {
  for (std::size_t p = 0; p < players_.size(); ++p) {
    const Treeplex& plex = game_.treeplexes[p];
    SequenceVector strategy(plex.num_sequences);
    passes().normalise(plex, players_[p].average.data(), strategy.data());
    gather_entries(plex, strategy.data(), flat);
  }
}

double FullWidth::overall_regret(Player player) const {
  if (!track_sums_ || sums_.weight[player] == 0.0) {
    throw SolverError("overall regret: expected a run with tracked sums");
  }
  SequenceVector gradient = sums_.gradient[player];
  passes().best_values(game_.treeplexes[player], gradient.data());
  return (gradient.data()[kEmptySequence] - sums_.value[player]) / sums_.weight[player];
}

}  // namespace feltprint::lab
