"""Gambit's extensive-form files (.efg): write a small game, read one.

Nodes in prefix order, one a line: `c` chance, `p` player, `t` terminal, as in version 2 of the
format. Chances are written as fractions where a fraction gives the same float, so that they sum to
1 exactly. Reading accepts payoffs at inner nodes (they add up along the path), outcomes that are
defined once and named again, decimals, fractions and exponents.
Source: Gambit documentation, "Game representation formats: the extensive game (.efg) file format".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from feltprint import _core
from feltprint.errors import ConfigError
from feltprint.lab.game import CHANCE, NONE, TERMINAL, LabGame
from feltprint.lab.history_lists import HistoryLists

MAX_DENOMINATOR = 10**9
MAX_NODES = 5_000_000

_TOKEN = re.compile(r'\s+|"((?:\\.|[^"\\])*)"|([{}])|,|([^\s"{},]+)')


def write_efg(game: LabGame, path: str | Path) -> None:
    """Write a game with single histories.

    Raises ConfigError for a vector game.
    """
    Path(path).write_text(efg_text(game), encoding="utf-8")


def efg_text(game: LabGame) -> str:
    """The text of the file."""
    histories = game.extensive
    if histories is None:
        raise ConfigError(f"{game.name}: expected single histories; it is a vector game")
    names = " ".join(_quoted(f"player {p}") for p in range(game.num_players))
    lines = [f"EFG 2 R {_quoted(game.name)} {{ {names} }}", _quoted("written by feltprint")]
    lines += _Writer(game, histories).nodes()
    return "\n".join(lines) + "\n"


class _Writer:
    def __init__(self, game: LabGame, histories: _core.LabExtensiveGame) -> None:
        self._game = game
        self._actor = histories.player.tolist()
        self._infoset = histories.infoset.tolist()
        self._chance = histories.chance.tolist()
        self._payoff = histories.payoff.reshape(-1, game.num_players).tolist()
        self._children: list[list[int]] = [[] for _ in self._actor]
        for h, up in enumerate(histories.parent.tolist()[1:], start=1):
            self._children[up].append(h)
        ends = [h for h, actor in enumerate(self._actor) if actor == TERMINAL]
        self._terminal = {h: place for place, h in enumerate(ends)}
        self._number = np.zeros(game.num_infosets, dtype=np.int64)
        for player in range(game.num_players):
            own = game.infoset_player == player
            self._number[own] = np.arange(1, own.sum() + 1)

    def nodes(self) -> Iterator[str]:
        """Lines of the nodes in prefix order."""
        stack, chances = [0], 0
        while stack:
            h = stack.pop()
            actor = self._actor[h]
            if actor == TERMINAL:
                yield self._terminal_line(h)
            elif actor == CHANCE:
                chances += 1
                yield self._chance_line(h, chances)
            else:
                yield self._player_line(h, actor)
            stack += reversed(self._children[h])

    def _terminal_line(self, h: int) -> str:
        place = self._terminal[h]
        payoffs = ", ".join(_number(x) for x in self._payoff[place])
        return f't "" {place + 1} "" {{ {payoffs} }}'

    def _chance_line(self, h: int, number: int) -> str:
        outcomes = " ".join(
            f"{_quoted(str(place))} {_number(self._chance[child])}"
            for place, child in enumerate(self._children[h])
        )
        return f'c "" {number} "" {{ {outcomes} }} 0'

    def _player_line(self, h: int, actor: int) -> str:
        infoset = self._infoset[h]
        begin, end = self._game.offsets[infoset], self._game.offsets[infoset + 1]
        actions = " ".join(_quoted(name) for name in self._game.action_labels[begin:end])
        label = _quoted(self._game.labels[infoset])
        return f'p "" {actor + 1} {self._number[infoset]} {label} {{ {actions} }} 0'


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _number(value: float) -> str:
    fraction = Fraction(value).limit_denominator(MAX_DENOMINATOR)
    if float(fraction) != value:
        return repr(value)
    return str(fraction)


@dataclass(frozen=True)
class _Token:
    text: str
    quoted: bool
    line: int


@dataclass
class _Infoset:
    id: int
    actions: list[str]


def read_efg(path: str | Path) -> LabGame:
    """Read a game.

    Raises
    ------
    ConfigError
        With the line, for a file that is not in the format, or whose game has no perfect recall.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: expected text, found other bytes") from error
    return parse_efg(text, str(path))


def parse_efg(text: str, where: str = "efg") -> LabGame:
    """A game from the text of a file; `where` names it in errors."""
    return _Parser(text, where).game()


