"""What a requested bet size becomes, and why: nothing is dropped without a line."""

from __future__ import annotations

from typing import Any

import pytest

from feltprint import _core, games
from feltprint.errors import ConfigError

Outcome = _core.SizeOutcome


def lines(game: games.Game, *history: str) -> dict[str, tuple[Any, int]]:
    return {line.requested: (line.outcome, line.to) for line in games.explain(game, list(history))}


def test_size_is_a_fraction_of_the_pot_after_calling() -> None:
    # Blinds 100/200: pot 300, to call 100 -> 200 + 0.6 * 400; facing it 440 + 1.0 * 880.
    game = games.preset("hu", 100)
    assert lines(game)["0.6 pot"] == (Outcome.Kept, 440)
    assert lines(game, "r440")["1.0 pot"] == (Outcome.Kept, 1320)


@pytest.mark.parametrize(("size", "total"), [(0.5, 850), (0.75, 1125), (1.0, 1400), (1.5, 1950)])
def test_raise_follows_the_convention_of_the_postflop_solvers(size: float, total: int) -> None:
    # Pot 500 (limped, ante 50), bet 300: 300 + x * (500 + 300 + 300).
    game = games.preset("hu", 100, ante=50, menus={"flop": [[], [size]]})
    assert lines(game, "c", "c", "r300")[f"{size} pot"] == (Outcome.Kept, total)


def test_decimal_sizes_do_not_lose_a_chip() -> None:
    # As doubles 0.29 * 400 is 115.99999999999999.
    game = games.preset("hu", 100, menus={"flop": [[0.29, 0.57]]})
    flop = lines(game, "c", "c")
    assert flop["0.29 pot"] == (Outcome.LiftedToMinimum, 200)
    assert flop["0.57 pot"] == (Outcome.Kept, 228)


def test_size_below_the_minimum_raise_is_lifted_and_merged() -> None:
    game = games.preset("hu", 100, menus={"flop": [[0.1, 0.2, 1.0]]})
    flop = lines(game, "c", "c")
    assert flop["0.1 pot"] == (Outcome.LiftedToMinimum, 200)
    assert flop["0.2 pot"] == (Outcome.Merged, 200)
    assert flop["1.0 pot"] == (Outcome.Kept, 400)


def test_size_that_commits_most_of_the_stack_is_left_to_the_all_in() -> None:
    game = games.preset("hu", 10, menus={"flop": [[1.0, 4.0, 9.0]]})
    flop = lines(game, "c", "c")
    assert flop["1.0 pot"] == (Outcome.Kept, 400)
    assert flop["4.0 pot"] == (Outcome.LeftToAllIn, 1800)  # 200 + 1600 of 2000 = kappa_bet
    assert flop["9.0 pot"] == (Outcome.LeftToAllIn, 1800)
    assert flop["all-in"] == (Outcome.Kept, 1800)


def test_all_in_stays_past_the_cap_of_raises() -> None:
    game = games.preset("tiny", 100, max_raises=[1, 1, 1, 1])
    over = lines(game, "r600")
    assert over["1.0 pot"] == (Outcome.OverTheCap, 0)
    assert over["all-in"] == (Outcome.Kept, 20_000)


def test_all_in_rules() -> None:
    never = games.preset("tiny", 100, all_in="never")
    assert lines(never)["all-in"] == (Outcome.NotOffered, 0)
    threshold = games.preset("tiny", 100, all_in="threshold", kappa_all_in=1.5)
    assert lines(threshold)["all-in"] == (Outcome.NotOffered, 0)
    # 20,000 over a bet of 6,000 is 14,000; 1.5 pots after the call are 18,000.
    assert lines(threshold, "r6000")["all-in"] == (Outcome.Kept, 20_000)


def test_multiway_menu_applies_with_three_seats_in_the_hand() -> None:
    game = games.preset("6max-mw", 100, multiway_menus={"flop": [[0.25]]})
    three = ["f", "f", "f", "c", "c", "c"]
    assert "0.25 pot" in lines(game, *three)
    two = lines(game, *three, "r300", "f")
    assert ("0.25 pot" in two, "0.5 pot" in two) == (False, True)


def test_multiway_cap_of_raises_applies_with_three_seats_in_the_hand() -> None:
    game = games.preset("6max-mw", 100, max_raises=[3, 2, 2, 2], multiway_max_raises=[3, 1, 1, 1])
    three = ["f", "f", "f", "c", "c", "c", "r300"]
    assert lines(game, *three)["0.5 pot"][0] == Outcome.OverTheCap
    two = lines(game, "f", "f", "f", "f", "c", "c", "r300")
    assert two["0.5 pot"][0] == Outcome.Kept


