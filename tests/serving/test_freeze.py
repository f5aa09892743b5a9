"""Freezing: codes that sum exactly, fallbacks of rows without mass, refusals."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from made_up_bundles import write_state

from feltprint import _core
from feltprint.artifacts import open_artifact, read_compressed, write_artifact
from feltprint.errors import ArtifactError, ConfigError, SolverError
from feltprint.freezing import ALL_KEPT, PIECE_BLOCKS, FreezeOptions, freeze_policy
from feltprint.games import kuhn, preset
from feltprint.policy import Policy

LANES = 8


def largest_remainder(weights: list[float]) -> list[int]:
    """The twin of the native code, in exact fractions."""
    shares = [Fraction(weight) * 255 / sum(map(Fraction, weights)) for weight in weights]
    codes = [int(share) for share in shares]
    order = sorted(range(len(codes)), key=lambda a: (codes[a] - shares[a], a))
    for action in order[: 255 - sum(codes)]:
        codes[action] += 1
    return codes


def expected_row(average: np.ndarray, regret: np.ndarray) -> tuple[list[int], bool]:
    if average.sum() > 0:
        return largest_remainder(average.tolist()), True
    positive = np.maximum(regret, 0)
    if positive.sum() > 0:
        return largest_remainder(positive.tolist()), False
    return largest_remainder([1.0] * len(average)), False


def small_tree() -> _core.PublicTree:
    return preset("tiny", 20).build_tree((169, 5, 9, 1))


def quantize(
    tree: _core.PublicTree,
    average: np.ndarray,
    regret: np.ndarray,
    options: FreezeOptions = ALL_KEPT,
) -> tuple:
    nodes, _, _ = _core.row_index(tree)
    return _core.quantize_rows(tree, average, regret, nodes, options.native)


def random_tables(tree: _core.PublicTree, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    shape = (tree.size.blocks, LANES)
    average = (rng.random(shape) ** 4 * 1000).astype(np.float32)
    average[rng.random(shape) < 0.5] = 0
    regret = (rng.random(shape) - 0.7).astype(np.float32)
    return average, regret


def test_row_index_walks_the_tables_without_gaps() -> None:
    tree = small_tree()
    nodes, first_block, first_group = _core.row_index(tree)
    records = tree.nodes[nodes]
    assert (records["kind"] == 0).all()
    np.testing.assert_array_equal(first_block[:-1], records["row"])
    assert first_block[-1] == tree.size.blocks
    groups = np.array([-(-n // LANES) for n in tree.num_buckets])[records["street"]]
    np.testing.assert_array_equal(np.diff(first_group), groups)
    assert (np.diff(records["street"].astype(int)) >= 0).all()


def test_codes_are_the_largest_remainder_of_every_row() -> None:
    tree = small_tree()
    average, regret = random_tables(tree)
    prob, mass, report = quantize(tree, average, regret)
    nodes, first_block, first_group = _core.row_index(tree)
    visited = entries = rows = 0
    for position, node in enumerate(nodes):
        record = tree.nodes[node]
        actions, buckets = int(record["num_actions"]), tree.num_buckets[record["street"]]
        for bucket in range(-(-buckets // LANES) * LANES):
            group, lane = divmod(bucket, LANES)
            blocks = slice(
                int(first_block[position]) + group * actions,
                int(first_block[position]) + (group + 1) * actions,
            )
            codes = prob[blocks, lane].tolist()
            code = mass[int(first_group[position]) + group, lane]
            if bucket >= buckets:
                assert codes == [0] * actions
                assert code == 0
                continue
            expected, seen = expected_row(average[blocks, lane], regret[blocks, lane])
            assert codes == expected
            assert (code > 0) == seen
            rows, visited, entries = rows + 1, visited + seen, entries + actions
    assert (report.rows, report.visited, report.entries) == (rows, visited, entries)
    assert 0 < report.error_max < 1 / 255
    assert report.error_sum / entries < report.error_max


def test_a_walk_gives_the_pieces_of_the_row_index() -> None:
    tree = small_tree()
    nodes, first_block, _ = _core.row_index(tree)
    walk = _core.RowWalk(tree)
    found: list[int] = []
    while len(piece := (part := walk.next(40))[0]):
        _, begin, end = part
        assert begin == first_block[len(found)]
        found += piece.tolist()
        assert end == first_block[len(found)]
        last = end - first_block[len(found) - 1]
        assert end - begin - last < 40
        assert end - begin >= 40 or end == tree.size.blocks
    assert found == nodes.tolist()
    assert walk.next(40)[1:] == (tree.size.blocks, tree.size.blocks)


@pytest.mark.usefixtures("restore_isa")
@pytest.mark.parametrize(
    "options", [ALL_KEPT, FreezeOptions(bits=4), FreezeOptions(threshold=0.2)], ids=str
)
def test_every_instruction_set_quantises_to_the_same_bytes(options: FreezeOptions) -> None:
    tree = preset("tiny", 20).build_tree((7, 5, 7, 1))
    average, regret = random_tables(tree)
    average[:, 7] = regret[:, 7] = np.nan  # lanes beyond the buckets are not read
    found = set()
    for isa in _core.available_isas():
        _core.set_active_isa(isa)
        prob, mass, report = quantize(tree, average, regret, options)
        found.add((prob.tobytes(), mass.tobytes(), report.error_sum, report.error_max))
    assert len(found) == 1


def test_sums_of_codes_are_exact_over_every_exponent() -> None:
    exponents = np.arange(-128, 128).astype(np.int8)
    codes = np.random.default_rng(1).integers(-(2**15), 2**15, (256, LANES)).astype(np.int16)
    out = np.empty((256, LANES), dtype=np.float32)
    _core.sums_of_codes(codes, exponents, out)
    with np.errstate(over="ignore"):
        expected = np.ldexp(codes.astype(np.float32), exponents.astype(np.int32)[:, np.newaxis])
    np.testing.assert_array_equal(out, expected)
    with pytest.raises(ConfigError, match="exponents: expected"):
        _core.sums_of_codes(codes, exponents[1:], out)


def test_equal_weights_give_the_spare_code_to_the_lower_action() -> None:
    tree = kuhn().build_tree()
    ones = np.ones((tree.size.blocks, LANES), dtype=np.float32)
    prob, _, _ = quantize(tree, ones, ones)
    assert prob[:2, 0].tolist() == [128, 127]
    assert prob[:2, 3].tolist() == [0, 0]


@pytest.mark.parametrize("value", [-1.0, np.nan, np.inf], ids=["negative", "nan", "infinite"])
def test_a_weight_that_cannot_be_names_node_and_bucket(value: float) -> None:
    tree = kuhn().build_tree()
    average = np.ones((tree.size.blocks, LANES), dtype=np.float32)
    average[0, 2] = value
    with pytest.raises(SolverError, match="node 0, bucket 2"):
        quantize(tree, average, np.ones_like(average))


def test_mass_code_is_a_lower_bound_within_half_an_octave() -> None:
    assert _core.mass_code(0.0) == 0
    assert _core.mass_code(1e-30) == 1
    assert _core.mass_code(1e30) == 255
    assert _core.mass_code(1.0) == 81
    assert _core.mass_code(1.5) == 82
    for mass in np.random.default_rng(2).random(1000) * 2.0 ** np.arange(1000) * 2.0**-40 % 1e25:
        code = _core.mass_code(mass)
        bound = (1 + (code - 1) % 2 / 2) * 2.0 ** ((code - 1) // 2 - 40)
        assert bound <= mass < bound * 1.5 or mass < 2.0**-40


def test_policy_reads_what_was_frozen(tmp_path: Path) -> None:
    game = preset("push-fold", 10)
    write_state(tmp_path / "state", game, None, seed=5)
    report = freeze_policy(tmp_path / "state", tmp_path / "policy")
    policy = Policy.open(tmp_path / "policy")
    state = open_artifact(tmp_path / "state", "state")
    tables = [state.arrays[name] for name in ("cum_strategy", "cum_regret")]
    prob, mass, _ = quantize(policy.tree, *tables)
    np.testing.assert_array_equal(policy.prob, prob)
    np.testing.assert_array_equal(policy.mass, mass)
    assert policy.meta["iterations"] == 1005
    assert policy.payload_sha256 == report["payload_sha256"]
    assert report["visited_rows"] == int((mass > 0).sum())
    rows = policy.node(0)
    assert rows.shape == (169, 2)
    np.testing.assert_array_equal(rows.sum(axis=1), 1.0)
    for bucket in (0, 7, 8, 168):
        weights = tables[0][2 * (bucket // 8) : 2 * (bucket // 8) + 2, bucket % 8]
        if weights.sum() > 0:
            exact = weights / weights.sum()
            assert np.abs(policy.row(0, bucket) - exact).max() < 1 / 255
            assert policy.mass_at(0, bucket) <= weights.sum() < 1.5 * policy.mass_at(0, bucket)
        else:
            assert policy.mass_at(0, bucket) == 0


def test_the_pieces_of_a_stream_are_the_bytes_of_one_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = preset("tiny", 20)
    tree = game.build_tree((169, 1, 1, 1))
    assert tree.size.blocks < PIECE_BLOCKS
    write_state(tmp_path / "state", game, None, seed=1)
    whole = freeze_policy(tmp_path / "state", tmp_path / "whole")
    monkeypatch.setattr("feltprint.freezing.PIECE_BLOCKS", 3)
    calls: list[int] = []
    pieces = freeze_policy(
        tmp_path / "state",
        tmp_path / "pieces",
        on_progress=lambda done, total, info: calls.append(done),
    )
    assert whole.pop("error_mean") == pytest.approx(pieces.pop("error_mean"), rel=1e-9)
    for key in ("rows", "visited_rows", "entries", "error_max"):
        assert whole[key] == pieces[key]
    first, second = (read_compressed(tmp_path / name, "policy") for name in ("whole", "pieces"))
    for name in ("prob", "mass"):
        np.testing.assert_array_equal(first.arrays[name], second.arrays[name])
    assert calls[-1] == tree.size.blocks
    assert calls == sorted(calls)


def test_freezing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    write_state(tmp_path / "state", preset("push-fold", 10), None, seed=1)
    first = freeze_policy(tmp_path / "state", tmp_path / "a", threads=1)
    second = freeze_policy(tmp_path / "state", tmp_path / "b", threads=3)
    assert first == second


def test_a_state_of_another_tree_is_refused(tmp_path: Path) -> None:
    write_state(tmp_path / "state", preset("push-fold", 10), None, seed=1)
    state = open_artifact(tmp_path / "state", "state")
    write_artifact(tmp_path / "x", "state", {**state.meta, "tree_hash": "0" * 64}, state.arrays)
    with pytest.raises(ArtifactError, match="expected tree hash 0000"):
        freeze_policy(tmp_path / "x", tmp_path / "policy")
    short = {name: array[:-1].copy() for name, array in state.arrays.items()}
    write_artifact(tmp_path / "y", "state", state.meta, short)
    with pytest.raises(ArtifactError, match="expected cum_strategy of float32"):
        freeze_policy(tmp_path / "y", tmp_path / "policy")
    assert not (tmp_path / "policy").exists()


def test_kuhn_freezes_and_opens(tmp_path: Path) -> None:
    write_state(tmp_path / "state", kuhn(3), None, seed=1)
    freeze_policy(tmp_path / "state", tmp_path / "policy")
    policy = Policy.open(tmp_path / "policy")
    assert policy.node(0).shape == (4, 2)


def kuhn_codes(weights: list[float], options: FreezeOptions) -> list[int]:
    """Codes of the first infoset of Kuhn for made-up weights."""
    tree = kuhn().build_tree()
    average = np.ones((tree.size.blocks, LANES), dtype=np.float32)
    average[:2, 0] = weights
    prob, _, report = quantize(tree, average, np.ones_like(average), options)
    assert report.error_max < 1
    return prob[:2, 0].tolist()


@pytest.mark.parametrize(
    ("weights", "options", "expected"),
    [
        ([3, 1], FreezeOptions(), [191, 64]),
        ([3, 1], FreezeOptions(bits=4), [187, 68]),
        ([3, 1], FreezeOptions(threshold=0.25), [191, 64]),
        ([3, 1], FreezeOptions(threshold=0.26), [255, 0]),
        ([1, 1], FreezeOptions(threshold=0.9), [255, 0]),
        ([1, 3], FreezeOptions(purify=True), [0, 255]),
        ([1, 1], FreezeOptions(purify=True), [255, 0]),
    ],
)
def test_options_shape_the_codes(
    weights: list[float], options: FreezeOptions, expected: list[int]
) -> None:
    assert kuhn_codes(weights, options) == expected


def test_four_bits_sum_exactly_and_are_smaller(tmp_path: Path) -> None:
    write_state(tmp_path / "state", preset("tiny", 40), None, seed=1)
    whole = freeze_policy(tmp_path / "state", tmp_path / "8")
    half = freeze_policy(tmp_path / "state", tmp_path / "4", FreezeOptions(bits=4))
    policy = Policy.open(tmp_path / "4")
    assert set(np.unique(policy.prob)) <= set(range(0, 256, 17))
    np.testing.assert_allclose(policy.node(0).sum(axis=1), 1, rtol=1e-12)
    assert half["file_bytes"] < whole["file_bytes"]
    assert whole["error_max"] < 1 / 255 < half["error_max"] < 1 / 15
    assert policy.meta["freeze"]["options"] == {"bits": 4, "threshold": 0.0, "purify": False}


@pytest.mark.parametrize("wrong", [{"bits": 5}, {"threshold": 1.0}, {"threshold": -0.1}], ids=str)
def test_options_out_of_range_are_refused(wrong: dict) -> None:
    with pytest.raises(ConfigError, match="expected bits"):
        FreezeOptions(**wrong)
