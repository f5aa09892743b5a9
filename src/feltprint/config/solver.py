"""The `solver` section: the random stream, the budget, the shape of a batch, and the method.

Every field shapes the result. Threads, memory and cadence do not and are not here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from feltprint.config.base import Model
from feltprint.config.gain import GainConfig
from feltprint.ranges import parse_range


def _check_range(text: str) -> str:
    parse_range(text)
    return text


RangeText = Annotated[str, AfterValidator(_check_range)]
Exponent = Annotated[float, Field(ge=0, le=10, multiple_of=0.5)]
WeightingName = Literal["linear", "linear_avg", "vanilla", "discounted"]
AveragingName = Literal["simple", "own_reach", "sampled", "weighted", "off"]
TraversalName = Literal["vector", "external", "chance"]
StorageName = Literal["float32", "int16"]
AnswerName = Literal["average", "final"]


class TraversalConfig(Model):
    """Whose hands a walk carries, and what is sampled beside the deal.

    `vector` learns most for its time in hold'em. The others carry one hand a seat: `external` for
    games with few hands and for comparisons with other programs, `chance` for small trees.
    """

    kind: TraversalName = Field(
        default="vector",
        description="vector: all hands of the traverser, opponents' actions sampled; external: its "
        "dealt hand, opponents' actions sampled; chance: the dealt hand, all actions walked.",
    )
    min_reach: float = Field(
        default=1e-7,
        ge=0,
        lt=1,
        description="chance: branches that the opponents reach with at most this probability are "
        "left out, 0 to 1.",
    )


class WeightingConfig(Model):
    """How iterations weigh. At the end of period k = 1, 2, .. `discounted` multiplies all sums.

    Use `linear` for hold'em; the others are for comparisons and for runs whose early iterations
    are to be forgotten faster.
    """

    kind: WeightingName = Field(
        default="linear",
        description="Weight of iteration t on regrets and on the average: t and t (linear), 1 and "
        "t (linear_avg), 1 and 1 (vanilla), or 1 and 1 with sums discounted by period "
        "(discounted).",
    )
    alpha: Exponent = Field(
        default=1.0,
        description="After period k positive regrets are multiplied by k^alpha / (k^alpha + 1); a "
        "number, no unit. Only for discounted, like the four below.",
    )
    beta: Annotated[float, Field(ge=-10, le=10, multiple_of=0.5)] = Field(
        default=1.0, description="The same for negative regrets; a number, no unit."
    )
    gamma: Exponent = Field(
        default=1.0,
        description="After period k averages are multiplied by (k / (k + 1))^gamma; a number, no "
        "unit.",
    )
    period: int = Field(default=10_000, ge=1, description="Length of a period, in iterations.")
    periods: int = Field(
        default=40, ge=0, description="Periods after which nothing is discounted, in periods."
    )
    rm_plus: bool = Field(
        default=False,
        description="Set regrets below 0 to 0 at the end of every batch (regret matching plus); "
        "true or false. With sampling it learns more slowly; for comparisons.",
    )


class PruningConfig(Model):
    """Regret-based pruning: walks leave out actions that are far from being played.

    Never left out: actions on the last street, actions that end the hand, and everything on a
    share of the deals. For long runs of large trees.
    """

    threshold: float | None = Field(
        default=None,
        gt=0,
        description="An action is left out where the regret of every bucket that the board allows "
        "is below minus this, in chips x iterations of one hand at the weight of the newest "
        "iteration; null never leaves one out.",
    )
    after: int = Field(
        default=0, ge=0, description="Iterations before the first pruning, in iterations."
    )
    explore: float = Field(
        default=0.05, ge=0, le=1, description="Share of the deals that are walked in full, 0 to 1."
    )


class AveragingConfig(Model):
    """How the average strategy is collected.

    With `max_street` below 3 the later streets have the average of snapshots of the current
    strategy, or, without snapshots, the last current strategy.
    """

    method: AveragingName = Field(
        default="simple",
        description="simple: at every opponent's node on a walk, free, exact for two players; "
        "own_reach: walks of their own by the seat's reach against a fixed distribution; sampled: "
        "walks of the dealt hand with own actions sampled, against all actions of the others; "
        "weighted: the same with all own actions; these three are exact for any number of players; "
        "off: no average.",
    )
    probability: float = Field(
        default=0.2,
        gt=0,
        le=1,
        description="own_reach, sampled, weighted: share of the deals with a walk for a seat, "
        "above 0, at most 1; 0.02 is usual for sampled.",
    )
    max_street: int = Field(
        default=3,
        ge=0,
        le=3,
        description="The last street that is averaged so (0 preflop .. 3 river).",
    )
    snapshot_every: int | None = Field(
        default=None,
        ge=1,
        description="Iterations between snapshots of the streets after max_street, which are "
        "averaged with equal weights, in iterations; null takes none.",
    )
    snapshot_after: int = Field(
        default=0, ge=0, description="Iterations before the first snapshot, in iterations."
    )


class SolverConfig(Model):
    """How one stack class is solved. An iteration is one traversal per seat on one deal."""

    seed: int = Field(
        default=1, ge=0, le=2**32 - 1, description="Key of the random stream; a number, no unit."
    )
    iterations: int = Field(
        default=100_000,
        ge=1,
        description="Budget in iterations; a run ends at the first batch boundary at or after it.",
    )
    deals_per_board: int = Field(
        default=16,
        ge=1,
        le=16,
        description="Deals sampled on each board, in deals; they share the work on the board.",
    )
    boards_per_batch: int = Field(
        default=2,
        ge=1,
        le=1024,
        description="Boards in one batch, in boards; a batch reads the tables of its start. No "
        "more threads than this traverse at once.",
    )
    snapshots: bool = Field(
        default=False,
        description="Keep the average strategy at every mark of the curve (1, 2, 3, 4, 6, 8, .. "
        "batches) in the state; true or false. For games of a few kilobytes, such as push-fold.",
    )
    storage: StorageName = Field(
        default="float32",
        description="Entries of both tables after the preflop: float32, or int16 with a scale for "
        "each group of eight rows, half the memory for trees that do not fit otherwise.",
    )
    visit_counts: bool = Field(
        default=False,
        description="Count for each node the boards on which a traverser acted there, 4 bytes a "
        "node in the state; true or false.",
    )
    traversal: TraversalConfig = Field(
        default_factory=TraversalConfig, description="How a walk goes through the tree."
    )
    ranges: tuple[RangeText, ...] | None = Field(
        default=None,
        min_length=2,
        max_length=6,
        description="Hands that each seat may hold, one range a seat, such as 22+,A2s+,KTo:0.5: a "
        "deal is as likely as the product of its weights. Null: every hand. Only for hold'em.",
    )
    weighting: WeightingConfig = Field(
        default_factory=WeightingConfig, description="How iterations weigh."
    )
    pruning: PruningConfig = Field(
        default_factory=PruningConfig, description="What walks may leave out."
    )
    averaging: AveragingConfig = Field(
        default_factory=AveragingConfig, description="How the average strategy is collected."
    )
    gain: GainConfig = Field(
        default_factory=GainConfig, description="Judging while solving, and when to stop."
    )
    answer: AnswerName = Field(
        default="average",
        description="The strategy that is frozen: the average, or the final current strategy "
        "(without a guarantee; for comparisons).",
    )

    @model_validator(mode="after")
    def _check_marks(self) -> SolverConfig:
        if self.gain.marks and self.gain.marks[-1] > self.iterations:
            raise ValueError(
                f"gain.marks: found {self.gain.marks[-1]}; allowed: at most iterations, "
                f"{self.iterations}"
            )
        return self
