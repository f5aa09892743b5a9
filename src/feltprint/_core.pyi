"""
Compiled core of feltprint; private, use the package feltprint.
"""

from __future__ import annotations

import collections.abc
import enum
import typing

import numpy
import numpy.typing

__all__: list[str] = [
    "NODE_BYTES",
    "ActionKind",
    "ActionMenu",
    "AllInRule",
    "Averaging",
    "AveragingParams",
    "BetSize",
    "BettingRule",
    "BettingRules",
    "BettingState",
    "BoardClasses",
    "BoardIndex",
    "BucketMap",
    "ClassNotOpenError",
    "ClusteringSpec",
    "FreezeOptions",
    "Game",
    "HandIndexer",
    "HandStrength",
    "HoldemGame",
    "KuhnGame",
    "LabEvaluator",
    "LabExtensiveGame",
    "LabFullWidth",
    "LabSampled",
    "LabSequenceGame",
    "LeducGame",
    "Mapping",
    "MenuLine",
    "MonteCarloCfr",
    "NestedSpec",
    "NodeKind",
    "NodeRecords",
    "PruningParams",
    "PublicTree",
    "QuantizationReport",
    "RakeRule",
    "RootSample",
    "RowWalk",
    "RuleProfile",
    "Server",
    "SizeKind",
    "SizeOutcome",
    "SmallDeck",
    "SolverParams",
    "Storage",
    "StreetClustering",
    "StreetMenu",
    "Traversal",
    "TraversalParams",
    "TreeSize",
    "Weighting",
    "WeightingParams",
    "active_isa",
    "add_in_order",
    "add_in_order_coded",
    "add_in_order_compensated",
    "available_isas",
    "board_class",
    "board_weights",
    "bucket_masses",
    "build_tree",
    "canonical_boards",
    "canonical_id",
    "cluster_strength",
    "component_digests",
    "count_tree",
    "deals_of",
    "dense_ranks",
    "disjoint_weights",
    "equity",
    "evaluate",
    "evaluate_pair_game",
    "evaluate_planes",
    "evaluate_root",
    "evaluator_tables",
    "explain",
    "fast_hand_actions",
    "hand_cards",
    "hand_classes",
    "kuhn_tree",
    "lab_goofspiel",
    "lab_liars_dice",
    "lab_match_regrets",
    "lab_no_limit_tree",
    "lab_pair_poker_game",
    "lab_play_hands",
    "lab_poker_game",
    "lab_river_game",
    "leduc_tree",
    "mass_code",
    "nested_map",
    "opponent_features",
    "opponent_groups",
    "pack_fast_hands",
    "pack_rows",
    "permuted_hands",
    "philox4x32",
    "potential",
    "potential_features",
    "preflop_classes",
    "preflop_equity",
    "preflop_hands",
    "preflop_pair_counts",
    "pseudo_harmonic",
    "quantize_rows",
    "raise_to_chips",
    "read_boards",
    "river_bucket_strengths",
    "river_lanes",
    "river_order",
    "river_ranks",
    "row_index",
    "set_active_isa",
    "settle",
    "settle_seat",
    "seven_card_totals",
    "showdown",
    "side_pots",
    "strength_spread",
    "suit_permutations",
    "suit_planes",
    "sums_of_codes",
    "transition_weights",
]

class SmallDeck:
    """
    A deck cut from below, with its exact strengths.
    """
    def __init__(self, cards: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def pair_counts(self) -> tuple:
        """
        Boards that each hand of the deck wins and ties against each other, int32 (M, M).
        """
    def strengths(self, boards: typing.Any) -> numpy.typing.NDArray[numpy.int64]:
        """
        Strength of all hands, uint8 (N, 3|4|5) -> int64 (N, 1326), -1 = blocked.
        """
    @property
    def hands(self) -> numpy.typing.NDArray[numpy.uint16]:
        """
        Numbers of its hands, uint16 (M,).
        """

class HandIndexer:
    """
    Deals up to suits, numbered one by one.
    """
    def __init__(
        self, cards_per_round: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]
    ) -> None: ...
    def index(self, deals: typing.Any) -> numpy.typing.NDArray[numpy.uint64]:
        """
        Indices of deals, uint8 (N, cards) -> uint64 (N,).
        """
    def unindex(
        self, index: typing.SupportsInt | typing.SupportsIndex
    ) -> numpy.typing.NDArray[numpy.uint8]:
        """
        The canonical deal of an index, uint8 (cards,).
        """
    @property
    def size(self) -> int:
        """
        Number of deals up to suits.
        """

