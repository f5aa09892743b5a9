#include "feltprint/solver/external_sampling.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "feltprint/error.hpp"
#include "feltprint/parallel.hpp"

namespace feltprint {
namespace {

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

ExternalSampling::ExternalSampling(const Game& game, const SolverParams& params)
    : game_(game),
      params_(params),
      num_streets_(count_decision_streets(game.tree())),
      hands_(hands_by_card(game.hand_masks())),
      tables_(game.tree().size.blocks, game.tree().size.preflop_blocks) {
  require_range("deals_per_board", params.deals_per_board, 1, 16);
  require_range("boards_per_batch", params.boards_per_batch, 1, 1024);
  logs_.resize(params.boards_per_batch);
  root_values_.assign(params.boards_per_batch, std::vector<double>(game.tree().num_players));
  moments_.sum.assign(game.tree().num_players, 0.0);
  moments_.sum_squares.assign(game.tree().num_players, 0.0);
}

void ExternalSampling::train_responder(Player responder, const float* strategy) {
  require_range("responder", responder, 0, game_.tree().num_players - 1);
  responder_ = responder;
  fixed_strategy_ = strategy;
  std::copy(strategy, strategy + tables_.cum_regret.size(), tables_.cum_regret.data());
}

std::uint64_t ExternalSampling::advance(std::uint64_t target, int num_threads, double seconds) {
  require_range("threads", num_threads, 1, 1024);
  const BusyFlag busy(busy_);
  if (static_cast<int>(contexts_.size()) < num_threads) contexts_.resize(num_threads);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (iterations_ < target) {
    run_batch(num_threads);
    if (std::chrono::steady_clock::now() >= end) break;
  }
  return iterations_;
}

void ExternalSampling::set_iterations(std::uint64_t iterations) {
  if (iterations % iterations_per_batch() != 0) {
    throw ArtifactError("state: iterations must be a multiple of the batch of " +
                        std::to_string(iterations_per_batch()) + "; found " +
                        std::to_string(iterations));
  }
  iterations_ = iterations;
}

void ExternalSampling::set_root_moments(const RootMoments& moments) {
  const std::size_t num_players = static_cast<std::size_t>(game_.tree().num_players);
  if (moments.sum.size() != num_players || moments.sum_squares.size() != num_players) {
    throw ArtifactError("root moments: expected " + std::to_string(num_players) + " seats; found " +
                        std::to_string(moments.sum.size()) + " and " +
                        std::to_string(moments.sum_squares.size()));
  }
  moments_ = moments;
}

void ExternalSampling::run_batch(int num_threads) {
  const std::uint64_t first_board = iterations_ / params_.deals_per_board;
  parallel_for(params_.boards_per_batch, num_threads, [&](int index, int worker) {
    traverse_board(first_board + index, index, contexts_[worker]);
  });
  tables_.apply_logs(logs_, num_threads);
  collect_root_values();
  iterations_ += iterations_per_batch();
}

void ExternalSampling::traverse_board(std::uint64_t board, int index, TraversalContext& context) {
  const BoardJob job{&game_,        &hands_,         num_streets_, params_.seed,
                     Purpose::Deal, Purpose::Action, board,        params_.deals_per_board};
  UpdateLog& log = logs_[index];
  log.clear();
  draw_board(job, context);
  const int num_players = game_.tree().num_players;
  std::vector<double>& values = root_values_[index];
  std::fill(values.begin(), values.end(), 0.0);
  for (int deal = 0; deal < params_.deals_per_board; ++deal) {
    TraversalInput input{};
    input.own_table = tables_.cum_regret.data();
    input.opponent_table = responder_ >= 0 ? fixed_strategy_ : tables_.cum_regret.data();
    input.deal = deal;
    input.traversers = responder_ >= 0 ? 1u << responder_ : (1u << num_players) - 1;
    std::array<double, kMaxPlayers> deal_values{};
    traverse_deal(job, input, &log, responder_ < 0, context, deal_values.data());
    for (Player seat = 0; seat < num_players; ++seat) values[seat] += deal_values[seat];
  }
  for (double& value : values) value /= params_.deals_per_board;
}

void ExternalSampling::collect_root_values() {
  for (const auto& values : root_values_) {
    for (std::size_t seat = 0; seat < values.size(); ++seat) {
      moments_.sum[seat] += values[seat];
      moments_.sum_squares[seat] += values[seat] * values[seat];
    }
    ++moments_.num_boards;
  }
}

}  // namespace feltprint
