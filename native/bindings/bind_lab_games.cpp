#include <pybind11/stl.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "feltprint/lab/poker_game.hpp"
#include "feltprint/lab/river_game.hpp"
#include "feltprint/lab/sequence_game.hpp"
#include "feltprint/lab/small_games.hpp"

namespace py = pybind11;

namespace feltprint::lab {
namespace {

template <class T>
std::vector<T> lab_list(const py::array& array, const char* name) {
  const auto size = static_cast<std::size_t>(array.size());
  const T* data = checked_data<T>(array, size, name);
  return {data, data + size};
}

// A property that views a list of the game.
template <auto kMember>
py::array lab_view(const py::object& self) {
  const auto& list = self.cast<const ExtensiveGame&>().*kMember;
  using T = typename std::decay_t<decltype(list)>::value_type;
  py::array_t<T> view({list.size()}, {sizeof(T)}, list.data(), self);
  view.attr("setflags")(py::arg("write") = false);
  return view;
}

ExtensiveGame lab_extensive_game(const py::dict& lists) {
  ExtensiveGame game;
  game.num_players = lists["num_players"].cast<int>();
  game.parent = lab_list<std::uint32_t>(lists["parent"], "parent");
  game.action = lab_list<std::uint16_t>(lists["action"], "action");
  game.chance = lab_list<double>(lists["chance"], "chance");
  game.player = lab_list<std::int8_t>(lists["player"], "player");
  game.infoset = lab_list<std::uint32_t>(lists["infoset"], "infoset");
  game.payoff = lab_list<double>(lists["payoff"], "payoff");
  game.infoset_player = lab_list<std::int8_t>(lists["infoset_player"], "infoset_player");
  game.num_actions = lab_list<std::uint16_t>(lists["num_actions"], "num_actions");
  game.infoset_label = lists["infoset_label"].cast<std::vector<std::string>>();
  game.action_label = lists["action_label"].cast<std::vector<std::string>>();
  check_game(game);
  return game;
}

void bind_extensive_game(py::module_& module) {
  py::class_<ExtensiveGame>(module, "LabExtensiveGame", "The histories of a small game.")
      .def(py::init(&lab_extensive_game), py::arg("lists"))
      .def_readonly("num_players", &ExtensiveGame::num_players)
      .def_readonly("infoset_label", &ExtensiveGame::infoset_label)
      .def_readonly("action_label", &ExtensiveGame::action_label)
      .def_property_readonly("parent", &lab_view<&ExtensiveGame::parent>)
      .def_property_readonly("action", &lab_view<&ExtensiveGame::action>)
      .def_property_readonly("chance", &lab_view<&ExtensiveGame::chance>)
      .def_property_readonly("player", &lab_view<&ExtensiveGame::player>)
      .def_property_readonly("infoset", &lab_view<&ExtensiveGame::infoset>)
      .def_property_readonly("payoff", &lab_view<&ExtensiveGame::payoff>)
      .def_property_readonly("infoset_player", &lab_view<&ExtensiveGame::infoset_player>)
      .def_property_readonly("num_actions", &lab_view<&ExtensiveGame::num_actions>);
}

void bind_sequence_game(py::module_& module) {
  py::class_<SequenceGame>(module, "LabSequenceGame", "A game as the full-width solver sees it.")
      .def(py::init(&make_sequence_game), py::arg("game"), py::call_guard<py::gil_scoped_release>())
      .def_readonly("num_players", &SequenceGame::num_players)
      .def_readonly("num_entries", &SequenceGame::num_entries)
      .def_readonly("infoset_player", &SequenceGame::infoset_player)
      .def_readonly("num_actions", &SequenceGame::num_actions)
      .def_readonly("infoset_label", &SequenceGame::infoset_label)
      .def_readonly("action_label", &SequenceGame::action_label)
      .def_property_readonly("num_terms",
                             [](const SequenceGame& game) { return game.payoffs->num_terms(); });
}

}  // namespace
}  // namespace feltprint::lab

namespace feltprint {

void bind_lab_games(py::module_& module) {
  lab::bind_extensive_game(module);
  lab::bind_sequence_game(module);
  using Release = py::call_guard<py::gil_scoped_release>;
  module.def(
      "lab_poker_game",
      [](const PublicTree& tree, std::vector<int> rank, std::vector<int> copies,
         std::vector<std::string> names, bool no_limit_labels) {
        return lab::poker_game(tree, {std::move(rank), std::move(copies), std::move(names)},
                               no_limit_labels);
      },
      py::arg("tree"), py::arg("rank"), py::arg("copies"), py::arg("names"),
      py::arg("no_limit_labels"), Release(), "Kuhn, Leduc and the like on a public tree.");
  module.def(
      "lab_pair_poker_game",
      [](const PublicTree& tree, std::vector<std::string> names, const py::array& weight,
         const py::array& win, const py::array& tie) {
        return lab::pair_poker_game(
            tree, {std::move(names), lab::lab_list<double>(weight, "weight"),
                   lab::lab_list<double>(win, "win"), lab::lab_list<double>(tie, "tie")});
      },
      py::arg("tree"), py::arg("names"), py::arg("weight"), py::arg("win"), py::arg("tie"),
      "Two-player preflop game of pairs of hands.");
  module.def(
      "lab_no_limit_tree",
      [](int num_streets, Chips ante, Chips stack, std::vector<double> bet_fractions,
         std::vector<double> raise_fractions) {
        return lab::no_limit_tree(
            {num_streets, ante, stack, std::move(bet_fractions), std::move(raise_fractions)});
      },
      py::arg("num_streets"), py::arg("ante"), py::arg("stack"), py::arg("bet_fractions"),
      py::arg("raise_fractions"), Release(), "No-limit betting of toy games and endgames.");
  module.def("lab_liars_dice", &lab::liars_dice, py::arg("sides"), Release(),
             "Liar's dice, one die each.");
  module.def("lab_goofspiel", &lab::goofspiel, py::arg("cards"), Release(),
             "Goofspiel, prizes falling, sealed bids.");
  module.def(
      "lab_river_game",
      [](const PublicTree& tree, std::array<Card, 5> board, std::vector<double> range0,
         std::vector<double> range1) {
        return lab::make_river_game(tree, {board, {std::move(range0), std::move(range1)}});
      },
      py::arg("tree"), py::arg("board"), py::arg("range0"), py::arg("range1"), Release(),
      "A river endgame of two ranges.");
}

}  // namespace feltprint