class BoardIndex:
    """
    Hands on boards up to suits, board by board.
    """
    def __init__(self, street: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def index(self, boards: typing.Any) -> numpy.typing.NDArray[numpy.int64]:
        """
        Numbers of all hands, uint8 (N, cards) -> int64 (N, 1326), -1 = blocked.
        """
    def unindex(self, index: typing.SupportsInt | typing.SupportsIndex) -> tuple[int, int]:
        """
        Canonical board and least hand of a number.
        """
    @property
    def first(self) -> numpy.typing.NDArray[numpy.uint64]:
        """
        First number of each canonical board and the end, uint64 (B + 1,).
        """
    @property
    def size(self) -> int:
        """
        Number of hands on boards up to suits.
        """

class RuleProfile(enum.IntEnum):
    """
    Betting rules.
    """

    Donksolver01 = ...
    Pokerkit073 = ...
    Strict = ...

class BettingRule(enum.IntEnum):
    """
    Why an action is illegal.
    """

    AboveStack = ...
    BelowMinimumRaise = ...
    CannotCover = ...
    Legal = ...
    NobodyLeftToRaise = ...
    NobodyToAct = ...
    NotReopened = ...
    NothingToFoldTo = ...
    ShortOfFullRaise = ...

class RakeRule:
    """
    Rake: rate in basis points, cap in chips.
    """
    def __init__(
        self,
        *,
        rate_bp: typing.SupportsInt | typing.SupportsIndex,
        cap: typing.SupportsInt | typing.SupportsIndex,
        no_flop_no_drop: bool,
    ) -> None: ...
    @property
    def cap(self) -> int: ...
    @property
    def no_flop_no_drop(self) -> bool: ...
    @property
    def rate_bp(self) -> int: ...

class BettingRules:
    """
    Stacks, blinds, antes and rules of a game.
    """
    def __init__(
        self,
        *,
        profile: RuleProfile,
        stacks: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
        blinds: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
        antes: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
        min_bet: typing.SupportsInt | typing.SupportsIndex,
        rake: RakeRule,
    ) -> None: ...
    @property
    def antes(self) -> list[int]: ...
    @property
    def blinds(self) -> list[int]: ...
    @property
    def min_bet(self) -> int: ...
    @property
    def num_players(self) -> int: ...
    @property
    def profile(self) -> RuleProfile: ...
    @property
    def rake(self) -> RakeRule: ...
    @property
    def stacks(self) -> list[int]: ...

class BettingState:
    """
    One hand of betting; raises are totals on the street.
    """
    def __init__(self, rules: BettingRules) -> None: ...
    def call(self) -> None: ...
    def can_call(self) -> bool: ...
    def can_fold(self) -> bool: ...
    def can_raise(self) -> bool: ...
    def can_raise_to(self, total: typing.SupportsInt | typing.SupportsIndex) -> bool: ...
    def copy(self) -> BettingState: ...
    def fold(self) -> None: ...
    def raise_to(self, total: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def verify_call(self) -> None: ...
    def verify_fold(self) -> None: ...
    def verify_raise_to(self, total: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    @property
    def actor(self) -> typing.Any: ...
    @property
    def bets(self) -> list[int]: ...
    @property
    def committed(self) -> list[int]: ...
    @property
    def dead(self) -> list[int]: ...
    @property
    def finished(self) -> bool: ...
    @property
    def folded(self) -> bool: ...
    @property
    def live_mask(self) -> int: ...
    @property
    def max_bet(self) -> int: ...
    @property
    def max_raise_to(self) -> typing.Any: ...
    @property
    def min_raise_to(self) -> typing.Any: ...
    @property
    def num_players(self) -> int: ...
    @property
    def num_raises(self) -> int: ...
    @property
    def pot(self) -> int: ...
    @property
    def raise_violation(self) -> BettingRule: ...
    @property
    def stacks(self) -> list[int]: ...
    @property
    def street(self) -> int: ...
    @property
    def to_call(self) -> typing.Any: ...

class NodeKind(enum.IntEnum):
    """
    What a node of the tree is.
    """

    Decision = ...
    Fold = ...
    Showdown = ...

class ActionKind(enum.IntEnum):
    """
    What leads to a node.
    """

    AllIn = ...
    Call = ...
    Fold = ...
    Raise = ...
    Start = ...

class AllInRule(enum.IntEnum):
    """
    When a menu offers the all-in.
    """

    Always = ...
    Never = ...
    Threshold = ...

class SizeKind(enum.IntEnum):
    """
    How a size is counted.
    """

    BigBlinds = ...
    Geometric = ...
    LastBet = ...
    PotFrac = ...

class SizeOutcome(enum.IntEnum):
    """
    What became of a size.
    """

    Kept = ...
    LeftToAllIn = ...
    LiftedToMinimum = ...
    Merged = ...
    NotAllowed = ...
    NotOffered = ...
    OverTheCap = ...

class BetSize:
    """
    A requested raise size (rules/bet_size.hpp).
    """
    def __init__(
        self, kind: SizeKind, value: typing.SupportsFloat | typing.SupportsIndex
    ) -> None: ...
    @property
    def kind(self) -> SizeKind: ...
    @property
    def value(self) -> float: ...

class StreetMenu:
    """
    Sizes of a street: [raises made][size].
    """
    def __init__(
        self,
        *,
        sizes: collections.abc.Sequence[collections.abc.Sequence[BetSize]],
        max_raises: typing.SupportsInt | typing.SupportsIndex,
    ) -> None: ...
    @property
    def max_raises(self) -> int: ...
    @property
    def sizes(self) -> list[list[BetSize]]: ...

class ActionMenu:
    """
    The sizes that a tree offers.
    """
    def __init__(
        self,
        *,
        menus: typing.Annotated[collections.abc.Sequence[StreetMenu], "FixedSize(4)"],
        in_position_menus: typing.Annotated[collections.abc.Sequence[StreetMenu], "FixedSize(4)"],
        multiway_menus: typing.Annotated[collections.abc.Sequence[StreetMenu], "FixedSize(4)"],
        kappa_bet: typing.SupportsFloat | typing.SupportsIndex,
        merge_threshold: typing.SupportsFloat | typing.SupportsIndex,
        all_in: AllInRule,
        kappa_all_in: typing.SupportsFloat | typing.SupportsIndex,
        open_call: bool,
        postflop_max_players: typing.SupportsInt | typing.SupportsIndex,
    ) -> None: ...

class MenuLine:
    """
    A requested size or action and what became of it.
    """
    @property
    def outcome(self) -> SizeOutcome: ...
    @property
    def reason(self) -> str: ...
    @property
    def requested(self) -> str: ...
    @property
    def to(self) -> int: ...

class TreeSize:
    """
    Counts of a tree and its tables.
    """
    @property
    def blocks(self) -> int: ...
    @property
    def checkdown_terminals(self) -> int: ...
    @property
    def decision_nodes(self) -> typing.Annotated[list[int], "FixedSize(4)"]: ...
    @property
    def entries(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def preflop_blocks(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    @property
    def terminals(self) -> int: ...

class PublicTree:
    """
    Betting nodes of a game; no cards.
    """
    @property
    def antes(self) -> typing.Annotated[list[int], "FixedSize(6)"]: ...
    @property
    def chip_parts(self) -> int: ...
    @property
    def dead(self) -> typing.Annotated[list[int], "FixedSize(6)"]: ...
    @property
    def deck(self) -> int: ...
    @property
    def nodes(self) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]:
        """
        All nodes as records, made when first asked for.
        """
    @property
    def num_buckets(self) -> typing.Annotated[list[int], "FixedSize(4)"]: ...
    @property
    def num_players(self) -> int: ...
    @property
    def num_streets(self) -> int: ...
    @property
    def posted(self) -> typing.Annotated[list[int], "FixedSize(6)"]: ...
    @property
    def profile(self) -> RuleProfile: ...
    @property
    def rake(self) -> RakeRule: ...
    @property
    def size(self) -> TreeSize: ...

class NodeRecords:
    """
    The nodes of a tree as records, part by part.
    """
    def __init__(self, tree: PublicTree) -> None: ...
    def __len__(self) -> int: ...
    def part(
        self,
        first: typing.SupportsInt | typing.SupportsIndex,
        count: typing.SupportsInt | typing.SupportsIndex,
    ) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]:
        """
        Records of nodes first..first+count-1, or to the end.
        """

class HandStrength:
    """
    Exact strengths of all hands and boards.
    """
    def __init__(self, threads: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def cut_river(self, cuts: typing.Any) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]:
        """
        Percentile map of the river for given cuts.
        """
    def histogram(
        self, board: typing.Any, num_bins: typing.SupportsInt | typing.SupportsIndex
    ) -> numpy.typing.NDArray[numpy.uint32]:
        """
        Runouts by strength, uint32 (1326, num_bins).
        """
    def moments(self, board: typing.Any) -> tuple:
        """
        Sums of x and x^2 over the runouts, and their number: uint64, uint64, uint32 (1326,).
        """
    def percentile(
        self,
        street: typing.SupportsInt | typing.SupportsIndex,
        num_buckets: typing.SupportsInt | typing.SupportsIndex,
    ) -> tuple:
        """
        Percentile map (boards, 1326) and cuts (num_buckets - 1,) of a street.
        """
    def river(self, board: typing.Any) -> numpy.typing.NDArray[numpy.uint16]:
        """
        x = 2*wins + ties of all hands, uint16 (1326,), 65535 = blocked.
        """
    def rivers(self, boards: typing.Any) -> numpy.typing.NDArray[numpy.uint16]:
        """
        The same of many boards, uint8 (N, 5) -> uint16 (N, 1326).
        """
    def sums(self, power: typing.SupportsInt | typing.SupportsIndex) -> tuple:
        """
        Sums of x^power over the runouts of all canonical flops and turns: uint32 (1755, 1326), (16432, 1326); 0 = blocked.
        """

class BoardClasses:
    """
    Boards that do not share buckets.

    Members:

      none

      suits

      texture
    """

    __members__: typing.ClassVar[dict[str, BoardClasses]]
    none = ...
    suits = ...
    texture = ...
    @typing.overload
    def __eq__(self, other: BoardClasses) -> bool: ...
    @typing.overload
    def __eq__(self, other: typing.Any) -> bool: ...
    def __getstate__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __index__(self) -> int: ...
    def __init__(self, value: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def __int__(self) -> int: ...
    @typing.overload
    def __ne__(self, other: BoardClasses) -> bool: ...
    @typing.overload
    def __ne__(self, other: typing.Any) -> bool: ...
    def __repr__(self) -> str: ...
    def __setstate__(self, state: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def __str__(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...

class NestedSpec:
    """
    How a street is cut into nested buckets.
    """
    def __init__(
        self,
        bins: typing.SupportsInt | typing.SupportsIndex,
        sub_bins: typing.SupportsInt | typing.SupportsIndex,
        classes: BoardClasses,
        equal_mass: bool,
    ) -> None: ...

class ClusteringSpec:
    """
    What a street is clustered into.
    """
    def __init__(
        self,
        street: typing.SupportsInt | typing.SupportsIndex,
        num_buckets: typing.SupportsInt | typing.SupportsIndex,
        seed: typing.SupportsInt | typing.SupportsIndex,
        training_boards: typing.SupportsInt | typing.SupportsIndex,
    ) -> None: ...

class StreetClustering:
    """
    k-means over a street's features.
    """
    def __init__(self, strength: HandStrength, spec: ClusteringSpec) -> None: ...
    def assign(
        self,
        part: typing.SupportsInt | typing.SupportsIndex,
        num_parts: typing.SupportsInt | typing.SupportsIndex,
    ) -> None:
        """
        Assign a part of the points.
        """
    def centroids(self) -> numpy.typing.NDArray[numpy.int16]:
        """
        Centroids, int16 (clusters, features).
        """
    def finish(self) -> tuple[int, int]:
        """
        Inertia and number of empty clusters of the assignment.
        """
    def repair(self) -> None:
        """
        Move the empty clusters' centroids.
        """
    def restore(self, centroids: typing.Any) -> None:
        """
        Go on from centroids.
        """
    def seed_more(self, count: typing.SupportsInt | typing.SupportsIndex) -> int:
        """
        Add up to count first centroids; return how many there are.
        """
    def update(self) -> None:
        """
        Move every centroid to its middle.
        """
    def write_map(
        self,
        part: typing.SupportsInt | typing.SupportsIndex,
        num_parts: typing.SupportsInt | typing.SupportsIndex,
        map: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
        street: typing.SupportsInt | typing.SupportsIndex,
    ) -> int:
        """
        Write a part of the map; return its inertia.
        """

class BucketMap:
    """
    Hand -> bucket maps of all streets.
    """
    @typing.overload
    def __init__(self) -> None:
        """
        No street beyond preflop.
        """
    @typing.overload
    def __init__(
        self,
        flop: typing.Any,
        turn: typing.Any,
        river: typing.Any,
        num_buckets: typing.Annotated[
            collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(3)"
        ],
    ) -> None: ...
    def buckets(self, board: typing.Any) -> numpy.typing.NDArray[numpy.uint16]:
        """
        Buckets of all hands on a board, uint16 (1326,), 65535 = blocked.
        """
    def num_buckets(self, street: typing.SupportsInt | typing.SupportsIndex) -> int:
        """
        Buckets of a street.
        """

class Game:
    """
    A game as the solver sees it.
    """
    @property
    def num_hands(self) -> int:
        """
        Private hands a seat can hold.
        """
    @property
    def tree(self) -> PublicTree:
        """
        The public tree.
        """

class HoldemGame(Game):
    """
    No-limit hold'em on a tree and buckets.
    """
    def __init__(self, tree: PublicTree, buckets: BucketMap) -> None: ...

class KuhnGame(Game):
    """
    Kuhn poker for n players.
    """
    def __init__(self, tree: PublicTree) -> None: ...

class LeducGame(Game):
    """
    Leduc hold'em for n players.
    """
    def __init__(
        self,
        tree: PublicTree,
        num_ranks: typing.SupportsInt | typing.SupportsIndex,
        num_suits: typing.SupportsInt | typing.SupportsIndex,
    ) -> None: ...

class Storage:
    """
    What the tables of a solve hold.

    Members:

      float32

      int16
    """

    __members__: typing.ClassVar[dict[str, Storage]]
    float32 = ...
    int16 = ...
    @typing.overload
    def __eq__(self, other: Storage) -> bool: ...
    @typing.overload
    def __eq__(self, other: typing.Any) -> bool: ...
    def __getstate__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __index__(self) -> int: ...
    def __init__(self, value: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def __int__(self) -> int: ...
    @typing.overload
    def __ne__(self, other: Storage) -> bool: ...
    @typing.overload
    def __ne__(self, other: typing.Any) -> bool: ...
    def __repr__(self) -> str: ...
    def __setstate__(self, state: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def __str__(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...

class Traversal:
    """
    Whose hands a walk carries and what it samples.

    Members:

      vector

      external

      chance
    """

    __members__: typing.ClassVar[dict[str, Traversal]]
    chance = ...
    external = ...
    vector = ...
    @typing.overload
    def __eq__(self, other: Traversal) -> bool: ...
    @typing.overload
    def __eq__(self, other: typing.Any) -> bool: ...
    def __getstate__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __index__(self) -> int: ...
    def __init__(self, value: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def __int__(self) -> int: ...
    @typing.overload
    def __ne__(self, other: Traversal) -> bool: ...
    @typing.overload
    def __ne__(self, other: typing.Any) -> bool: ...
    def __repr__(self) -> str: ...
    def __setstate__(self, state: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def __str__(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...

class Weighting:
    """
    How an iteration weighs.

    Members:

      linear

      linear_avg

      vanilla

      discounted
    """

    __members__: typing.ClassVar[dict[str, Weighting]]
    discounted = ...
    linear = ...
    linear_avg = ...
    vanilla = ...
    @typing.overload
    def __eq__(self, other: Weighting) -> bool: ...
    @typing.overload
    def __eq__(self, other: typing.Any) -> bool: ...
    def __getstate__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __index__(self) -> int: ...
    def __init__(self, value: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def __int__(self) -> int: ...
    @typing.overload
    def __ne__(self, other: Weighting) -> bool: ...
    @typing.overload
    def __ne__(self, other: typing.Any) -> bool: ...
    def __repr__(self) -> str: ...
    def __setstate__(self, state: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def __str__(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...

class Averaging:
    """
    How the average strategy is collected.

    Members:

      simple

      own_reach

      sampled

      weighted

      off
    """

    __members__: typing.ClassVar[dict[str, Averaging]]
    off = ...
    own_reach = ...
    sampled = ...
    simple = ...
    weighted = ...
    @typing.overload
    def __eq__(self, other: Averaging) -> bool: ...
    @typing.overload
    def __eq__(self, other: typing.Any) -> bool: ...
    def __getstate__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __index__(self) -> int: ...
    def __init__(self, value: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def __int__(self) -> int: ...
    @typing.overload
    def __ne__(self, other: Averaging) -> bool: ...
    @typing.overload
    def __ne__(self, other: typing.Any) -> bool: ...
    def __repr__(self) -> str: ...
    def __setstate__(self, state: typing.SupportsInt | typing.SupportsIndex) -> None: ...
    def __str__(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...

class TraversalParams:
    """
    How a walk goes through the tree.
    """
    def __init__(
        self, *, kind: Traversal, min_reach: typing.SupportsFloat | typing.SupportsIndex
    ) -> None: ...

class WeightingParams:
    """
    Weights and discounts of a solve.
    """
    def __init__(
        self,
        *,
        kind: Weighting,
        alpha: typing.SupportsFloat | typing.SupportsIndex,
        beta: typing.SupportsFloat | typing.SupportsIndex,
        gamma: typing.SupportsFloat | typing.SupportsIndex,
        period: typing.SupportsInt | typing.SupportsIndex,
        periods: typing.SupportsInt | typing.SupportsIndex,
        rm_plus: bool,
    ) -> None: ...

class PruningParams:
    """
    What a walk may leave out.
    """
    def __init__(
        self,
        *,
        threshold: typing.SupportsFloat | typing.SupportsIndex,
        after: typing.SupportsInt | typing.SupportsIndex,
        explore: typing.SupportsFloat | typing.SupportsIndex,
    ) -> None: ...

class AveragingParams:
    """
    How and where a solve averages.
    """
    def __init__(
        self,
        *,
        kind: Averaging,
        probability: typing.SupportsFloat | typing.SupportsIndex,
        max_street: typing.SupportsInt | typing.SupportsIndex,
        snapshot_every: typing.SupportsInt | typing.SupportsIndex,
        snapshot_after: typing.SupportsInt | typing.SupportsIndex,
    ) -> None: ...

class SolverParams:
    """
    All that shapes a solve beside the game.
    """
    def __init__(
        self,
        *,
        seed: typing.SupportsInt | typing.SupportsIndex,
        deals_per_board: typing.SupportsInt | typing.SupportsIndex,
        boards_per_batch: typing.SupportsInt | typing.SupportsIndex,
        storage: Storage,
        visit_counts: bool,
        traversal: TraversalParams,
        weighting: WeightingParams,
        pruning: PruningParams,
        averaging: AveragingParams,
        ranges: collections.abc.Sequence[
            collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex]
        ],
    ) -> None: ...

class MonteCarloCfr:
    """
    Deterministic batches of sampled traversals (MCCFR).
    """
    def __init__(self, game: Game, params: SolverParams) -> None: ...
    def advance(
        self,
        target: typing.SupportsInt | typing.SupportsIndex,
        threads: typing.SupportsInt | typing.SupportsIndex,
        seconds: typing.SupportsFloat | typing.SupportsIndex,
    ) -> int:
        """
        Run whole batches to target or until the seconds have passed; returns iterations.
        """
    def load_tables(
        self, arrays: dict, iterations: typing.SupportsInt | typing.SupportsIndex
    ) -> None:
        """
        Copy saved tables in, by the names of tables(); every value must be finite.
        """
    def root_moments(self) -> tuple[int, list[float], list[float]]:
        """
        (boards, sums, sums of squares) of root values per seat in the open window.
        """
    def set_root_moments(
        self,
        num_boards: typing.SupportsInt | typing.SupportsIndex,
        sum: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex],
        sum_squares: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex],
    ) -> None:
        """
        Start a new window of root moments, or go on with a saved one.
        """
    def tables(self) -> dict:
        """
        Read-only views of the tables by name: sums and carries [block, 8], and with int16 codes [block, 8] and exponents [block]; node_visits [decision node], if kept.
        """
    def train_responder(
        self,
        responder: typing.SupportsInt | typing.SupportsIndex,
        strategy: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
    ) -> None:
        """
        Only the responder learns; all others play the strategy table.
        """
    @property
    def iterations(self) -> int: ...
    @property
    def iterations_per_batch(self) -> int: ...
    @property
    def nodes_touched(self) -> int:
        """
        Nodes that walks came to, each time anew, since this was made.
        """

class RootSample:
    """
    What evaluate_root samples.
    """
    def __init__(
        self,
        *,
        seed: typing.SupportsInt | typing.SupportsIndex,
        boards: typing.SupportsInt | typing.SupportsIndex,
        deals_per_board: typing.SupportsInt | typing.SupportsIndex,
        threads: typing.SupportsInt | typing.SupportsIndex,
        seat: typing.SupportsInt | typing.SupportsIndex = -1,
        ranges: collections.abc.Sequence[
            collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex]
        ] = [],
    ) -> None: ...

class FreezeOptions:
    """
    How a strategy becomes codes.
    """
    def __init__(
        self,
        *,
        levels: typing.SupportsInt | typing.SupportsIndex,
        threshold: typing.SupportsFloat | typing.SupportsIndex,
        purify: bool,
    ) -> None: ...

class QuantizationReport:
    """
    Counts and errors of a freeze.
    """
    @property
    def entries(self) -> int: ...
    @property
    def error_max(self) -> float: ...
    @property
    def error_sum(self) -> float: ...
    @property
    def rows(self) -> int: ...
    @property
    def visited(self) -> int: ...

class RowWalk:
    """
    The decision nodes in table order, piece by piece.
    """
    def __init__(self, tree: PublicTree) -> None: ...
    def next(self, num_blocks: typing.SupportsInt | typing.SupportsIndex) -> tuple:
        """
        (nodes, begin, end) of the next piece: it owns the blocks begin .. end - 1, num_blocks of them or as many as its last node needs; no nodes at the end.
        """

class Mapping(enum.IntEnum):
    """
    How a size between two of the tree is read.
    """

    Expected = ...
    Sampled = ...

class ClassNotOpenError(Exception):
    pass

class Server:
    """
    Answers packed rows from frozen policies.
    """
    def __init__(
        self, buckets: BucketMap, policies: tuple, deck: typing.SupportsInt | typing.SupportsIndex
    ) -> None: ...
    def act(
        self,
        rows: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
        uniforms: numpy.typing.NDArray[numpy.float64],
        mapping: Mapping,
        out: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
    ) -> None:
        """
        Answers rows [n] into out [n].
        """
    def probabilities(
        self,
        rows: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
        taken: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
        out: numpy.typing.NDArray[numpy.float32],
    ) -> None:
        """
        Probability given to the actions taken [n] at rows [n], into out [n].
        """
    def read(
        self, row: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]], mapping: Mapping
    ) -> tuple:
        """
        (answer, actions, strategy [1326, actions], parts) at the public state of a row [1].
        """
    def strategy(
        self, row: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]], mapping: Mapping
    ) -> tuple:
        """
        (status, reason, strategy [1326, actions]) at the public state of a row [1].
        """

class LabExtensiveGame:
    """
    The histories of a small game.
    """
    def __init__(self, lists: dict) -> None: ...
    @property
    def action(self) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]: ...
    @property
    def action_label(self) -> list[str]: ...
    @property
    def chance(self) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]: ...
    @property
    def infoset(self) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]: ...
    @property
    def infoset_label(self) -> list[str]: ...
    @property
    def infoset_player(self) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]: ...
    @property
    def num_actions(self) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]: ...
    @property
    def num_players(self) -> int: ...
    @property
    def parent(self) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]: ...
    @property
    def payoff(self) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]: ...
    @property
    def player(self) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]: ...

class LabSequenceGame:
    """
    A game as the full-width solver sees it.
    """
    def __init__(self, game: LabExtensiveGame) -> None: ...
    @property
    def action_label(self) -> list[str]: ...
    @property
    def infoset_label(self) -> list[str]: ...
    @property
    def infoset_player(self) -> list[int]: ...
    @property
    def num_actions(self) -> list[int]: ...
    @property
    def num_entries(self) -> int: ...
    @property
    def num_players(self) -> int: ...
    @property
    def num_terms(self) -> int: ...

class LabFullWidth:
    """
    Full-width CFR on a game in sequence form.
    """
    def __init__(
        self,
        game: LabSequenceGame,
        *,
        floored: bool,
        predictive: bool,
        simultaneous: bool,
        track_sums: bool,
    ) -> None: ...
    def overall_regret(self, player: typing.SupportsInt | typing.SupportsIndex) -> float:
        """
        Average regret against the best fixed strategy in hindsight.
        """
    def restore(
        self,
        regret: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
        average: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
        strategy: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
        iterations: typing.SupportsInt | typing.SupportsIndex,
    ) -> None:
        """
        Go on from saved tables.
        """
    def run(self, coefficients: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]) -> None:
        """
        One iteration a row [iteration, 5].
        """
    @property
    def average(self) -> numpy.typing.NDArray[numpy.float64]: ...
    @property
    def average_strategy(self) -> numpy.typing.NDArray[numpy.float64]: ...
    @property
    def iterations(self) -> int: ...
    @property
    def regret(self) -> numpy.typing.NDArray[numpy.float64]: ...
    @property
    def strategy(self) -> numpy.typing.NDArray[numpy.float64]: ...

