#include "feltprint/lab/sampling.hpp"

#include <array>
#include <cmath>

#include "feltprint/error.hpp"

namespace feltprint::lab {
namespace {

constexpr int kMaxSampledActions = 64;
using Probabilities = std::array<double, kMaxSampledActions>;

void match(const double* regret, int count, Probabilities& out) {
  double sum = 0.0;
  for (int a = 0; a < count; ++a) {
    out[a] = regret[a] > 0.0 ? regret[a] : 0.0;
    sum += out[a];
  }
  for (int a = 0; a < count; ++a) out[a] = sum > 0.0 ? out[a] / sum : 1.0 / count;
}

// A uniform draw of 53 bits, so that rare actions are drawn with their probability.
double draw53(RandomStream& random) {
  const std::uint64_t high = random.next_u32() >> 5;
  const std::uint64_t low = random.next_u32() >> 6;
  return static_cast<double>(high << 26 | low) * 0x1p-53;
}

int draw(RandomStream& random, const Probabilities& probability, int count) {
  double left = draw53(random);
  int last = 0;
  for (int a = 0; a < count; ++a) {
    if (probability[a] <= 0.0) continue;
    last = a;
    if (left < probability[a]) return a;
    left -= probability[a];
  }
  return last;
}

std::vector<std::uint32_t> terminal_places(const ExtensiveGame& game) {
  std::vector<std::uint32_t> places(game.num_histories(), kNone);
  std::uint32_t next = 0;
  for (std::size_t h = 0; h < game.num_histories(); ++h) {
    if (game.player[h] == kTerminalNode) places[h] = next++;
  }
  return places;
}

}  // namespace

// One walk for one player. Increments of regret go to a log that is applied when the walk is over:
// the strategy stays frozen, and only the average is written while walking.
struct Sampled::Walk {
  const Sampled& solver;
  RandomStream random;
  Player traverser;
  std::vector<Increment>& log;
  double* average;  // null: no average is kept

  const std::uint32_t* children(std::uint32_t h) const {
    return solver.lists_.children.data() + solver.lists_.first[h];
  }
  int num_children(std::uint32_t h) const {
    return static_cast<int>(solver.lists_.first[h + 1] - solver.lists_.first[h]);
  }
  const double* payoffs(std::uint32_t h) const {
    return solver.game_.payoff.data() + std::size_t{solver.terminal_[h]} * solver.game_.num_players;
  }
  std::uint32_t sample_chance(std::uint32_t h) {
    double left = draw53(random);
    const int count = num_children(h);
    for (int i = 0; i + 1 < count; ++i) {
      const double chance = solver.game_.chance[children(h)[i]];
      if (left < chance) return children(h)[i];
      left -= chance;
    }
    return children(h)[count - 1];
  }

  // The history after the chance nodes that begin here.
  std::uint32_t past_chance(std::uint32_t h) {
    while (solver.game_.player[h] == kChanceNode) h = sample_chance(h);
    return h;
  }
  // Fills in the current strategy at a decision and returns its first entry.
  std::uint32_t match_at(std::uint32_t h, Probabilities& sigma) const {
    const std::uint32_t entry = solver.offsets_[solver.game_.infoset[h]];
    match(solver.regret_.data() + entry, num_children(h), sigma);
    return entry;
  }

  // External and chance sampling: own actions all, chance one; others one, or all with reach.
  double walk(std::uint32_t h, double others_reach) {
    const ExtensiveGame& game = solver.game_;
    h = past_chance(h);
    if (game.player[h] == kTerminalNode) return payoffs(h)[traverser];
    Probabilities sigma;
    const std::uint32_t entry = match_at(h, sigma);
    const int count = num_children(h);
    if (game.player[h] == traverser) return own_node(h, entry, count, sigma, others_reach);
    if (average != nullptr && game.player[h] == (traverser + 1) % game.num_players) {
      for (int a = 0; a < count; ++a) average[entry + a] += sigma[a];
    }
    if (solver.params_.scheme == Scheme::External) {
      return walk(children(h)[draw(random, sigma, count)], others_reach);
    }
    double value = 0.0;
    for (int a = 0; a < count; ++a) {
      value += sigma[a] * walk(children(h)[a], others_reach * sigma[a]);
    }
    return value;
  }

  double own_node(std::uint32_t h, std::uint32_t entry, int count, const Probabilities& sigma,
                  double others_reach) {
    Probabilities action_value;
    double value = 0.0;
    for (int a = 0; a < count; ++a) {
      action_value[a] = walk(children(h)[a], others_reach);
      value += sigma[a] * action_value[a];
    }
    const double weight = solver.params_.scheme == Scheme::External ? 1.0 : others_reach;
    for (int a = 0; a < count; ++a) {
      log.push_back({entry + static_cast<std::uint32_t>(a), weight * (action_value[a] - value)});
    }
    return value;
  }

  struct Reach {
    double own;      // of the traverser
    double others;   // of the others, without chance
    double sampled;  // probability of the sampled actions, without chance
  };

