"""A bundle of a small deck answers for the cards of its deck and refuses all others."""

from __future__ import annotations

import numpy as np
import pytest
from hands import row_of
from made_up_bundles import make_bundle

from feltprint.adapters.rows import status_name
from feltprint.bundle import Bundle
from feltprint.cards import HAND_CARDS, parse_cards
from feltprint.errors import ConfigError
from feltprint.games import preset


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    game = preset("push-fold", 10, deck=20)
    return Bundle.open(make_bundle(tmp_path_factory.mktemp("small"), {"10bb": game}, None))


@pytest.mark.parametrize(("hole", "status"), [("AsTd", "ok"), ("As9d", "bad_input")])
def test_a_card_that_is_not_in_the_deck_is_bad_input(
    bundle: Bundle, hole: str, status: str
) -> None:
    row = row_of("", stacks=(2000, 2000), hole=parse_cards(hole).tolist(), board=())
    answer = bundle.act(row, np.array([0.5]))[0]
    assert status_name(int(answer["status"])) == status


def test_the_strategy_of_all_hands_is_zero_outside_the_deck(bundle: Bundle) -> None:
    row = row_of("", stacks=(2000, 2000), hole=(255, 255), board=())
    sums = np.asarray(bundle.strategy(row)).sum(axis=1)
    inside = HAND_CARDS.min(axis=1) >= 32
    assert sums[inside] == pytest.approx(1.0, abs=1e-6)
    assert (sums[~inside] == 0).all()


def test_policies_of_two_decks_do_not_share_a_bundle(tmp_path_factory) -> None:
    games = {"full": preset("push-fold", 10), "small": preset("push-fold", 10, deck=20)}
    with pytest.raises(ConfigError, match="must share the deck"):
        make_bundle(tmp_path_factory.mktemp("mixed"), games, None)