class LabEvaluator:
    """
    Exact values of strategy profiles.
    """
    def __init__(self, game: LabSequenceGame) -> None: ...
    def best_response(
        self,
        player: typing.SupportsInt | typing.SupportsIndex,
        out: typing.Annotated[numpy.typing.ArrayLike, numpy.float64],
    ) -> float:
        """
        Writes the player's entries; returns the value.
        """
    def gradient(
        self, player: typing.SupportsInt | typing.SupportsIndex
    ) -> numpy.typing.NDArray[numpy.float64]:
        """
        Payoffs per own sequence against the others' reach.
        """
    def set_strategy(self, strategy: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]) -> None:
        """
        Flat weights of all entries.
        """
    def values(self) -> tuple[list[float], list[float]]:
        """
        (value, best response value) of each player.
        """

class LabSampled:
    """
    Monte Carlo CFR on the histories of a game.
    """
    def __init__(
        self,
        game: LabExtensiveGame,
        scheme: typing.SupportsInt | typing.SupportsIndex,
        seed: typing.SupportsInt | typing.SupportsIndex,
        exploration: typing.SupportsFloat | typing.SupportsIndex,
    ) -> None: ...
    def restore(
        self,
        regret: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
        average: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
        iterations: typing.SupportsInt | typing.SupportsIndex,
    ) -> None:
        """
        Go on from saved tables.
        """
    def run(self, count: typing.SupportsInt | typing.SupportsIndex) -> None:
        """
        So many iterations more.
        """
    def sample_increments(
        self,
        traverser: typing.SupportsInt | typing.SupportsIndex,
        first: typing.SupportsInt | typing.SupportsIndex,
        count: typing.SupportsInt | typing.SupportsIndex,
    ) -> numpy.typing.NDArray[numpy.float64]:
        """
        Sum of regret increments of walks at frozen regrets.
        """
    @property
    def average(self) -> numpy.typing.NDArray[numpy.float64]: ...
    @property
    def iterations(self) -> int: ...
    @property
    def regret(self) -> numpy.typing.NDArray[numpy.float64]: ...

