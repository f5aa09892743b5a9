#include "feltprint/lab/extensive_game.hpp"

#include <cmath>
#include <utility>

#include "feltprint/error.hpp"

namespace feltprint::lab {
namespace {

constexpr double kChanceTolerance = 1e-9;

[[noreturn]] void refuse(const std::string& where, const std::string& problem) {
  throw ConfigError("game: " + where + ": " + problem);
}

std::string history_name(std::size_t history) { return "history " + std::to_string(history); }

void require_sizes(const ExtensiveGame& game) {
  const std::size_t n = game.num_histories();
  const std::size_t infosets = game.num_infosets();
  if (game.num_players < 1 || game.num_players > kMaxPlayers) {
    refuse("players", "expected 1.." + std::to_string(kMaxPlayers) + ", found " +
                          std::to_string(game.num_players));
  }
  if (n == 0) refuse("histories", "expected a root, found none");
  if (game.action.size() != n || game.chance.size() != n || game.player.size() != n ||
      game.infoset.size() != n) {
    refuse("histories", "expected all lists to have " + std::to_string(n) + " entries");
  }
  if (game.num_actions.size() != infosets || game.infoset_label.size() != infosets) {
    refuse("infosets", "expected all lists to have " + std::to_string(infosets) + " entries");
  }
  if (game.action_label.size() != entry_offsets(game).back()) {
    refuse("infosets", "expected a label for each of " +
                           std::to_string(entry_offsets(game).back()) + " actions, found " +
                           std::to_string(game.action_label.size()));
  }
}

void require_infosets(const ExtensiveGame& game) {
  for (std::size_t i = 0; i < game.num_infosets(); ++i) {
    if (game.infoset_player[i] < 0 || game.infoset_player[i] >= game.num_players) {
      refuse("infoset " + std::to_string(i), "has no player");
    }
    if (game.num_actions[i] == 0) refuse("infoset " + std::to_string(i), "has no action");
  }
}

void require_parents(const ExtensiveGame& game) {
  if (game.parent[0] != kNone) refuse("history 0", "is the root and must have no parent");
  for (std::size_t h = 1; h < game.num_histories(); ++h) {
    if (game.parent[h] >= h) refuse(history_name(h), "must come after its parent");
    if (game.player[game.parent[h]] == kTerminalNode) {
      refuse(history_name(h), "is the child of a terminal history");
    }
  }
}

void require_decision(const ExtensiveGame& game, std::size_t h, std::size_t children) {
  const std::uint32_t infoset = game.infoset[h];
  if (infoset >= game.num_infosets()) refuse(history_name(h), "is a decision without infoset");
  if (game.infoset_player[infoset] != game.player[h]) {
    refuse(history_name(h), "has another player than its infoset " + game.infoset_label[infoset]);
  }
  if (game.num_actions[infoset] != children) {
    refuse(history_name(h), "has " + std::to_string(children) + " actions, its infoset " +
                                game.infoset_label[infoset] + " has " +
                                std::to_string(game.num_actions[infoset]));
  }
}

void require_chance(const ExtensiveGame& game, const ChildLists& lists, std::size_t h) {
  double sum = 0.0;
  for (std::uint32_t i = lists.first[h]; i < lists.first[h + 1]; ++i) {
    const double chance = game.chance[lists.children[i]];
    if (!(chance > 0.0)) refuse(history_name(h), "has an outcome without a positive chance");
    sum += chance;
  }
  if (!(std::abs(sum - 1.0) <= kChanceTolerance)) {
    refuse(history_name(h), "its chances sum to " + std::to_string(sum) + ", not 1");
  }
}

std::size_t require_histories(const ExtensiveGame& game, const ChildLists& lists) {
  std::size_t terminals = 0;
  for (std::size_t h = 0; h < game.num_histories(); ++h) {
    const std::size_t children = lists.first[h + 1] - lists.first[h];
    for (std::size_t i = 0; i < children; ++i) {
      if (game.action[lists.children[lists.first[h] + i]] != i) {
        refuse(history_name(h), "its children are not numbered from 0 on");
      }
    }
    if (game.player[h] == kTerminalNode) {
      ++terminals;
    } else if (children == 0) {
      refuse(history_name(h), "is not terminal and has no children");
    } else if (game.player[h] == kChanceNode) {
      require_chance(game, lists, h);
    } else if (game.player[h] >= 0 && game.player[h] < game.num_players) {
      require_decision(game, h, children);
    } else {
      refuse(history_name(h), "has player " + std::to_string(game.player[h]));
    }
  }
  return terminals;
}

void require_payoffs(const ExtensiveGame& game, std::size_t terminals) {
  if (game.payoff.size() != terminals * game.num_players) {
    refuse("payoffs", "expected " + std::to_string(terminals) + " x " +
                          std::to_string(game.num_players) + ", found " +
                          std::to_string(game.payoff.size()) + " numbers");
  }
  for (double payoff : game.payoff) {
    if (!std::isfinite(payoff)) refuse("payoffs", "expected finite numbers");
  }
}

void require_perfect_recall(const ExtensiveGame& game) {
  const std::vector<std::uint32_t> sequence = own_sequences(game);
  std::vector<std::uint32_t> seen(game.num_infosets(), kNone - 1);
  for (std::size_t h = 0; h < game.num_histories(); ++h) {
    if (game.player[h] < 0) continue;
    const std::uint32_t own = sequence[h * game.num_players + game.player[h]];
    std::uint32_t& first = seen[game.infoset[h]];
    if (first == kNone - 1) first = own;
    if (first != own) {
      refuse("infoset " + game.infoset_label[game.infoset[h]],
             "its player came there by different own actions (no perfect recall)");
    }
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] == kNone - 1) refuse("infoset " + game.infoset_label[i], "is at no history");
  }
}

}  // namespace

