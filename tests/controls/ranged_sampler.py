"""A deal sampler in plain Python: right, or drawing only the seat again whose hand collides.

The broken twin is the obvious shortcut: it favours hands that few hands of the others block.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence


def deals(
    ranges: Sequence[Sequence[float]], masks: Sequence[int], seed: int, *, redraw_seat: bool
) -> Iterator[tuple[int, ...]]:
    """Hands of one deal after another; `masks` are the cards of each hand, as bits."""
    source = random.Random(seed)
    held = [[hand for hand, weight in enumerate(weights) if weight] for weights in ranges]
    shares = [[weights[hand] for hand in own] for weights, own in zip(ranges, held, strict=True)]
    while True:
        used, hands = 0, []
        for own, weights in zip(held, shares, strict=True):
            (hand,) = source.choices(own, weights)
            while redraw_seat and masks[hand] & used:
                (hand,) = source.choices(own, weights)
            if masks[hand] & used:
                break
            used |= masks[hand]
            hands.append(hand)
        if len(hands) == len(ranges):
            yield tuple(hands)
