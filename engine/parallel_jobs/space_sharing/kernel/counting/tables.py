"""What the counting kernel works on: jobs whose run times are known beforehand, and one number of idle processors."""

from typing import NamedTuple

import numpy as np

from engine.compiled.structure import by_reference
from engine.parallel_jobs.machine_events.checkpoints import progress_share
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.policies import ORDERED, PolicyCode
from engine.parallel_jobs.space_sharing.kernel.counting.ends import ENDING
from engine.parallel_jobs.space_sharing.kernel.counting.releases import Releases, no_releases
from engine.parallel_jobs.space_sharing.kernel.waiting import Queue, empty_queue

FCFS, FF, EASY, CONSERVATIVE = (
    int(code) for code in (PolicyCode.FCFS, PolicyCode.FF, PolicyCode.EASY, PolicyCode.CONSERVATIVE)
)

FREE, N_RUNNING, N_TAPE = range(3)
"""Entries of `Counted.tally`: idle processors, jobs that run, what is written on the tape."""

BUSY, SINCE = range(2)
"""Entries of `Counted.account`: processor-seconds until the last start or end, and when that was."""

SIGNS = 3
"""What can be on the tape of a job: its number times this, plus `Happening.ARRIVAL`, `START` or `END`."""


@by_reference
class Counted(NamedTuple):
    """J jobs on P equal processors.

    Attributes
    ----------
    gap, demand, multiple, expected, curve : (J,), as in `Jobs`; multiple is its estimate, curve the row of *speedup*
    low : int32 (J,), processors that it needs
    estimate : float64 (J,), what the user of a job that has come says it takes, s (EASY, conservative, ordered)
    arrival, start, end : float64 (J,), s, as they come true
    size : int32 (J,), 0 before the start
    ending : records (min(P, J) + 1,), a heap of those that run
    releases : when their users expect them to end (EASY, ordered)
    waiting : the waiting jobs in order of arrival (First Fit, EASY), or those without a reservation (conservative)
    tally, account : see above
    total : P
    speedup : float64 (C, P + 1), pauses for checkpoints allowed for
    alpha : the speed factor of all processors
    tape : int64 (3 J,) or (0,), what happened, row by row, if that is asked for
    """

    gap: np.ndarray
    demand: np.ndarray
    multiple: np.ndarray
    expected: np.ndarray
    curve: np.ndarray
    low: np.ndarray
    estimate: np.ndarray
    arrival: np.ndarray
    start: np.ndarray
    end: np.ndarray
    size: np.ndarray
    ending: np.ndarray
    releases: Releases
    waiting: Queue
    tally: np.ndarray
    account: np.ndarray
    total: int
    speedup: np.ndarray
    alpha: float
    tape: np.ndarray


def counted(jobs: Jobs, machines: Machines, rules: Rules, policy: int, taped: bool) -> Counted:
    """Nobody has come yet."""
    n_jobs, processors = len(jobs.gap), len(machines.group)
    most = min(n_jobs, processors)
    return Counted(
        gap=jobs.gap,
        demand=jobs.demand,
        multiple=jobs.estimate,
        expected=jobs.expected,
        curve=jobs.curve,
        low=np.minimum(jobs.requested, np.int32(processors)),
        estimate=np.empty(n_jobs if policy in (EASY, CONSERVATIVE) or policy >= ORDERED else 1),
        arrival=np.empty(n_jobs),
        start=np.empty(n_jobs),
        end=np.empty(n_jobs),
        size=np.zeros(n_jobs, dtype=np.int32),
        ending=np.zeros(most + 1, dtype=ENDING),
        releases=no_releases(most if policy == EASY or policy >= ORDERED else 1),
        waiting=empty_queue(n_jobs if policy in (FF, EASY) or rules.reservation_depth else 1),
        tally=np.array([processors, 0, 0], dtype=np.int64),
        account=np.zeros(2),
        total=processors,
        speedup=jobs.speedup * progress_share(float(rules.checkpoint_interval), float(rules.checkpoint_cost)),
        alpha=float(machines.speed_factor[0]),
        tape=np.empty(SIGNS * n_jobs if taped else 0, dtype=np.int64),
    )