def active_isa() -> str:
    """
    Name of the instruction-set path in use.
    """

def add_in_order(
    sums: numpy.typing.NDArray[numpy.float32], increments: numpy.typing.NDArray[numpy.float32]
) -> None:
    """
    Add the rows of increments one after another, as plain float32.
    """

def add_in_order_coded(
    codes: numpy.typing.NDArray[numpy.int16],
    exponent: typing.SupportsInt | typing.SupportsIndex,
    increments: numpy.typing.NDArray[numpy.float32],
    noise: typing.SupportsInt | typing.SupportsIndex,
) -> int:
    """
    The same to 16-bit codes of one group; returns the new exponent.
    """

def add_in_order_compensated(
    sums: numpy.typing.NDArray[numpy.float32],
    carries: numpy.typing.NDArray[numpy.float32],
    increments: numpy.typing.NDArray[numpy.float32],
) -> None:
    """
    The same, keeping each sum's rounding error in a carry.
    """

def available_isas() -> list[str]:
    """
    Names of the instruction-set paths that can run here, slowest first.
    """

def board_class(classes: BoardClasses, board: typing.Any) -> int:
    """
    Class of a board of 3-5 cards.
    """

def board_weights(boards: typing.Any, weights: typing.Any) -> numpy.typing.NDArray[numpy.float64]:
    """
    Weight that a hand beats, that beats it, that it can meet, float64 (3, boards, 1326).
    """

