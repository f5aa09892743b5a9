"""The public tree: the peer's counts, order, rows, names of nodes, and the menu's report.

Counts are donksolver 0.1.0's own `size` output for buckets (169, 50, 50, 50), pinned in
tests/golden/peer_trees.json; tests/oracles/test_peer_trees.py runs the peer.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from feltprint import _core, games
from feltprint.cards import evaluate, parse_cards
from feltprint.equities import equity
from feltprint.errors import ConfigError

BUCKETS = (169, 50, 50, 50)
GOLDEN = Path(__file__).parents[1] / "golden" / "tree_hashes.json"
PEER = json.loads((GOLDEN.parent / "peer_trees.json").read_text(encoding="utf-8"))


def name_of(peer: dict[str, Any]) -> str:
    flop = "" if peer["on_the_flop"] is None else f"-{peer['on_the_flop']}-on-the-flop"
    return f"{peer['preset']}-{peer['stack_bb']}{flop}"


# The large ones under the peer's profile only.
@pytest.mark.parametrize(
    ("peer", "rules"),
    [
        pytest.param(peer, rules, id=f"{name_of(peer)}-{rules}")
        for peer in PEER
        for rules in ("donksolver-0.1", "strict")
        if rules != "strict" or not peer["large"]
    ],
)
def test_tree_counts_equal_the_peer(peer: dict[str, Any], rules: str) -> None:
    game = games.preset(
        peer["preset"], peer["stack_bb"], rules, postflop_max_players=peer["on_the_flop"]
    )
    size = asdict(games.tree_size(game, BUCKETS))
    for key in ("nodes", "terminals", "entries", "checkdown_terminals"):
        assert size[key] == peer[key]
    assert list(size["decision_nodes"]) == peer["decision_nodes"]


def three_seats(rules: str) -> games.Game:
    """Unequal stacks, a straddle and a big blind ante: all that a preset leaves out."""
    return games.preset(
        "tiny",
        [12, 5, 8.5],
        rules,
        players=3,
        straddles=[400],
        big_blind_ante=50,
        max_raises=[1] * 4,
    )


HOLDEM = {
    "hu-strict": lambda: games.preset("hu", 20),
    "hu-donksolver": lambda: games.preset("hu", 20, "donksolver-0.1"),
    "three-seats-strict": lambda: three_seats("strict"),
    "three-seats-pokerkit-073": lambda: three_seats("pokerkit-0.7.3"),
}


@pytest.fixture(scope="module", params=HOLDEM)
def holdem(request: pytest.FixtureRequest) -> tuple[games.Game, _core.PublicTree]:
    game = HOLDEM[request.param]()
    return game, game.build_tree(BUCKETS)


@pytest.fixture(scope="module", params=[*HOLDEM, "kuhn-3", "leduc-3"])
def tree(request: pytest.FixtureRequest) -> _core.PublicTree:
    toys = {"kuhn-3": games.kuhn, "leduc-3": games.leduc}
    if request.param in toys:
        return toys[request.param](3).build_tree()
    return HOLDEM[request.param]().build_tree(BUCKETS)


def test_built_tree_has_the_counted_size(tree: _core.PublicTree) -> None:
    nodes = tree.nodes
    assert len(nodes) == tree.size.nodes
    decisions = nodes["kind"] == _core.NodeKind.Decision
    assert np.count_nonzero(~decisions) == tree.size.terminals
    for street in range(4):
        found = np.count_nonzero(decisions & (nodes["street"] == street))
        assert found == tree.size.decision_nodes[street]


def test_children_are_contiguous_and_know_their_parent(tree: _core.PublicTree) -> None:
    nodes = tree.nodes
    seen = np.zeros(len(nodes), dtype=int)
    seen[0] = 1
    for node in np.flatnonzero(nodes["num_actions"]):
        first, count = int(nodes["first_child"][node]), int(nodes["num_actions"][node])
        assert (nodes["parent"][first : first + count] == node).all()
        assert list(nodes["action"][first : first + count]) == sorted(
            nodes["action"][first : first + count]
        )
        raises = nodes["action"][first : first + count] >= _core.ActionKind.Raise
        assert (np.diff(nodes["total_chips"][first : first + count][raises]) > 0).all()
        seen[first : first + count] += 1
    assert (seen == 1).all()


def depth_first(nodes: np.ndarray, node: int = 0) -> list[int]:
    first, count = int(nodes["first_child"][node]), int(nodes["num_actions"][node])
    below = [depth_first(nodes, child) for child in range(first, first + count)]
    return [node, *[deeper for branch in below for deeper in branch]]


def test_rows_are_street_major_and_depth_first(tree: _core.PublicTree) -> None:
    nodes = tree.nodes
    row = 0
    order = [node for node in depth_first(nodes) if nodes["num_actions"][node]]
    for street in range(tree.num_streets):
        groups = -(-tree.num_buckets[street] // 8)
        for node in order:
            if nodes["street"][node] == street:
                assert nodes["row"][node] == row
                row += groups * int(nodes["num_actions"][node])
    assert row == tree.size.blocks


def test_every_node_has_a_history_that_leads_back(tree: _core.PublicTree) -> None:
    for node in range(len(tree.nodes)):
        assert games.node(tree, games.history(tree, node)) == node


def test_every_history_is_legal_in_the_real_game(
    holdem: tuple[games.Game, _core.PublicTree],
) -> None:
    game, tree = holdem
    nodes = tree.nodes
    for node in range(0, len(nodes), 7):
        state = _core.BettingState(game.rules)
        for action in games.history(tree, node):
            games.play(state, action)
        here = nodes[node]
        assert state.live_mask == here["live_mask"]
        if here["kind"] == _core.NodeKind.Decision:
            assert (state.actor, state.street) == (here["actor"], here["street"])
        else:
            checked_down = state.street == 1 and here["street"] == 0 and len(game.stacks) > 2
            assert state.finished or checked_down


def test_unknown_action_and_node_are_refused() -> None:
    tree = games.preset("push-fold", 10).build_tree(BUCKETS)
    with pytest.raises(ConfigError, match="action 0 is 'c'; allowed here: f, r2000"):
        games.node(tree, ["c"])
    with pytest.raises(ConfigError, match="action 1 is 'c'; allowed here: none"):
        games.node(tree, ["f", "c"])
    with pytest.raises(ConfigError, match="found node 5"):
        games.history(tree, 5)


def test_tree_hashes_are_the_recorded_ones() -> None:
    recorded = json.loads(GOLDEN.read_text(encoding="utf-8"))
    found = {name: games.tree_hash(make().build_tree(BUCKETS)) for name, make in HOLDEM.items()}
    found["kuhn-2"] = games.tree_hash(games.kuhn(2).build_tree())
    found["leduc-2"] = games.tree_hash(games.leduc(2).build_tree())
    assert found == recorded


def test_heads_up_the_big_blind_acts_first_after_the_flop() -> None:
    tree = games.preset("tiny", 20).build_tree(BUCKETS)
    flop = tree.nodes[games.node(tree, ["c", "c"])]
    assert (tree.nodes["actor"][0], flop["street"], flop["actor"]) == (0, 1, 1)


def test_node_view_is_read_only_and_outlives_its_tree() -> None:
    nodes = games.preset("push-fold", 10).build_tree(BUCKETS).nodes
    with pytest.raises(ValueError, match="read-only"):
        nodes["row"][0] = 1
    assert list(nodes["action"]) == [255, 0, 3, 0, 1]


def test_push_fold_has_two_decisions() -> None:
    tree = games.preset("push-fold", 10).build_tree(BUCKETS)
    paths = [games.history(tree, node) for node in range(len(tree.nodes))]
    assert paths == [[], ["f"], ["r2000"], ["r2000", "f"], ["r2000", "c"]]
    assert tree.rake.rate_bp == 0


def test_limp_jam_ends_in_a_check_down_after_the_limp() -> None:
    game = games.preset("push-fold", 10, open_call=True, postflop_max_players=1)
    tree = game.build_tree(BUCKETS)
    leaf = tree.nodes[games.node(tree, ["c", "c"])]
    assert (leaf["kind"], leaf["street"]) == (_core.NodeKind.Showdown, 0)
    assert (tree.size.nodes, tree.size.checkdown_terminals) == (10, 1)


def test_unequal_stacks_build_a_tree() -> None:
    game = games.preset("hu", [30, 12.5])
    tree = game.build_tree(BUCKETS)
    assert game.stacks == (6000, 2500)
    total = tree.nodes["total_chips"]
    called = tree.nodes["kind"] == _core.NodeKind.Showdown
    assert total[called].max() == 2500


def test_count_stops_at_the_limit() -> None:
    game = games.preset("6max-mw", 100)
    with pytest.raises(ConfigError, match=r"pass the limit of 100000000 bytes[\s\S]*nodes +\d+"):
        games.tree_size(game, BUCKETS, limit_bytes=100_000_000)
    small = games.preset("tiny", 20)
    size = games.tree_size(small, BUCKETS)
    games.tree_size(small, BUCKETS, limit_bytes=2 * (size.blocks + size.preflop_blocks) * 32)


def test_tree_hash_follows_everything_that_moves_a_row() -> None:
    def hash_of(**change: object) -> str:
        return games.tree_hash(games.preset("tiny", 20, **change).build_tree(BUCKETS))

    same = hash_of()
    assert same == hash_of()
    changed = [
        hash_of(rules="pokerkit-0.7.3"),
        hash_of(rake={"percent": 4}),
        hash_of(ante=10),
        hash_of(menus={"river": [[0.5]]}),
        games.tree_hash(games.preset("tiny", 21).build_tree(BUCKETS)),
        games.tree_hash(games.preset("tiny", 20).build_tree((169, 50, 50, 51))),
    ]
    assert len({same, *changed}) == 1 + len(changed)


@pytest.mark.parametrize(
    ("players", "nodes", "entries"), [(2, 9, 24), (3, 25, 96), (4, 65, 320), (5, 161, 960)]
)
def test_kuhn_tree_has_the_published_size(players: int, nodes: int, entries: int) -> None:
    tree = games.kuhn(players).build_tree()
    assert (tree.size.nodes, len(tree.nodes), tree.size.entries) == (nodes, nodes, entries)


def test_kuhn_lines_end_as_the_rules_say() -> None:
    tree = games.kuhn(2).build_tree()
    ends = {
        " ".join(games.history(tree, node)): _core.NodeKind(tree.nodes["kind"][node]).name
        for node in range(9)
        if tree.nodes["kind"][node] != _core.NodeKind.Decision
    }
    assert ends == {
        "c c": "Showdown",
        "c r1 f": "Fold",
        "c r1 c": "Showdown",
        "r1 f": "Fold",
        "r1 c": "Showdown",
    }


@pytest.mark.parametrize(("players", "nodes", "entries"), [(2, 85, 672), (3, 1120, 17_004)])
def test_leduc_tree_has_the_published_size(players: int, nodes: int, entries: int) -> None:
    tree = games.leduc(players).build_tree()
    assert (tree.size.nodes, len(tree.nodes), tree.size.entries) == (nodes, nodes, entries)


def test_leduc_of_another_cap_and_rank_has_the_published_infosets() -> None:
    # (infosets a player, cap, ranks) of the two-player game by rank keys.
    for infosets, cap, ranks in [(60, 1, 3), (144, 2, 3), (420, 4, 3), (390, 2, 5), (558, 2, 6)]:
        game = games.leduc(2, ranks=ranks, max_raises=cap)
        size = game.build_tree().size
        first, second = size.decision_nodes[:2]
        assert first * ranks + second * ranks**2 == 2 * infosets


def test_games_come_back_from_what_artifacts_store() -> None:
    for game in (games.preset("hu", [20, 30]), games.kuhn(3)):
        again = games.from_resolved(game.resolved)
        assert again.resolved == game.resolved
        buckets = BUCKETS if isinstance(game, games.Game) else None
        assert games.tree_hash(again.build_tree(buckets)) == games.tree_hash(
            game.build_tree(buckets)
        )


def test_multiway_check_down_leaf_is_worth_equity_times_pot() -> None:
    # Three seats limp, and the tree is cut at the flop. Every board of 46 cards, no rounding: a
    # pot of 600 chips is shared by one, two or three.
    game = games.preset("6max-lite", 100, players=3, rake={"percent": 0})
    tree = game.build_tree(BUCKETS)
    leaf = tree.nodes[games.node(tree, ["c", "c", "c"])]
    assert (leaf["kind"], leaf["street"], leaf["live_mask"]) == (_core.NodeKind.Showdown, 0, 0b111)
    hands = ["AhKd", "AsKc", "8c8d"]
    orders, counts = showdown_orders(hands)
    net = np.array(
        [_core.settle(game.rules, [200] * 3, 0b111, order, True) for order in orders.tolist()]
    )
    found = counts @ net
    exact = equity(hands[0], hands[1:])
    assert (exact.method, exact.total) == ("exact", counts.sum())
    for seat in range(3):
        equity_times_pot = round(exact.share[seat] * exact.total * 600)
        assert found[seat] == equity_times_pot - 200 * counts.sum()
    assert found.sum() == 0


def showdown_orders(hands: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Who is ahead of whom on every board, and how often. Shape: [order, seat], [order]."""
    cards = [parse_cards(hand) for hand in hands]
    deck = [card for card in range(52) if card not in np.concatenate(cards)]
    boards = np.fromiter(chain.from_iterable(combinations(deck, 5)), dtype=np.uint8).reshape(-1, 5)
    ranks = [evaluate(np.column_stack([np.tile(c, (len(boards), 1)), boards])) for c in cards]
    ahead = [sum((mine > other).astype(np.int64) for other in ranks) for mine in ranks]
    counts = np.bincount(ahead[0] + 3 * ahead[1] + 9 * ahead[2], minlength=27)
    orders = np.array([(code % 3, code // 3 % 3, code // 9) for code in range(27)])
    return orders + 1, counts


def test_check_down_leaf_is_worth_equity_times_pot() -> None:
    # AhAs against KhKd, exact over 1,712,304 boards (win, tie, lose of the first).
    boards = {(2, 1): 1_399_204, (1, 1): 7_923, (1, 2): 305_177}
    game = games.preset("push-fold", 10, open_call=True, postflop_max_players=1)
    tree = game.build_tree(BUCKETS)
    leaf = tree.nodes[games.node(tree, ["c", "c"])]
    committed = [200, 200]
    total = sum(
        count * _core.settle(game.rules, committed, int(leaf["live_mask"]), strength, True)[0]
        for strength, count in boards.items()
    )
    equity_times_pot = (2 * boards[2, 1] + boards[1, 1]) * sum(committed)
    assert 2 * total == equity_times_pot - 2 * sum(boards.values()) * committed[0]
