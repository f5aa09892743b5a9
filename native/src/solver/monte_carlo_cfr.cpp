#include "feltprint/solver/monte_carlo_cfr.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "feltprint/error.hpp"
#include "feltprint/parallel.hpp"
#include "feltprint/solver/full_width_average.hpp"
#include "feltprint/solver/own_reach_average.hpp"
#include "feltprint/solver/table_sweeps.hpp"

namespace feltprint {
namespace {

// What needs noise of its own.
enum class Sweep : std::uint32_t { Logs, Discount, Snapshot };

std::uint32_t noise_at(std::uint32_t seed, std::uint64_t index, Sweep sweep) {
  const auto low = static_cast<std::uint32_t>(index);
  const auto high = static_cast<std::uint32_t>(index >> 32);
  return mix(mix(seed, static_cast<std::uint32_t>(sweep)), mix(high, low));
}

// Reading the clock takes as long as a walk through a small tree.
constexpr std::uint64_t kIterationsPerClock = 16;

// Marks the solver busy for the length of a call.
class BusyFlag {
 public:
  explicit BusyFlag(std::atomic<bool>& flag) : flag_(flag) {
    if (flag_.exchange(true)) {
      throw ConfigError("solver: two runs at once on one solver; wait for the first to return");
    }
  }
  ~BusyFlag() { flag_.store(false); }