def bucket_masses(
    map: BucketMap,
    street: typing.SupportsInt | typing.SupportsIndex,
    threads: typing.SupportsInt | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.uint64]:
    """
    Weight of every bucket of a street, uint64 (num_buckets,).
    """

def build_tree(
    rules: BettingRules,
    menu: ActionMenu,
    num_buckets: typing.Annotated[
        collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(4)"
    ],
    deck: typing.SupportsInt | typing.SupportsIndex,
) -> PublicTree:
    """
    The public tree; rows for num_buckets per street.
    """

def canonical_boards(street: typing.SupportsInt | typing.SupportsIndex) -> tuple:
    """
    Canonical boards of street 1..3 and their weights: uint8 (B, cards), uint32 (B,).
    """

def canonical_id(board: typing.Any) -> tuple[int, int]:
    """
    Canonical index of a board and the suit permutation that leads to it.
    """

def cluster_strength(
    board: typing.Any, clusters: typing.Any, num_clusters: typing.SupportsInt | typing.SupportsIndex
) -> tuple:
    """
    2*wins + ties against each cluster, and its size: uint16 (1326, num_clusters).
    """

def component_digests() -> dict[str, str]:
    """
    Digests of the native sources that this module was built of, by component.
    """

def count_tree(
    rules: BettingRules,
    menu: ActionMenu,
    num_buckets: typing.Annotated[
        collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(4)"
    ],
    limit_bytes: typing.SupportsInt | typing.SupportsIndex,
) -> TreeSize:
    """
    Counts without storing; 0 = no limit.
    """