def test_last_level_of_a_menu_repeats() -> None:
    game = games.preset("hu", 200, max_raises=[6, 4, 4, 4], menus={"flop": [[0.5], [0.4], [0.3]]})
    flop = ["c", "c"]
    for size in ("0.5 pot", "0.4 pot", "0.3 pot", "0.3 pot"):
        found = lines(game, *flop)
        assert [name for name in found if name.endswith("pot")] == [size]
        assert found[size][0] in (Outcome.Kept, Outcome.LiftedToMinimum)
        flop.append(f"r{found[size][1]}")


def test_each_street_has_its_own_menu() -> None:
    sizes = {"preflop": 0.7, "flop": 0.4, "turn": 0.5, "river": 0.6}
    game = games.preset("tiny", 100, menus={street: [[f]] for street, f in sizes.items()})
    line: list[str] = []
    for size in sizes.values():
        assert f"{size} pot" in lines(game, *line)
        line += ["c", "c"]


def test_open_call_is_a_line_of_the_report() -> None:
    game = games.preset("push-fold", 10)
    assert lines(game)["call"] == (Outcome.NotOffered, 0)
    assert lines(game, "r2000")["call"] == (Outcome.Kept, 0)
    assert lines(game, "r2000")["raise"] == (Outcome.NotAllowed, 0)


def test_report_lists_the_actions_in_order() -> None:
    game = games.preset("hu", 100)
    requested = [line.requested for line in games.explain(game, ["r440"])]
    assert requested == ["fold", "call", "1.0 pot", "all-in"]


