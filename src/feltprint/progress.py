"""Progress for people and for programs: a live bar, plain lines, or a JSON-lines file.

On a terminal one line is redrawn with a bar and the time left; anywhere else a plain line is
printed every few seconds. `progress.jsonl` is append-only, so it keeps the history of a job over
kills and restarts. Nothing here reaches an artifact.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol, TextIO

BAR_WIDTH = 24
REDRAW_SECONDS = 0.2


class OnProgress(Protocol):
    """What long work calls: items done, items in all, and figures worth showing."""

    def __call__(self, done: int, total: int, info: Mapping[str, Any]) -> None: ...


class Progress:
    """Shows the progress of one piece of work; give the object as `on_progress`.

    Parameters
    ----------
    label
        What is being done, such as `solve 6max-lite/40bb`.
    stream
        Where to show it; None shows nothing.
    seconds
        Time between two plain lines, and between two lines of the file.
    path
        The JSON-lines file to append to; None writes none. Its folder must exist.
    drift_of
        Names of figures, lists of numbers, whose change since the last line goes with them.
    clock
        Monotonic seconds; replaced in tests.
    """

    def __init__(
        self,
        label: str,
        stream: TextIO | None,
        *,
        seconds: float = 10.0,
        path: Path | None = None,
        drift_of: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        # lizard forgives: keyword-only, what one display of progress is told.
        self._label = label
        self._stream = stream
        self._live = stream is not None and stream.isatty()
        self._seconds = seconds
        self._path = path
        self._drift_of = drift_of
        self._last: dict[str, Mapping[str, Any]] = {"line": {}, "file": {}}
        self._clock = clock
        self._started = clock()
        self._first: tuple[float, int] | None = None
        self._shown_at: float | None = None
        self._written_at: float | None = None
        self._line_open = False

    def __call__(self, done: int, total: int, info: Mapping[str, Any]) -> None:
        """Show and record, unless the last time was a moment ago. The end is always shown."""
        now = self._clock()
        if self._first is None:
            self._first = (now, done)
        ended = done >= total
        pause = REDRAW_SECONDS if self._live else self._seconds
        if ended or self._shown_at is None or now - self._shown_at >= pause:
            self._shown_at = now
            self._show(self.text(done, total, self._with_drift("line", info), now), ended)
        if ended or self._written_at is None or now - self._written_at >= self._seconds:
            self._written_at = now
            self._append(done, total, self._with_drift("file", info), now)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the live line, so that the next output starts on its own."""
        if self._line_open and self._stream is not None:
            self._stream.write("\n")
            self._stream.flush()
            self._line_open = False

    def _with_drift(self, where: str, info: Mapping[str, Any]) -> Mapping[str, Any]:
        """The figures, and by how much some have changed since the last time there."""
        last = self._last[where]
        drifts = {
            f"{name}_drift": [new - old for new, old in zip(info[name], last[name], strict=True)]
            for name in self._drift_of
            if name in info and name in last
        }
        self._last[where] = {**last, **info}
        return {**info, **drifts}

    def text(self, done: int, total: int, info: Mapping[str, Any], now: float) -> str:
        """One line: share, counts, figures, time passed and time left."""
        share = min(done / total, 1.0) if total > 0 else 1.0
        parts = [f"{self._label} {share:4.0%}", f"{done:,}/{total:,}"]
        speed = self._per_second(done, now)
        if speed is not None:
            parts.append(f"{speed:,.3g}/s" if speed < 100 else f"{speed:,.0f}/s")
        parts += [f"{name} {_figure(value)}" for name, value in info.items()]
        parts.append(duration(now - self._started))
        left = self._seconds_left(done, total, now)
        if left is not None:
            parts.append(f"{duration(left)} left")
        if self._live:
            filled = round(share * BAR_WIDTH)
            parts.insert(1, f"[{'#' * filled}{'.' * (BAR_WIDTH - filled)}]")
        return "  ".join(parts)

    def _seconds_left(self, done: int, total: int, now: float) -> float | None:
        """Time left at the speed since the first call, which a resumed run does not distort."""
        speed = self._per_second(done, now)
        return (total - done) / speed if speed is not None and done < total else None

    def _per_second(self, done: int, now: float) -> float | None:
        """Items a second since the first call; None before there are any."""
        since, first_done = self._first if self._first is not None else (now, done)
        return (done - first_done) / (now - since) if done > first_done and now > since else None

    def _show(self, text: str, ended: bool) -> None:
        if self._stream is None:
            return
        if self._live:
            self._stream.write(f"\r\x1b[2K{text}")
            self._line_open = True
            if ended:
                self.close()
        else:
            self._stream.write(text + "\n")
        self._stream.flush()

    def _append(self, done: int, total: int, info: Mapping[str, Any], now: float) -> None:
        if self._path is None:
            return
        record = {
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "done": done,
            "total": total,
            "seconds": round(now - self._started, 3),
            "per_second": self._per_second(done, now),
            **info,
        }
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record, default=str) + "\n")


def duration(seconds: float) -> str:
    """Write seconds as `42s`, `3m05s`, `2h10m` or `4d03h`."""
    whole = max(0, round(seconds))
    minutes, hours, days = whole // 60, whole // 3600, whole // 86400
    if days:
        return f"{days}d{hours % 24:02d}h"
    if hours:
        return f"{hours}h{minutes % 60:02d}m"
    return f"{minutes}m{whole % 60:02d}s" if minutes else f"{whole}s"


def _figure(value: object) -> str:
    if isinstance(value, list):
        return "[" + " ".join(_figure(each) for each in value) + "]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