def deals_of(
    game: Game,
    ranges: collections.abc.Sequence[
        collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex]
    ],
    seed: typing.SupportsInt | typing.SupportsIndex,
    board: typing.SupportsInt | typing.SupportsIndex,
    num_deals: typing.SupportsInt | typing.SupportsIndex,
) -> tuple:
    """
    (hands [deal, seat], strengths [hand], 0 = blocked by the board) that a solve deals on a board; ranges: weights [seat][hand], empty for uniform deals.
    """

def dense_ranks(values: typing.Any) -> numpy.typing.NDArray[numpy.uint16]:
    """
    Dense ranks of such values, uint32 (N,) -> uint16 (N,).
    """

def disjoint_weights(board: typing.Any, weights: typing.Any) -> numpy.typing.NDArray[numpy.float64]:
    """
    Weight of the hands that share no card with each hand, float64 (1326,).
    """

def equity(
    ranges: collections.abc.Sequence[typing.Any],
    board: typing.Any,
    max_work: typing.SupportsFloat | typing.SupportsIndex,
    seed: typing.SupportsInt | typing.SupportsIndex,
    num_samples: typing.SupportsInt | typing.SupportsIndex,
) -> tuple:
    """
    (win, tie, share) of each seat, weight of all, standard errors (none when exact).
    """

