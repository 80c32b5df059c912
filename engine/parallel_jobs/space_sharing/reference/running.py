"""Jobs that run: how fast, how far they are, and when they are thought to end."""

import numpy as np

from engine.parallel_jobs.machine_events.checkpoints import kept_work
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.occurrence import ExactClock, Occurrence
from engine.parallel_jobs.space_sharing.rules.estimates import estimated_time


class Running:
    """A running job: its machines, and how far it is."""

    def __init__(self, job: int, work: float) -> None:
        self.job = job
        self.machines: list[int] = []
        self.remaining, self.rate, self.since = work, 0.0, 0.0
        self.end, self.expected_end = np.inf, np.inf
        self.ending: Occurrence | None = None
        # what a failure asks for: see `machine_events/checkpoints.py`
        self.began = self.changed = 0.0
        self.kept = work

    @property
    def size(self) -> int:
        """Machines of the job."""
        return len(self.machines)


class Progress:
    """What can be said of the work of jobs on the machines that they have."""

    env: ExactClock
    jobs: Jobs
    alpha: list[float]
    work: list[float]
    pause: list[float]
    period: float

    def rate(self, job: int, machines: list[int]) -> float:
        """Speedup over the speed factor of the slowest machine (Schnor et al. 1996, section 3.2)."""
        return float(self.jobs.speedup[self.jobs.curve[job], len(machines)] / self.slowest(machines))

    def slowest(self, machines: list[int]) -> float:
        """The highest speed factor of *machines*."""
        return max(self.alpha[machine] for machine in machines)

    def estimate(self, job: int, machines: list[int]) -> float:
        """Run time on these machines from its (next) start on, as the user estimates it, s."""
        return self.pause[job] + self.estimated(job, self.work[job], self.rate(job, machines))

    def estimated(self, job: int, work: float, rate: float) -> float:
        """Time for so much *work* of *job* at a *rate*, as the user estimates it, s."""
        own = self.jobs
        known = float(own.estimate[job]), float(own.demand[job]), float(own.expected[job])
        return float(estimated_time(work, rate, *known))

    def remaining(self, running: Running) -> float:
        """Work that is left right now, s on one machine of speed factor 1."""
        if self.env.now <= running.since:
            return running.remaining
        return max(0.0, running.remaining - (self.env.now - running.since) * running.rate)

    def kept(self, running: Running) -> float:
        """Work that was left at the last checkpoint."""
        r = running
        return float(kept_work(self.env.now, r.began, self.period, r.changed, r.kept, r.since, r.remaining, r.rate))

    def settle(self, running: Running) -> None:
        """Account for the progress until now, before the rate changes."""
        running.kept, running.remaining = self.kept(running), self.remaining(running)
        running.changed = self.env.now
