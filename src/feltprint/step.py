"""What every workflow script does around its work: arguments, log, digest check, exit code.

A script declares its paths on `parser`, does its work in one function, and ends with
`sys.exit(run(...))`. Both output streams go to the log of the job, native output too; the
terminal that the job inherited stays at hand for progress.
"""

from __future__ import annotations

import argparse
import errno
import faulthandler
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

from feltprint import digests
from feltprint.errors import ArtifactError, ConfigError, SolverError
from feltprint.lock import LockedError
from feltprint.plain_files import replacing

EXIT_FAILED = 1
EXIT_BAD_REQUEST = 2
DISK_FULL = (
    "the disk is full: free some space, then start the same command again; what was finished "
    "before, the last checkpoint too, is whole"
)
# The workflow hands `digests.package_stamp` of its planning to its jobs under this name.
PLANNED_PACKAGE = "FELTPRINT_PLANNED_PACKAGE"
EXIT_AGAIN = 75  # EX_TEMPFAIL: nothing is wrong, the work is not finished; start it again


class Step(argparse.Namespace):
    """The parsed arguments of a script, with `spec` decoded and `terminal` open."""

    spec: dict[str, Any]
    log: Path
    terminal: TextIO


def parser(description: str | None) -> argparse.ArgumentParser:
    """A parser with the two arguments that every rule gives: its param and its log."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--spec", type=json.loads, required=True, help="JSON: what shapes the output")
    made.add_argument("--log", type=Path, required=True, help="gets both output streams")
    return made


def run(work: Callable[[Step], int | None], arguments: argparse.ArgumentParser) -> int:
    """Do the work of a script and return its exit code.

    0 done; 1 failed; 2 bad request; 75 stopped early with everything kept.
    """
    step = arguments.parse_args(namespace=Step())
    step.terminal = _redirect(step.log)
    try:
        check_digest(step.spec)
        return work(step) or 0
    except LockedError as error:
        return _fail(error, EXIT_AGAIN)
    except ConfigError as error:
        return _fail(error, EXIT_BAD_REQUEST)
    except (ArtifactError, SolverError, OSError) as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            print(DISK_FULL, file=sys.stderr)
        return _fail(error, EXIT_FAILED)
    except KeyboardInterrupt:
        print("stopped by a signal", file=sys.stderr)
        return EXIT_AGAIN
    except Exception:
        traceback.print_exc()
        return EXIT_FAILED
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


class StopOnSignal:
    """Remembers that SIGTERM, SIGINT, SIGHUP or SIGUSR1 arrived; call it to ask.

    Creating it installs the handlers. Long work asks between its pieces, saves and returns.
    """

    SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1)

    def __init__(self) -> None:
        self._stopped = False
        for number in self.SIGNALS:
            signal.signal(number, self._stop)

    def __call__(self) -> bool:
        return self._stopped

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopped = True


def write_json(path: Path, content: object) -> None:
    """Write readable JSON that is the same for the same content, atomically."""
    text = json.dumps(content, indent=1, sort_keys=True, allow_nan=False) + "\n"
    with replacing(path) as file:
        file.write(text.encode())


def check_digest(spec: dict[str, Any]) -> None:
    """Refuse to work with other code than the one that the workflow was planned with."""
    if os.environ.get(PLANNED_PACKAGE) == digests.package_stamp():
        return  # planned with this very package, so its digest stands
    name, expected = spec["component"], spec["digest"]
    found = digests.component(name)
    if found != expected:
        raise ArtifactError(
            f"component {name}: the workflow was planned with code {expected}, found {found}; "
            "the package was changed in the meantime: start the workflow again"
        )


def _redirect(log: Path) -> TextIO:
    """Send file descriptors 1 and 2 to the log; return the error stream as it was."""
    sys.stdout.flush()
    sys.stderr.flush()
    terminal = os.fdopen(os.dup(2), "w", buffering=1, encoding="utf-8", errors="replace")
    log.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    os.close(descriptor)
    faulthandler.enable()
    return terminal


def _fail(error: Exception, code: int) -> int:
    print(f"feltprint: {type(error).__name__}: {error}", file=sys.stderr)
    return code