def evaluate(cards: typing.Any) -> numpy.typing.NDArray[numpy.uint16]:
    """
    Dense ranks of hands, uint8 (N, 5|6|7) -> uint16 (N,).
    """

def evaluate_pair_game(
    tree: PublicTree,
    weight: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
    win: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
    tie: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
    strategy: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
) -> tuple:
    """
    (values, best-response values) of the two seats, exact, in chips per hand.
    """

def evaluate_planes(
    planes: typing.Any, num_cards: typing.SupportsInt | typing.SupportsIndex
) -> numpy.typing.NDArray[numpy.uint32]:
    """
    Values of hands in the order of their ranks, uint16 (4, N) -> uint32 (N,).
    """

def evaluate_root(
    game: Game,
    own_table: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
    opponent_table: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
    sample: RootSample,
) -> tuple:
    """
    (mean, standard error, board means) of each seat's root value, chips per hand.
    """

def evaluator_tables() -> dict:
    """
    The evaluator's tables as arrays.
    """

def explain(state: BettingState, menu: ActionMenu) -> list[MenuLine]:
    """
    Each requested size at a state and what became of it.
    """

def fast_hand_actions(hand: typing.Any) -> list:
    """
    (seat, kind, total) of each action of a FastHand.
    """

def hand_cards() -> numpy.typing.NDArray[numpy.uint8]:
    """
    Cards of every hand, uint8 (1326, 2), lower first.
    """

def hand_classes(
    buckets: collections.abc.Sequence[
        collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]
    ],
    num_buckets: typing.Annotated[
        collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(4)"
    ],
    strength: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    masks: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    deals: collections.abc.Sequence[
        collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]
    ],
) -> tuple:
    """
    Slot tables by street, and weights of every traverser of every deal by street.
    """

def kuhn_tree(num_players: typing.SupportsInt | typing.SupportsIndex) -> PublicTree:
    """
    Kuhn poker for 2..6 players.
    """

def lab_goofspiel(cards: typing.SupportsInt | typing.SupportsIndex) -> LabExtensiveGame:
    """
    Goofspiel, prizes falling, sealed bids.
    """

def lab_liars_dice(sides: typing.SupportsInt | typing.SupportsIndex) -> LabExtensiveGame:
    """
    Liar's dice, one die each.
    """

def lab_match_regrets(
    regrets: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
) -> numpy.typing.NDArray[numpy.float64]:
    """
    Regret matching of rows [action, infoset].
    """

def lab_no_limit_tree(
    num_streets: typing.SupportsInt | typing.SupportsIndex,
    ante: typing.SupportsInt | typing.SupportsIndex,
    stack: typing.SupportsInt | typing.SupportsIndex,
    bet_fractions: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex],
    raise_fractions: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex],
) -> PublicTree:
    """
    No-limit betting of toy games and endgames.
    """

def lab_pair_poker_game(
    tree: PublicTree,
    names: collections.abc.Sequence[str],
    weight: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
    win: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
    tie: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
) -> LabExtensiveGame:
    """
    Two-player preflop game of pairs of hands.
    """

def lab_play_hands(
    game: LabExtensiveGame,
    strategy: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]],
    seed: typing.SupportsInt | typing.SupportsIndex,
    first: typing.SupportsInt | typing.SupportsIndex,
    count: typing.SupportsInt | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.float64]:
    """
    Payoffs of sampled hands [hand, player].
    """

def lab_poker_game(
    tree: PublicTree,
    rank: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    copies: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    names: collections.abc.Sequence[str],
    no_limit_labels: bool,
) -> LabExtensiveGame:
    """
    Kuhn, Leduc and the like on a public tree.
    """

def lab_river_game(
    tree: PublicTree,
    board: typing.Annotated[
        collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(5)"
    ],
    range0: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex],
    range1: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex],
) -> LabSequenceGame:
    """
    A river endgame of two ranges.
    """

def leduc_tree(
    num_players: typing.SupportsInt | typing.SupportsIndex,
    num_ranks: typing.SupportsInt | typing.SupportsIndex,
    ante: typing.SupportsInt | typing.SupportsIndex,
    bets: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    max_raises: typing.SupportsInt | typing.SupportsIndex,
) -> PublicTree:
    """
    Leduc hold'em; buckets are own rank, then own and board rank.
    """

def mass_code(mass: typing.SupportsFloat | typing.SupportsIndex) -> int:
    """
    8-bit log2 code of a row's mass.
    """

def nested_map(
    strength: HandStrength, street: typing.SupportsInt | typing.SupportsIndex, spec: NestedSpec
) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]:
    """
    Nested map (boards, 1326) of a street.
    """

def opponent_features(board: typing.Any, groups: typing.Any) -> numpy.typing.NDArray[numpy.int16]:
    """
    HS*1980 against each group, int16 (1326, 8).
    """

def opponent_groups(
    strength: HandStrength, seed: typing.SupportsInt | typing.SupportsIndex
) -> numpy.typing.NDArray[numpy.uint8]:
    """
    Group of each preflop class, uint8 (169,).
    """

def pack_fast_hands(
    hands: collections.abc.Sequence, rows: numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]
) -> tuple:
    """
    Packs FastHands into rows of zeros [hand]; (street chips, stacks) of the acting seats.
    """

def pack_rows(
    keys: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    row_shift: typing.SupportsInt | typing.SupportsIndex,
) -> tuple[list[int], int]:
    """
    First-fit displacements of the rows of sparse keys.
    """

def permuted_hands() -> numpy.typing.NDArray[numpy.uint16]:
    """
    Hands with permuted suits, uint16 (24, 1326).
    """

