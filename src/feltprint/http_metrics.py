"""What a running server counts: rows by status, responses by code, and a histogram of latencies.

All of it has a fixed size. Latencies fall into bins whose bounds grow by a quarter octave, so a
quantile is right to 19 %.
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltprint.adapters.rows import Status, status_name

BINS_PER_OCTAVE = 4
SHORTEST_S = 1e-6
NUM_BINS = 32 * BINS_PER_OCTAVE  # up to 71 minutes
QUANTILES = (0.5, 0.9, 0.99)


class Metrics:
    """Counters of one server. Threads: any number may add."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rows = np.zeros(len(Status), dtype=np.int64)
        self._codes: Counter[int] = Counter()
        self._bins = np.zeros(NUM_BINS, dtype=np.int64)

    def add_rows(self, status: NDArray[np.uint8]) -> None:
        """Count answered rows by status."""
        counts = np.bincount(status, minlength=len(Status))
        with self._lock:
            self._rows += counts

    def add_response(self, code: int, seconds: float) -> None:
        """Count one response."""
        place = BINS_PER_OCTAVE * math.log2(max(seconds, SHORTEST_S) / SHORTEST_S)
        with self._lock:
            self._codes[code] += 1
            self._bins[min(int(place), NUM_BINS - 1)] += 1

    def as_json(self) -> dict[str, Any]:
        """rows: count by status; responses: count by code; latency_s: upper bound by quantile."""
        with self._lock:
            rows, codes, bins = self._rows.tolist(), dict(self._codes), self._bins.cumsum()
        return {
            "rows": {status_name(status): rows[status] for status in Status},
            "responses": {str(code): codes[code] for code in sorted(codes)},
            "latency_s": {str(q): _quantile(bins, q) for q in QUANTILES},
        }


def _quantile(cumulative: NDArray[np.int64], quantile: float) -> float | None:
    total = int(cumulative[-1])
    if total == 0:
        return None
    place = int(np.searchsorted(cumulative, math.ceil(quantile * total)))
    return float(SHORTEST_S * 2.0 ** ((place + 1) / BINS_PER_OCTAVE))