  // Outcome sampling: one action everywhere. Returns the value estimate of the node.
  double outcome(std::uint32_t h, const Reach& reach) {
    h = past_chance(h);
    if (solver.game_.player[h] == kTerminalNode) return payoffs(h)[traverser];
    Probabilities sigma;
    const std::uint32_t entry = match_at(h, sigma);
    const int count = num_children(h);
    if (solver.game_.player[h] != traverser) {
      const int a = draw(random, sigma, count);
      return outcome(children(h)[a],
                     {reach.own, reach.others * sigma[a], reach.sampled * sigma[a]});
    }
    Probabilities played;
    const double uniform = solver.params_.exploration / count;
    for (int a = 0; a < count; ++a) {
      played[a] = uniform + (1.0 - solver.params_.exploration) * sigma[a];
    }
    const int a = draw(random, played, count);
    const double below =
        outcome(children(h)[a], {reach.own * sigma[a], reach.others, reach.sampled * played[a]}) /
        played[a];
    const double value = sigma[a] * below;
    const double weight = reach.others / reach.sampled;
    for (int b = 0; b < count; ++b) {
      log.push_back(
          {entry + static_cast<std::uint32_t>(b), weight * ((b == a ? below : 0.0) - value)});
      if (average != nullptr) average[entry + b] += reach.own / reach.sampled * sigma[b];
    }
    return value;
  }

  void start() {
    if (solver.params_.scheme == Scheme::Outcome) {
      outcome(0, {1.0, 1.0, 1.0});
    } else {
      walk(0, 1.0);
    }
  }
};

Sampled::Sampled(const ExtensiveGame& game, const SamplingParams& params)
    : game_(game),
      params_(params),
      offsets_(entry_offsets(game)),
      lists_(child_lists(game)),
      terminal_(terminal_places(game)),
      regret_(offsets_.back(), 0.0),
      average_(offsets_.back(), 0.0) {
  if (!(params.exploration > 0.0 && params.exploration <= 1.0)) {
    throw ConfigError("exploration: expected above 0, at most 1, found " +
                      std::to_string(params.exploration));
  }
  for (std::uint16_t count : game.num_actions) {
    if (count > kMaxSampledActions) {
      throw ConfigError("game: expected at most " + std::to_string(kMaxSampledActions) +
                        " actions at an infoset, found " + std::to_string(count));
    }
  }
}

void Sampled::run(std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i, ++iterations_) {
    for (Player p = 0; p < game_.num_players; ++p) {
      log_.clear();
      Walk{*this, stream(iterations_, p), p, log_, average_.data()}.start();
      for (const Increment& step : log_) regret_[step.entry] += step.value;
    }
  }
}

void Sampled::restore(const double* regret, const double* average, std::uint64_t iterations) {
  for (std::size_t e = 0; e < regret_.size(); ++e) {
    if (std::isfinite(regret[e]) && std::isfinite(average[e])) continue;
    throw ArtifactError("state: entry " + std::to_string(e) +
                        " is not finite; the file is damaged or the solve overflowed");
  }
  regret_.assign(regret, regret + regret_.size());
  average_.assign(average, average + average_.size());
  iterations_ = iterations;
}

void Sampled::sample_increments(Player traverser, std::uint64_t walk, double* out) const {
  std::vector<Increment> log;
  Walk{*this, stream(walk, traverser), traverser, log, nullptr}.start();
  for (const Increment& step : log) out[step.entry] += step.value;
}

RandomStream Sampled::stream(std::uint64_t iteration, Player player) const {
  return {params_.seed, Purpose::Action, iteration, static_cast<std::uint32_t>(player)};
}

void play_hands(const ExtensiveGame& game, const double* strategy, std::uint32_t seed,
                std::uint64_t first, std::uint64_t count, double* out) {
  const std::vector<std::uint32_t> offsets = entry_offsets(game);
  const ChildLists lists = child_lists(game);
  const std::vector<std::uint32_t> terminal = terminal_places(game);
  const std::size_t players = static_cast<std::size_t>(game.num_players);
  for (std::uint64_t hand = 0; hand < count; ++hand) {
    RandomStream random(seed, Purpose::EvaluationAction, first + hand, 0);
    std::uint32_t h = 0;
    while (game.player[h] != kTerminalNode) {
      const std::uint32_t* children = lists.children.data() + lists.first[h];
      const std::size_t branches = lists.first[h + 1] - lists.first[h];
      const bool chance = game.player[h] == kChanceNode;
      double left = draw53(random);
      std::size_t i = 0;
      for (; i + 1 < branches; ++i) {
        const double edge =
            chance ? game.chance[children[i]] : strategy[offsets[game.infoset[h]] + i];
        if (left < edge) break;
        left -= edge;
      }
      h = children[i];
    }
    const double* payoffs = game.payoff.data() + terminal[h] * players;
    for (std::size_t p = 0; p < players; ++p) out[hand * players + p] = payoffs[p];
  }
}

}  // namespace feltprint::lab
