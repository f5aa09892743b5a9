#include "feltprint/solver/board_traversal.hpp"

#include <string>

#include "feltprint/error.hpp"

namespace feltprint {

void require_range(const char* name, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return;
  throw ConfigError(std::string("solver: ") + name + " must be in " + std::to_string(low) + ".." +
                    std::to_string(high) + "; found " + std::to_string(value));
}

void draw_board(const BoardJob& job, TraversalContext& context) {
  if (job.ranges != nullptr) {
    job.ranges->sample(job.seed, job.deals, job.board, job.deals_per_board, context.sample);
  } else {
    job.game->sample(job.seed, job.deals, job.board, job.deals_per_board, context.sample);
  }
  if (job.traversal.params.kind != Traversal::Vector) return;
  build_classes(context.sample, job.game->tree().num_buckets, job.num_streets, context.scratch,
                context.classes);
  context.weights.start_board(context.classes, *job.hands);
}

void traverse_deal(const BoardJob& job, TraversalInput& input, UpdateLog* log,
                   TraversalContext& context, double* values) {
  input.tree = &job.game->tree();
  input.sample = &context.sample;
  input.classes = &context.classes;
  const int num_players = input.tree->num_players;
  const auto first_stream = static_cast<std::uint32_t>(input.deal * num_players);
  if (job.traversal.params.kind != Traversal::Vector) {
    RandomStream actions(job.seed, job.actions, job.board, first_stream);
    traverse_single_hands(input, job.traversal,
                          dealt_hands(*input.tree, context.sample, input.deal, job.num_streets),
                          actions, *log, values);
    return;
  }
  context.weights.start_deal(context.sample.hands.data() + first_stream, num_players, job.ranges);
  context.actions.clear();
  for (Player seat = 0; seat < num_players; ++seat) {
    context.actions.emplace_back(job.seed, job.actions, job.board,
                                 first_stream + static_cast<std::uint32_t>(seat));
  }
  TraversalState state{&context.arena,  &context.weights,       &context.visits,
                       &context.moving, context.actions.data(), log};
  traverse(input, state, values);
}

}  // namespace feltprint
