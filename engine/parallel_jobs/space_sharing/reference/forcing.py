"""A space-sharing policy of which one decision is forced: before it as the log says, after it as the policy decides."""

import numpy as np

from engine.parallel_jobs.forced import Forced, TooManyError
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.records import Log, Records
from engine.parallel_jobs.space_sharing.reference.following import Following
from engine.parallel_jobs.space_sharing.reference.simulation import model_of

MOST_LOOKS = 300_000
"""Waiting jobs that all passes after the decision look at together: some seconds."""


class Forcing(Following):
    """Over a policy's class: one that is forced, once."""

    most_looks = MOST_LOOKS
    decision: Forced
    reached = np.inf  # s, when so much has been looked at that it ends

    def forced(self, job: int) -> bool | None:
        """What is forced, at this instant, upon this job."""
        is_it = job == self.decision.job and self.env.now == self.decision.time
        return self.decision.starts if is_it else None

    def bind(self, jobs: list[int], least: np.ndarray, most: np.ndarray) -> None:
        """The share that is forced, which is no more than the job has in its turn: so all have their least."""
        decision = self.decision
        if decision.share and self.env.now == decision.time and decision.job in jobs:
            place = jobs.index(decision.job)
            if least[place] <= decision.share <= most[place]:
                least[place] = most[place] = min(decision.share, int(least[place] + self.processors - least.sum()))

    def _pass(self) -> None:
        super()._pass()
        if self.told_until is not None and np.isinf(self.reached):
            self.reached = self.env.now

    @property
    def explains(self) -> bool:
        """Nobody asks why."""
        return False

    def run_to(self, horizon: float) -> Records:
        """Simulate all that happens up to *horizon* (s), until every job has ended, or as far as looks go."""
        self.expect()
        while np.isfinite(instant := self.env.peek()) and instant <= horizon and np.isinf(self.reached):
            self.env.step()
        if self.reached <= self.decision.time:
            raise TooManyError
        return self.records._replace(busy=self._busy(), log=self._log())


def run_forced(
    jobs: Jobs,
    machines: Machines,
    rules: Rules,
    policy: int,
    decision: Forced,
    log: Log,
    horizon: float,
    machine_events: MachineEvents = NO_EVENTS,
) -> tuple[Records, float]:
    """Simulate up to *horizon* (s) with the *decision* forced; *log* is that of the undisturbed run.

    Also returns before which instant everything is as it would be: the end of the looks, if that is earlier. Jobs that
    have not ended by then have start or end infinite.
    """
    kind = model_of(policy, rules)
    first = int(np.searchsorted(log.time, decision.time))
    forcing = type(f"Forcing{kind.__name__}", (Forcing, kind), {})
    model = forcing(jobs, machines, rules, policy, explain_from=first, machine_events=machine_events)
    model.log, model.decision = log, decision
    found: Records = model.run_to(horizon)
    return found, min(horizon, float(np.nextafter(model.reached, 0.0))) if np.isfinite(model.reached) else horizon
