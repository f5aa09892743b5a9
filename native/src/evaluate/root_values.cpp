#include "feltprint/evaluate/root_values.hpp"

#include <cmath>
#include <optional>

#include "feltprint/parallel.hpp"
#include "feltprint/solver/board_traversal.hpp"

namespace feltprint {
namespace {

// Adds the values of one board's deals, over their number, to means[seat].
void add_board(const BoardJob& job, const TraversalInput& tables, TraversalContext& context,
               double* means) {
  draw_board(job, context);
  const int num_players = job.game->tree().num_players;
  for (int deal = 0; deal < job.deals_per_board; ++deal) {
    TraversalInput input = tables;
    input.deal = deal;
    std::array<double, kMaxPlayers> values{};
    traverse_deal(job, input, nullptr, context, values.data());
    for (Player seat = 0; seat < num_players; ++seat) {
      means[seat] += values[seat] / job.deals_per_board;
    }
  }
}

// Two passes in board order: the sums do not depend on the threads.
void summarise(int num_boards, int num_players, RootValues& values) {
  for (Player seat = 0; seat < num_players; ++seat) {
    const double* samples = values.board_means.data() + seat;
    double sum = 0.0;
    for (int board = 0; board < num_boards; ++board) sum += samples[board * num_players];
    const double mean = sum / num_boards;
    double squares = 0.0;
    for (int board = 0; board < num_boards; ++board) {
      const double difference = samples[board * num_players] - mean;
      squares += difference * difference;
    }
    values.mean.push_back(mean);
    values.standard_error.push_back(std::sqrt(squares / (num_boards - 1.0) / num_boards));
  }
}

}  // namespace

RootValues evaluate_root(const Game& game, const float* own_table, const float* opponent_table,
                         const RootSample& sample) {
  require_range("num_boards", sample.num_boards, 2, 100'000'000);
  require_range("deals_per_board", sample.deals_per_board, 1, 16);
  require_range("threads", sample.num_threads, 1, 1024);
  const int num_players = game.tree().num_players;
  require_range("seat", sample.seat, -1, num_players - 1);
  TraversalInput tables{};
  tables.own_table = float_view(own_table);
  tables.opponent_table = float_view(opponent_table);
  tables.average_street = -1;
  tables.traversers = sample.seat < 0 ? (1u << num_players) - 1 : 1u << sample.seat;
  const HandsByCard hands = hands_by_card(game.hand_masks());
  std::optional<RangedDeals> ranges;
  if (!sample.ranges.empty()) ranges.emplace(game, sample.ranges);
  BoardJob job{&game,
               &hands,
               count_decision_streets(game.tree()),
               sample.seed,
               Purpose::EvaluationDeal,
               Purpose::EvaluationAction,
               0,
               sample.deals_per_board,
               ranges ? &*ranges : nullptr,
               {{Traversal::Vector, 0.0}, nullptr}};
  std::vector<TraversalContext> contexts(sample.num_threads);
  RootValues values;
  values.board_means.assign(static_cast<std::size_t>(sample.num_boards) * num_players, 0.0);
  parallel_for(sample.num_boards, sample.num_threads, [&](int board, int worker) {
    BoardJob own_job = job;
    own_job.board = static_cast<std::uint64_t>(board);
    add_board(own_job, tables, contexts[worker],
              values.board_means.data() + static_cast<std::size_t>(board) * num_players);
  });
  summarise(sample.num_boards, num_players, values);
  return values;
}

}  // namespace feltprint