 private:
  std::atomic<bool>& flag_;
};

}  // namespace

MonteCarloCfr::MonteCarloCfr(const Game& game, const SolverParams& params)
    : game_(game),
      params_(params),
      num_streets_(count_decision_streets(game.tree())),
      hands_(hands_by_card(game.hand_masks())),
      tables_(game.tree().size.blocks, game.tree().size.preflop_blocks, params.storage),
      visits_(game.tree(), params.visit_counts) {
  require_range("deals_per_board", params.deals_per_board, 1, 16);
  require_range("boards_per_batch", params.boards_per_batch, 1, 1024);
  check(params.traversal);
  check(params.weighting);
  check(params.pruning);
  check(params.averaging);
  const bool has_one_hand = params.traversal.kind != Traversal::Vector;
  if (has_one_hand && PairPayoffs::fits(game.tree())) payoffs_.emplace(game.tree());
  if (!params.ranges.empty()) ranges_.emplace(game, params.ranges);
  logs_.resize(params.boards_per_batch);
  met_nodes_.resize(params.boards_per_batch);
  root_values_.resize(params.boards_per_batch);
  moments_.sum.assign(game.tree().num_players, 0.0);
  moments_.sum_squares.assign(game.tree().num_players, 0.0);
  job_ = board_job();
  input_ = traversal_input();
}

void MonteCarloCfr::train_responder(Player responder, const float* strategy) {
  require_range("responder", responder, 0, game_.tree().num_players - 1);
  if (params_.storage != Storage::Float32) {
    throw ConfigError("solver: a responder needs storage float32; found int16");
  }
  responder_ = responder;
  fixed_strategy_ = strategy;
  FloatTable& regrets = tables_.regret.floats;
  std::copy(strategy, strategy + regrets.size(), regrets.data());
  input_ = traversal_input();
}

std::uint64_t MonteCarloCfr::advance(std::uint64_t target, int num_threads, double seconds) {
  require_range("threads", num_threads, 1, 1024);
  const BusyFlag busy(busy_);
  if (static_cast<int>(contexts_.size()) < num_threads) contexts_.resize(num_threads);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  std::uint64_t clock_read_at = iterations_;
  while (iterations_ < target) {
    run_batch(num_threads);
    if (iterations_ - clock_read_at < kIterationsPerClock) continue;
    if (std::chrono::steady_clock::now() >= end) break;
    clock_read_at = iterations_;
  }
  return iterations_;
}

void MonteCarloCfr::set_iterations(std::uint64_t iterations) {
  if (iterations % iterations_per_batch() != 0) {
    throw ArtifactError("state: iterations must be a multiple of the batch of " +
                        std::to_string(iterations_per_batch()) + "; found " +
                        std::to_string(iterations));
  }
  iterations_ = iterations;
}

void MonteCarloCfr::set_root_moments(const RootMoments& moments) {
  const std::size_t num_players = static_cast<std::size_t>(game_.tree().num_players);
  if (moments.sum.size() != num_players || moments.sum_squares.size() != num_players) {
    throw ArtifactError("root moments: expected " + std::to_string(num_players) + " seats; found " +
                        std::to_string(moments.sum.size()) + " and " +
                        std::to_string(moments.sum_squares.size()));
  }
  moments_ = moments;
}

void MonteCarloCfr::run_batch(int num_threads) {
  const std::uint64_t first_board = iterations_ / params_.deals_per_board;
  parallel_for(params_.boards_per_batch, num_threads, [&](int index, int worker) {
    traverse_board(first_board + index, index, contexts_[worker]);
  });
  const std::uint64_t from = iterations_;
  tables_.apply_logs(logs_, noise_at(params_.seed, from, Sweep::Logs), num_threads,
                     params_.weighting.rm_plus);
  for (const auto& nodes : met_nodes_) visits_.add(nodes);
  for (const UpdateLog& log : logs_) nodes_touched_ += log.num_nodes();
  collect_root_values();
  iterations_ += iterations_per_batch();
  sweep_tables(from, num_threads);
}

// What the schedules want done once the batch that started at `from` is in the tables.
void MonteCarloCfr::sweep_tables(std::uint64_t from, int num_threads) {
  const WeightingParams& weighting = params_.weighting;
  if (weighting.kind == Weighting::Discounted) {
    std::uint64_t period = from / weighting.period + 1;
    for (; period <= iterations_ / weighting.period; ++period) {
      if (period > weighting.periods) break;
      discount_tables(game_.tree(), discount_factors(weighting, period),
                      noise_at(params_.seed, period, Sweep::Discount), num_threads, tables_);
    }
  }
  const AveragingParams& averaging = params_.averaging;
  if (averaging.snapshot_every > 0 && iterations_ > averaging.snapshot_after &&
      marks_between(from, iterations_, averaging.snapshot_every) > 0) {
    add_snapshot(game_.tree(), averaging.max_street,
                 noise_at(params_.seed, iterations_, Sweep::Snapshot), num_threads, tables_);
  }
}

// With vectors a row's regret sums over its hands: the threshold of one hand, times all of them.
float MonteCarloCfr::prune_below(std::uint64_t board, int deal) const {
  const PruningParams& pruning = params_.pruning;
  const std::uint64_t iteration = board * params_.deals_per_board + deal + 1;
  if (pruning.threshold == 0.0 || iteration <= pruning.after || responder_ >= 0) return 0.0f;
  RandomStream random(params_.seed, Purpose::Pruning, board, static_cast<std::uint32_t>(deal));
  if (random.uniform() < pruning.explore) return 0.0f;
  const double weight = weights_of(params_.weighting.kind, iteration).regret;
  const int num_hands = params_.traversal.kind == Traversal::Vector ? game_.num_hands() : 1;
  return static_cast<float>(-pruning.threshold * weight * num_hands);
}

void MonteCarloCfr::average_deal(const BoardJob& job, int deal, const TraversalContext& context,
                                 UpdateLog& log) {
  const std::uint64_t iteration = job.board * job.deals_per_board + deal + 1;
  const int num_players = game_.tree().num_players;
  for (Player seat = 0; seat < num_players; ++seat) {
    RandomStream random(params_.seed, Purpose::Average, job.board,
                        static_cast<std::uint32_t>(deal * num_players + seat));
    if (random.uniform() >= params_.averaging.probability) continue;
    average_walk(context.sample, deal, seat, weights_of(params_.weighting.kind, iteration).strategy,
                 random, log);
  }
}

void MonteCarloCfr::average_walk(const BoardSample& sample, int deal, Player seat, float weight,
                                 RandomStream& random, UpdateLog& log) const {
  const AveragingParams& averaging = params_.averaging;
  const PublicTree& tree = game_.tree();
  const TableView regrets = tables_.regret.view();
  if (averaging.kind == Averaging::OwnReach) {
    const float* range = ranges_ ? ranges_->weights(seat).data() : nullptr;
    average_own_reach({&tree, &sample, regrets, seat, weight, averaging.max_street, range}, random,
                      log);
    return;
  }
  const DealtHands hands = dealt_hands(tree, sample, deal, num_streets_);
  average_full_width({&tree, &hands, regrets, seat, averaging.kind, weight, averaging.max_street},
                     random, log);
}

BoardJob MonteCarloCfr::board_job() const {
  return {&game_,
          &hands_,
          num_streets_,
          params_.seed,
          Purpose::Deal,
          Purpose::Action,
          0,
          params_.deals_per_board,
          ranges_ ? &*ranges_ : nullptr,
          {params_.traversal, payoffs_ ? &*payoffs_ : nullptr}};
}

TraversalInput MonteCarloCfr::traversal_input() const {
  const bool is_simple = responder_ < 0 && params_.averaging.kind == Averaging::Simple;
  const TableView regrets = tables_.regret.view();
  return {.tree = nullptr,
          .sample = nullptr,
          .classes = nullptr,
          .own_table = regrets,
          .opponent_table = responder_ >= 0 ? float_view(fixed_strategy_) : regrets,
          .deal = 0,
          .traversers = responder_ >= 0 ? 1u << responder_ : (1u << game_.tree().num_players) - 1,
          .weights = {},
          .prune_below = 0.0f,
          .average_street = is_simple ? params_.averaging.max_street : -1};
}

void MonteCarloCfr::traverse_board(std::uint64_t board, int index, TraversalContext& context) {
  BoardJob job = job_;
  job.board = board;
  UpdateLog& log = logs_[index];
  log.clear();
  draw_board(job, context);
  std::array<double, kMaxPlayers>& values = root_values_[index];
  values.fill(0.0);
  const Averaging averaging = params_.averaging.kind;
  const bool has_own_walks =
      responder_ < 0 && averaging != Averaging::Simple && averaging != Averaging::Off;
  TraversalInput input = input_;
  for (int deal = 0; deal < params_.deals_per_board; ++deal) {
    input.deal = deal;
    input.weights = weights_of(params_.weighting.kind, board * params_.deals_per_board + deal + 1);
    input.prune_below = prune_below(board, deal);
    std::array<double, kMaxPlayers> deal_values{};
    traverse_deal(job, input, &log, context, deal_values.data());
    if (has_own_walks) average_deal(job, deal, context, log);
    for (int seat = 0; seat < kMaxPlayers; ++seat) values[seat] += deal_values[seat];
  }
  for (double& value : values) value /= params_.deals_per_board;
  visits_.find(log, met_nodes_[index]);
}

void MonteCarloCfr::collect_root_values() {
  for (const auto& values : root_values_) {
    for (std::size_t seat = 0; seat < moments_.sum.size(); ++seat) {
      moments_.sum[seat] += values[seat];
      moments_.sum_squares[seat] += values[seat] * values[seat];
    }
    ++moments_.num_boards;
  }
}

}  // namespace feltprint