class _Parser:
    def __init__(self, text: str, where: str) -> None:
        self._where = where
        self._tokens = self._split(text)
        self._at = 0
        self._lists = HistoryLists(0)
        self._infosets: dict[tuple[int, int], _Infoset] = {}
        self._chances: dict[int, list[tuple[str, float]]] = {}
        self._outcomes: dict[int, list[float]] = {}
        self._players: list[str] = []

    def _split(self, text: str) -> list[_Token]:
        tokens, at, line = [], 0, 1
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise ConfigError(f"{self._where}, line {line}: unclosed text")
            quoted, brace, word = match.groups()
            if quoted is not None:
                tokens.append(_Token(re.sub(r"\\(.)", r"\1", quoted), True, line))
            elif brace or word:
                tokens.append(_Token(brace or word, False, line))
            line += match.group().count("\n")
            at = match.end()
        return tokens

    def _fail(self, expected: str) -> ConfigError:
        if self._at >= len(self._tokens):
            return ConfigError(f"{self._where}: expected {expected}, found the end")
        token = self._tokens[self._at]
        return ConfigError(
            f"{self._where}, line {token.line}: expected {expected}, found {token.text[:40]!r}"
        )

    def _peek(self, text: str) -> bool:
        if self._at >= len(self._tokens):
            return False
        token = self._tokens[self._at]
        return not token.quoted and token.text == text

    def _take(self, text: str) -> None:
        if not self._peek(text):
            raise self._fail(text)
        self._at += 1

    def _text(self, what: str) -> str:
        if self._at >= len(self._tokens) or not self._tokens[self._at].quoted:
            raise self._fail(what)
        self._at += 1
        return self._tokens[self._at - 1].text

    def _is_text(self) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at].quoted

    def _real(self, what: str) -> float:
        if self._at >= len(self._tokens) or self._tokens[self._at].quoted:
            raise self._fail(what)
        word = self._tokens[self._at].text
        try:
            value = float(Fraction(word)) if len(word) <= 400 else float("nan")
        except (ValueError, ZeroDivisionError, OverflowError):
            raise self._fail(what) from None
        if not np.isfinite(value):
            raise self._fail(what)
        self._at += 1
        return value

    def _whole(self, what: str) -> int:
        if self._at >= len(self._tokens) or not re.fullmatch(
            r"\d{1,9}", self._tokens[self._at].text
        ):
            raise self._fail(what)
        self._at += 1
        return int(self._tokens[self._at - 1].text)

    def game(self) -> LabGame:
        """Read the head, then the nodes."""
        for word in ("EFG", "2"):
            self._take(word)
        if not (self._peek("R") or self._peek("D")):
            raise self._fail("R or D")
        self._at += 1
        title = self._text("the title")
        self._take("{")
        while self._is_text():
            self._players.append(self._text("a player"))
        self._take("}")
        if self._is_text():
            self._text("a comment")
        if not self._players or len(self._players) > 6:
            raise ConfigError(f"{self._where}: expected 1..6 players, found {len(self._players)}")
        self._lists.num_players = len(self._players)
        self._nodes()
        native = self._lists.native()
        resolved = {"game": "efg", "title": title}
        return LabGame.of_histories(title or "efg", "efg", resolved, native, "payoff")

    def _nodes(self) -> None:
        """Nodes in prefix order; the stack holds what children are still to come."""
        zero = [0.0] * len(self._players)
        open_nodes: list[tuple[int, int, float, list[float]]] = [(NONE, 0, 1.0, zero)]
        while open_nodes:
            if len(self._lists.parent) > MAX_NODES:
                raise ConfigError(f"{self._where}: expected at most {MAX_NODES} nodes")
            parent, place, chance, paid = open_nodes.pop()
            h = self._lists.add_history(parent, place, chance)
            edges, more = self._node()
            total = [a + b for a, b in zip(paid, more, strict=True)]
            if not edges:
                self._lists.set_terminal(total)
            open_nodes += [(h, i, edge, total) for i, edge in reversed(list(enumerate(edges)))]
        if self._at < len(self._tokens):
            raise self._fail("the end: every node has its children")

    def _node(self) -> tuple[list[float], list[float]]:
        """Read one node; return the chances of its edges (none at an end) and what it pays."""
        for kind, read in (("c", self._chance_node), ("p", self._player_node), ("t", None)):
            if self._peek(kind):
                self._at += 1
                self._text("the name of the node")
                edges = read() if read is not None else []
                return edges, self._outcome()
        raise self._fail("a node: c, p or t")

    def _chance_node(self) -> list[float]:
        number = self._whole("the number of the chance infoset")
        if self._is_text():
            self._text("its name")
        if self._peek("{"):
            self._at += 1
            found = []
            while self._is_text():
                name = self._text("an outcome")
                found.append((name, self._real("its chance")))
            self._take("}")
            if self._chances.setdefault(number, found) != found:
                raise self._fail(f"the outcomes of chance infoset {number} as before, not others")
        elif number not in self._chances:
            raise self._fail("{ with the outcomes")
        if not self._chances[number]:
            raise self._fail("an outcome of chance")
        self._lists.set_chance()
        return [chance for _, chance in self._chances[number]]

    def _player_node(self) -> list[float]:
        player = self._whole("the player")
        if not 1 <= player <= len(self._players):
            self._at -= 1
            raise self._fail(f"a player 1..{len(self._players)}")
        number = self._whole("the number of the infoset")
        name = self._text("its name") if self._is_text() else ""
        known = self._infosets.get((player, number))
        if self._peek("{"):
            self._at += 1
            actions = []
            while self._is_text():
                actions.append(self._text("an action"))
            self._take("}")
            if known is None:
                known = self._add_infoset(player, number, name, actions)
            elif known.actions != actions:
                raise self._fail(f"the actions of infoset {number} as before, not others")
        elif known is None:
            raise self._fail("{ with the actions")
        self._lists.set_decision(known.id)
        return [1.0] * len(known.actions)

    def _add_infoset(self, player: int, number: int, name: str, actions: list[str]) -> _Infoset:
        if not 1 <= len(actions) <= 64:
            raise self._fail("1..64 actions")
        id_ = self._lists.add_infoset(player - 1, name or str(number), actions)
        self._infosets[player, number] = _Infoset(id_, actions)
        return self._infosets[player, number]

    def _outcome(self) -> list[float]:
        number = self._whole("the number of the outcome")
        if number == 0:
            return [0.0] * len(self._players)
        if self._is_text():
            self._text("its name")
        if self._peek("{"):
            self._at += 1
            payoffs = [self._real("a payoff") for _ in self._players]
            self._take("}")
            if self._outcomes.setdefault(number, payoffs) != payoffs:
                raise self._fail(f"the payoffs of outcome {number} as before, not others")
        elif number not in self._outcomes:
            raise self._fail("{ with the payoffs")
        return self._outcomes[number]
