"""The lab: every CFR variant on games that can be solved exactly.

import feltprint as fp
fp.lab.solve("leduc", algorithm="dcfr", iterations=1_000).exploitability
"""

from __future__ import annotations

from feltprint.lab.convergence import ALGORITHMS, ConvergenceRun, RunOptions, marks_until, solve
from feltprint.lab.core_sampled import CoreSampledSolver, sampled_solver
from feltprint.lab.exact import ProfileValues, best_response, evaluate, exploitability
from feltprint.lab.full_width import FullWidthSolver
from feltprint.lab.game import LabGame
from feltprint.lab.games import GAMES, game
from feltprint.lab.sampled import SampledSolver
from feltprint.lab.schedules import SCHEDULES, Schedule, schedule

__all__ = [
    "ALGORITHMS",
    "GAMES",
    "SCHEDULES",
    "ConvergenceRun",
    "CoreSampledSolver",
    "FullWidthSolver",
    "LabGame",
    "ProfileValues",
    "RunOptions",
    "SampledSolver",
    "Schedule",
    "best_response",
    "evaluate",
    "exploitability",
    "game",
    "marks_until",
    "sampled_solver",
    "schedule",
    "solve",
]