def philox4x32(
    counter: typing.Annotated[
        collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(4)"
    ],
    key: typing.Annotated[
        collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(2)"
    ],
) -> typing.Annotated[list[int], "FixedSize(4)"]:
    """
    Philox4x32-10 block of a counter (4 words) under a key (2 words).
    """

def potential(strength: HandStrength, street: typing.SupportsInt | typing.SupportsIndex) -> tuple:
    """
    e1 and e2 of flops or turns, (boards, 1456) in lanes, and their scales.
    """

def potential_features(
    strength: HandStrength, board: typing.Any
) -> numpy.typing.NDArray[numpy.uint8]:
    """
    Features of all hands on a flop or turn, uint8 (1326, 64 or 32).
    """

def preflop_classes() -> numpy.typing.NDArray[numpy.uint8]:
    """
    Preflop class of every hand, uint8 (1326,).
    """

def preflop_equity() -> numpy.typing.NDArray[numpy.int64]:
    """
    Win, tie and lose counts of the preflop classes, int64 (169, 169, 3).
    """

def preflop_hands(
    hand: typing.SupportsInt | typing.SupportsIndex,
    opponent: typing.SupportsInt | typing.SupportsIndex,
) -> tuple[int, int, int]:
    """
    Win, tie and lose counts of one hand against another.
    """

def preflop_pair_counts() -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]:
    """
    Disjoint pairs of hands of two preflop classes, int32 (169, 169).
    """

def pseudo_harmonic(
    x: typing.SupportsFloat | typing.SupportsIndex,
    a: typing.SupportsFloat | typing.SupportsIndex,
    b: typing.SupportsFloat | typing.SupportsIndex,
) -> float:
    """
    Probability that a size x between a and b is read as a.
    """

def quantize_rows(
    tree: PublicTree,
    cum_strategy: numpy.typing.NDArray[numpy.float32],
    cum_regret: numpy.typing.NDArray[numpy.float32],
    nodes: numpy.typing.NDArray[numpy.uint32],
    options: FreezeOptions,
) -> tuple:
    """
    (prob, mass, report) of decision nodes that lie one after another in the tables.
    """

def raise_to_chips(
    state: BettingState, pot_frac: typing.SupportsFloat | typing.SupportsIndex
) -> int:
    """
    A fraction of the pot after the call as a legal total of a real state.
    """

def read_boards(map: BucketMap, boards: typing.Any) -> int:
    """
    Read the buckets of boards (n, 3..5) in native code; return a checksum.
    """

def river_bucket_strengths(
    map: BucketMap, strength: HandStrength, threads: typing.SupportsInt | typing.SupportsIndex
) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]:
    """
    Weight of every river bucket and strength, uint64 (num_buckets, 1981).
    """

def river_lanes(boards: typing.Any) -> numpy.typing.NDArray[numpy.uint16]:
    """
    Dense ranks of all hands on boards by lane slot, uint8 (N, 5) -> uint16 (N, 1456); lanes that are no hand or blocked hold anything.
    """

def river_order(board: typing.Any) -> numpy.typing.NDArray[numpy.uint16]:
    """
    Hands that a board of five leaves, weakest first, uint8 (5,) -> uint16 (1081,).
    """

def river_ranks(boards: typing.Any) -> numpy.typing.NDArray[numpy.uint16]:
    """
    Dense ranks of all hands on boards, uint8 (N, 5) -> uint16 (N, 1326), 0 = blocked.
    """

def row_index(tree: PublicTree) -> tuple:
    """
    (nodes, first_block, first_group) of the decision nodes in table order.
    """

def set_active_isa(name: str) -> None:
    """
    Choose the instruction-set path: baseline, avx2 or avx512.
    """

def settle(
    rules: BettingRules,
    committed: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    live_mask: typing.SupportsInt | typing.SupportsIndex,
    strength: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    saw_flop: bool,
) -> list[int]:
    """
    Net chips of every seat; strength is [seat], larger wins; the sum is -rake.
    """

def settle_seat(
    rules: BettingRules,
    committed: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    live_mask: typing.SupportsInt | typing.SupportsIndex,
    strength: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    saw_flop: bool,
    seat: typing.SupportsInt | typing.SupportsIndex,
) -> int:
    """
    settle(..)[seat] of a live seat by the quicker path that the solver takes.
    """

def seven_card_totals() -> tuple[int, int]:
    """
    Number of all seven-card hands and the sum of their dense ranks.
    """

def showdown(board: typing.Any, weights: typing.Any) -> numpy.typing.NDArray[numpy.float64]:
    """
    Weight that each hand beats minus the weight that beats it, float64 (1326,).
    """

def side_pots(
    rules: BettingRules,
    committed: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex],
    live_mask: typing.SupportsInt | typing.SupportsIndex,
) -> list[tuple[int, int]]:
    """
    (chips, mask of contending seats) of every pot, main pot first, before rake.
    """

def strength_spread(
    map: BucketMap,
    strength: HandStrength,
    street: typing.SupportsInt | typing.SupportsIndex,
    moment: typing.SupportsInt | typing.SupportsIndex,
) -> tuple:
    """
    Weight, sum, square (in 65535ths), least and most of each bucket's values.
    """

def suit_permutations() -> numpy.typing.NDArray[numpy.uint8]:
    """
    The 24 suit permutations, uint8 (24, 4).
    """

def suit_planes(cards: typing.Any) -> numpy.typing.NDArray[numpy.uint16]:
    """
    Rank masks of hands by suit, uint8 (N, 5|6|7) -> uint16 (4, N).
    """

def sums_of_codes(
    codes: numpy.typing.NDArray[numpy.int16],
    exponents: numpy.typing.NDArray[numpy.int8],
    out: numpy.typing.NDArray[numpy.float32],
) -> None:
    """
    The sums of int16 codes [block, 8] with an exponent a block, into out.
    """

def transition_weights(
    map: BucketMap,
    street: typing.SupportsInt | typing.SupportsIndex,
    stride: typing.SupportsInt | typing.SupportsIndex,
    threads: typing.SupportsInt | typing.SupportsIndex,
) -> numpy.ndarray[typing.Any, numpy.dtype[typing.Any]]:
    """
    Weight from each bucket to each of the next street, uint64.
    """

NODE_BYTES: int
