"""A game, its cards and a solver config -> state.safetensors, over any number of kills."""

import json
import sys
from pathlib import Path

from feltprint import forecast, games, manifest, plan, step
from feltprint.abstraction import CardAbstraction
from feltprint.config import SolverConfig
from feltprint.progress import Progress
from feltprint.solver import DRIFT_OF, solve_to_state


def work(args: step.Step) -> int:
    forecast.require_memory(json.loads(args.size.read_text()), args.memory_limit_mb)
    cards_sha256 = manifest.checked_sha256(args.cards) if args.cards else None
    inputs = [cards_sha256] if cards_sha256 else []
    folder = args.checkpoints / plan.checkpoint_key(args.spec, inputs)
    label, history = "solve " + "/".join(args.state.parts[-3:-1]), folder / "progress.jsonl"
    solver = SolverConfig.model_validate(args.spec["solver"])
    seconds = args.progress_ms / 1000
    with Progress(
        label, args.terminal, seconds=seconds, path=history, drift_of=DRIFT_OF
    ) as progress:
        outcome = solve_to_state(
            games.from_resolved(args.spec["game"]),
            CardAbstraction.open(args.cards, cards_sha256) if args.cards else None,
            solver,
            checkpoint_dir=folder,
            state_path=args.state,
            threads=args.threads,
            checkpoint_seconds=args.checkpoint_s,
            lock_wait_seconds=args.wait_s,
            on_progress=progress,
            stop_requested=step.StopOnSignal(),
        )
    if not outcome.finished:
        done = f"stopped at iteration {outcome.iterations} of {solver.iterations}"
        print(f"{done}; all of it is kept in {folder}")
        return step.EXIT_AGAIN
    manifest.write_hashes(args.hashes, [args.state])
    return 0


if __name__ == "__main__":
    parser = step.parser(__doc__)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--progress-ms", type=int, required=True)
    parser.add_argument("--checkpoint-s", type=int, required=True)
    parser.add_argument("--memory-limit-mb", type=int, required=True)
    parser.add_argument("--wait-s", type=float, default=60.0, help="for another solver to end")
    parser.add_argument("--size", type=Path, required=True)
    parser.add_argument("--checkpoints", type=Path, required=True)
    parser.add_argument("--cards", type=Path, nargs="?")
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--hashes", type=Path, required=True)
    sys.exit(step.run(work, parser))