std::uint32_t ExtensiveGame::add(std::uint32_t parent_id, std::uint16_t place, double probability) {
  parent.push_back(parent_id);
  action.push_back(place);
  chance.push_back(probability);
  player.push_back(kTerminalNode);
  infoset.push_back(kNone);
  return static_cast<std::uint32_t>(parent.size() - 1);
}

void ExtensiveGame::set_decision(std::uint32_t history, Player actor, std::uint32_t infoset_id) {
  player[history] = static_cast<std::int8_t>(actor);
  infoset[history] = infoset_id;
}

void ExtensiveGame::set_terminal(std::uint32_t history, const double* payoffs) {
  player[history] = kTerminalNode;
  payoff.insert(payoff.end(), payoffs, payoffs + num_players);
}

std::uint32_t ExtensiveGame::add_infoset(Player actor, std::string label,
                                         std::vector<std::string> actions) {
  infoset_player.push_back(static_cast<std::int8_t>(actor));
  num_actions.push_back(static_cast<std::uint16_t>(actions.size()));
  infoset_label.push_back(std::move(label));
  for (std::string& name : actions) action_label.push_back(std::move(name));
  return static_cast<std::uint32_t>(infoset_player.size() - 1);
}

std::vector<std::uint32_t> entry_offsets(const ExtensiveGame& game) {
  std::vector<std::uint32_t> offsets{0};
  for (std::uint16_t count : game.num_actions) offsets.push_back(offsets.back() + count);
  return offsets;
}

ChildLists child_lists(const ExtensiveGame& game) {
  const std::size_t n = game.num_histories();
  ChildLists lists{std::vector<std::uint32_t>(n + 1, 0), std::vector<std::uint32_t>(n - 1)};
  for (std::size_t h = 1; h < n; ++h) ++lists.first[game.parent[h] + 1];
  for (std::size_t h = 0; h < n; ++h) lists.first[h + 1] += lists.first[h];
  std::vector<std::uint32_t> next(lists.first.begin(), lists.first.end() - 1);
  for (std::size_t h = 1; h < n; ++h) {
    lists.children[next[game.parent[h]]++] = static_cast<std::uint32_t>(h);
  }
  return lists;
}

std::vector<std::uint32_t> own_sequences(const ExtensiveGame& game) {
  const std::vector<std::uint32_t> offsets = entry_offsets(game);
  const std::size_t players = static_cast<std::size_t>(game.num_players);
  std::vector<std::uint32_t> sequence(game.num_histories() * players, kNone);
  for (std::size_t h = 1; h < game.num_histories(); ++h) {
    const std::uint32_t up = game.parent[h];
    for (std::size_t p = 0; p < players; ++p) {
      sequence[h * players + p] = sequence[up * players + p];
    }
    if (game.player[up] >= 0) {
      sequence[h * players + game.player[up]] = offsets[game.infoset[up]] + game.action[h];
    }
  }
  return sequence;
}

void check_game(const ExtensiveGame& game) {
  require_sizes(game);
  require_infosets(game);
  require_parents(game);
  require_payoffs(game, require_histories(game, child_lists(game)));
  require_perfect_recall(game);
}

}  // namespace feltprint::lab
