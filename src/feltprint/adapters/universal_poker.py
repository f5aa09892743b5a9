"""OpenSpiel's `universal_poker` and bundles (extra `openspiel`): rows, answers, and a policy.

`row` packs the decision that a state waits for, `action` turns an answer into OpenSpiel's action,
`policy` is a bundle as an OpenSpiel `Policy`, for its algorithms and for matches between bots. (The
lab's games are in ``openspiel``.)

OpenSpiel numbers players as ACPC does: heads-up, player 0 is the big blind (``acpc``). A bet is the
total that the player has put in over the whole hand. Of a state only the acting player's
information state and the board are read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltprint.adapters import acpc
from feltprint.adapters.acpc import AcpcGame
from feltprint.adapters.rows import Kind, Rows, Status, make_row, status_name
from feltprint.cards import hand_id
from feltprint.errors import ConfigError

if TYPE_CHECKING:
    from feltprint.bundle import Bundle, MappingName

FOLD, CALL = 0, 1
HOLE_CARDS = 2
CHANCE = -1
_EXPECTED = {
    "betting": "nolimit",
    "bettingAbstraction": "fullgame",
    "numRounds": 4,
    "numRanks": 13,
    "numSuits": 4,
    "numHoleCards": HOLE_CARDS,
    "numBoardCards": "0 3 1 1",
}
_FIELDS = re.compile(r"\[(Private|Sequences): ([^]]*)\]")


def poker_game(spiel_game: Any) -> AcpcGame:
    """Stacks and blinds of a `universal_poker` game, in feltprint's seats.

    Raises
    ------
    ConfigError
        For anything but no-limit hold'em with all bet sizes, blinds in the first seats (heads-up:
        the second player's is the small one) and real poker's order of play.
    """
    parameters = spiel_game.get_parameters()
    for name, expected in _EXPECTED.items():
        if parameters.get(name) != expected:
            raise ConfigError(
                f"universal_poker: expected {name}={expected}, found {parameters.get(name)!r}"
            )
    players = int(parameters["numPlayers"])
    stacks = [int(chips) for chips in parameters["stack"].split()]
    blinds = [int(chips) for chips in parameters["blind"].split()]
    first = [int(player) for player in parameters["firstPlayer"].split()]
    if players == 2:
        stacks, blinds = stacks[::-1], blinds[::-1]
    expected_first = [2 if players == 2 else 3, 1, 1, 1]
    if first != expected_first or len(stacks) != players or len(blinds) != players:
        raise ConfigError(
            f"universal_poker: expected firstPlayer={' '.join(map(str, expected_first))} and a "
            f"stack and a blind a player, found {first}, {stacks} and {blinds}"
        )
    if not 0 < blinds[0] <= blinds[1] or any(blinds[2:]):
        raise ConfigError(f"universal_poker: expected a small and a big blind, found {blinds}")
    return AcpcGame(stacks=tuple(stacks), blinds=(blinds[0], blinds[1]))


def row(state: Any, game: AcpcGame | None = None) -> Rows:
    """Pack the decision of a state. Shape: [1].

    game: of ``poker_game``, to save its reading. Raises ConfigError where nobody is to act, or for
    a history that real poker's rules forbid.
    """
    if state.is_terminal() or state.is_chance_node():
        raise ConfigError("universal_poker: expected a state where a player is to act")
    game = poker_game(state.get_game()) if game is None else game
    player = int(state.current_player())
    fields = dict(_FIELDS.findall(state.information_state_string(player)))
    played, actions = acpc.play(fields["Sequences"].replace("|", "/"), game)
    if played.actor != game.seat(player):
        raise ConfigError(
            f"universal_poker: player {player} is to act, by the rules it is seat {played.actor} "
            f"after {fields['Sequences']!r}"
        )
    return make_row(
        actor=game.seat(player),
        hole=acpc.card_ids(fields["Private"]),
        board=_board(state, game.players),
        stacks=game.stacks,
        blinds=game.blinds,
        actions=actions,
    )


def action(answer: Any, packed: Rows, game: AcpcGame) -> int:
    """OpenSpiel's action of an answer. Raises ConfigError for an answer without an action."""
    text = acpc.action_text(answer, packed, game)
    return FOLD if text == "f" else CALL if text == "c" else int(text[1:])


def policy(bundle: Bundle, spiel_game: Any, mapping: MappingName = "expected") -> Any:
    """A bundle as an OpenSpiel `Policy` of a `universal_poker` game.

    ``action_probabilities`` raises ConfigError where the bundle has no answer.
    """
    from open_spiel.python import policy as spiel_policy

    game = poker_game(spiel_game)

    class BundlePolicy(spiel_policy.Policy):  # type: ignore[misc]
        """Plays every seat from the bundle."""

        def __init__(self) -> None:
            super().__init__(spiel_game, list(range(game.players)))

        def action_probabilities(
            self, state: Any, player_id: int | None = None
        ) -> dict[int, float]:
            if player_id not in (None, state.current_player()):
                raise ConfigError(f"player {player_id} is not to act")
            return _probabilities(bundle, row(state, game), game, mapping)

    return BundlePolicy()


def _probabilities(
    bundle: Bundle, packed: Rows, game: AcpcGame, mapping: MappingName
) -> dict[int, float]:
    found = bundle.public_state(packed, mapping)
    status = int(found.answer["status"])
    if status >= Status.NO_NODE:
        raise ConfigError(
            f"the bundle has no answer at this state: status {status_name(status)}, reason "
            f"{int(found.answer['reason'])} (adapters.rows.Reason)"
        )
    earlier = acpc.chips_before_street(packed, game)
    given = found.strategy[hand_id(packed["hole"][0])].tolist()
    result: dict[int, float] = {}
    for (kind, chips), probability in zip(found.actions, given, strict=True):
        spiel = FOLD if kind == Kind.FOLD else CALL if kind == Kind.CALL else earlier + chips
        result[spiel] = result.get(spiel, 0.0) + probability
    return result


def _board(state: Any, players: int) -> list[int]:
    """Board cards in the order in which they came; the information state sorts them."""
    dealt = [int(item.action) for item in state.full_history() if item.player == CHANCE]
    return dealt[HOLE_CARDS * players :]