def test_more_actions_than_a_node_holds_is_an_error_not_a_cut() -> None:
    sizes = [round(0.3 + 0.1 * i, 1) for i in range(18)]
    with pytest.raises(ConfigError, match="more than 20 actions"):
        games.preset("hu", 100, menus={"flop": [sizes]}).build_tree((169, 50, 50, 50))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"menus": {"flop": [[0.5, 0.5]]}}, "menus.flop.*ascending"),
        ({"menus": {"flop": [[0]]}}, "menus.flop.0.0.*greater than 0"),
        ({"menus": {"flop": [[float("nan")]]}}, "menus.flop.0.0.*finite"),
        ({"menus": {"flop": [[float("inf")]]}}, "menus.flop.0.0.*inf"),
        ({"menus": {"flop": [[-0.5]]}}, "menus.flop.0.0.*greater than 0.*-0.5"),
        ({"menus": {"flop": [[1.0, 0.5]]}}, "menus.flop.*found 0.5 after 1.0.*ascending"),
        ({"menus": {"flop": [["3x", "2x"]]}}, "menus.flop.*found 2x after 3x.*ascending"),
        ({"multiway_menus": {"turn": [[0]]}}, "multiway_menus.turn.0.0.*greater than 0"),
        ({"in_position_menus": {"river": [[2, 1]]}}, "in_position_menus.river.*ascending"),
        ({"max_raises": [-1, 1, 1, 1]}, "max_raises.0.*0.*-1"),
        ({"max_raises": [1, 1, 1]}, "max_raises"),
        ({"kappa_bet": 0}, "kappa_bet.*greater than 0.*found 0"),
        ({"kappa_bet": 1.1}, "kappa_bet.*less than or equal to 1.*found 1.1"),
        ({"merge_threshold": -0.1}, "merge_threshold.*0.*-0.1"),
        ({"all_in": "sometimes"}, "all_in.*'always', 'threshold' or 'never'.*'sometimes'"),
        ({"postflop_max_players": 0}, "postflop_max_players.*1.*found 0"),
        ({"ante": -1}, "ante.*0.*-1"),
        ({"ante": 2.5}, "ante.*integer.*2.5"),
        ({"big_blind": 0}, "big_blind.*1.*found 0"),
        ({"big_blind_ante": -200}, "big_blind_ante.*-200"),
        ({"straddles": [400.5]}, "straddles.0.*integer.*400.5"),
        ({"rake": {"percent": -1}}, "rake.percent.*-1"),
        ({"menus": {"flop": [[0.1234567]]}}, "six decimals"),
        ({"menus": {"flip": []}}, "menus.flip"),
        ({"rules": "tda"}, "rules.*strict.*'tda'"),
        ({"players": 7}, "players.*6.*7"),
        ({"players": 1}, "players.*2.*1"),
        ({"small_blind": -1}, "small_blind.*0.*-1"),
        ({"small_blind": 0.5}, "small_blind.*integer.*0.5"),
        ({"small_blind": 201}, "small_blind.*found 201"),
        ({"straddles": [150]}, "straddles.*found 150"),
        ({"straddles": [400] * 5}, "straddles"),
        ({"ante": 1, "big_blind_ante": 1}, "one of them"),
        ({"rake": {"percent": 4.755}}, "rake.percent.*two decimals"),
        ({"raek": 1}, "raek"),
    ],
)
def test_impossible_game_is_refused_by_key_and_value(change: dict, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        games.preset("6max-lite", 20, **change)


@pytest.mark.parametrize(
    ("stacks_bb", "message"),
    [
        (0.5, "blind of seat 1 is 200"),
        (-1, "stacks_bb of seat 0 is -1"),
        (float("nan"), "stacks_bb of seat 0 is nan"),
        (20.0001, "whole chips"),
        ([20, 20, 20], "3 entries"),
    ],
)
def test_impossible_stacks_are_refused(stacks_bb: object, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        games.preset("hu", stacks_bb)


def test_unknown_preset_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"preset.*found 'hut'"):
        games.preset("hut", 20)


def test_multiple_of_the_last_bet() -> None:
    game = games.preset("hu", 100, menus={"flop": [["2.5x"], ["2.5x", "3x"]]})
    assert lines(game, "c", "c")["2.5x"] == (Outcome.NotOffered, 0)
    raised = lines(game, "c", "c", "r300")
    assert (raised["2.5x"], raised["3.0x"]) == ((Outcome.Kept, 750), (Outcome.Kept, 900))


def test_big_blind_sizes_are_totals_before_the_flop() -> None:
    game = games.preset("hu", 100, menus={"preflop": [["2.5bb", "3bb"], ["9bb"]]})
    assert lines(game)["2.5 bb"] == (Outcome.Kept, 500)
    assert lines(game, "r500")["9.0 bb"] == (Outcome.Kept, 1800)


@pytest.mark.parametrize(("size", "total"), [("2e", 216), ("e", 216), ("1e", 900)])
def test_geometric_size_of_the_published_example(size: str, total: int) -> None:
    # Pot 200, stacks 900, on the turn: 216 and 900 (the all-in).
    game = games.preset(
        "hu",
        20,
        small_blind=25,
        big_blind=50,
        menus={"turn": [[size]]},
    )
    turn = lines(game, "r100", "c", "c", "c")
    outcome = Outcome.LeftToAllIn if total == 900 else Outcome.Kept
    assert turn[size] == (outcome, total)


def test_geometric_size_counts_the_raises_made() -> None:
    game = games.preset("hu", 20, small_blind=25, big_blind=50, menus={"turn": [["2e"]]})
    assert lines(game, "r100", "c", "c", "c", "r216")["2e"] == (Outcome.LeftToAllIn, 900)


def test_geometric_bets_come_to_the_stack() -> None:
    game = games.preset("hu", 100, kappa_bet=1.0, menus={"flop": [["e"]], "turn": [["e"]]})
    state = _core.BettingState(game.rules)
    for action in ["c", "c"]:
        games.play(state, action)
    for _ in range(2):
        total = next(s.to for s in _core.explain(state, game.menu) if s.requested == "e")
        state.raise_to(total)
        state.call()
    # The third bet of the same fraction is the all-in, to a chip or two of rounding.
    before, left = state.pot, state.stacks[0]
    assert abs(left / before - total / (before - 2 * total)) < 0.001


def test_in_position_menu_applies_to_the_last_of_two() -> None:
    game = games.preset("hu", 100, in_position_menus={"flop": [[0.25]]})
    out_of_position = lines(game, "r500", "c")
    in_position = lines(game, "r500", "c", "c")
    assert "0.33 pot" in out_of_position
    assert list(in_position) == ["fold", "call", "0.25 pot", "all-in"]
    assert "0.66 pot" not in in_position


def test_in_position_preflop_is_the_small_blind_heads_up() -> None:
    game = games.preset("hu", 100, in_position_menus={"preflop": [["2bb"]]})
    assert "2.0 bb" in lines(game)
    assert "2.0 bb" not in lines(game, "c")


def test_merge_threshold_keeps_the_larger_of_two_close_sizes() -> None:
    # 100 % drops 90 % and 82 % at a threshold of .1 (200 / 1.1 = 181.8) and keeps 75 %.
    game = games.preset(
        "hu", 200, merge_threshold=0.1, menus={"flop": [[0.75, 0.82, 0.9, 1.0]]}, ante=400
    )
    flop = lines(game, "c", "c")
    assert flop["1.0 pot"] == (Outcome.Kept, 1200)
    assert flop["0.9 pot"] == (Outcome.Merged, 1200)
    assert flop["0.82 pot"] == (Outcome.Merged, 1200)
    assert flop["0.75 pot"] == (Outcome.Kept, 900)


def test_merge_threshold_counts_the_all_in() -> None:
    game = games.preset("hu", 10, merge_threshold=0.2, kappa_bet=1.0, menus={"flop": [[0.5, 4.0]]})
    flop = lines(game, "c", "c")
    assert flop["4.0 pot"] == (Outcome.Merged, 1800)
    assert flop["0.5 pot"] == (Outcome.Kept, 200)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("2.5", "menus.flop"),
        ("x", "menus.flop"),
        ("0.5x", "above 1x"),
        ("3bb", "preflop only"),
        ("5e", "menus.flop"),
    ],
)
def test_impossible_size_is_refused(size: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        games.preset("hu", 20, menus={"flop": [[size]]})
