"""Time sharing of which one decision is forced: the class in which a job starts, or into which it moves, or neither."""

import numpy as np

from engine.parallel_jobs.forced import STAYS, Forced
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents, with_users
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.time_sharing.reference.simulation import Model


class ForcedModel(Model):
    """The model, forced once."""

    decision: Forced

    def run_to(self, horizon: float) -> Records:
        """Simulate all that happens up to *horizon* (s), or until every job has ended."""
        self._expect_machine_event(0)
        self._expect_arrival(0)
        while np.isfinite(instant := self.env.peek()) and instant <= horizon:
            self.env.step()
        return self.records._replace(log=self._log())

    def _is_forced(self, job: int) -> bool:
        return job == self.decision.job and self.env.now == self.decision.time

    def _machines_for(self, job: int) -> list[int]:
        if not self._is_forced(job):
            return super()._machines_for(job)
        target, low = self.decision.delay_class, int(self.jobs.min_size[job])
        available = int(self.mapping.availability()[target]) if target != STAYS else 0
        if available < low:
            return []
        return self.mapping.slowest_first(target, min(available, int(self.jobs.max_size[job])))

    def _faster_machines(self, job: int) -> list[int]:
        if not self._is_forced(job):
            return super()._faster_machines(job)
        target, placement = self.decision.delay_class, self.mapping.running[job]
        if target == STAYS or self.mapping.availability(but=job)[target] < placement.size:
            return []
        chosen = self.mapping.slowest_first(target, placement.size, but=job)
        return [] if set(chosen) == set(placement.machines) else chosen


def run_forced(
    jobs: Jobs,
    machines: Machines,
    rules: Rules,
    policy: int,
    decision: Forced,
    horizon: float,
    machine_events: MachineEvents = NO_EVENTS,
) -> Records:
    """Simulate up to *horizon* (s) with the *decision* forced; jobs that have not ended by then have infinite times."""
    model = ForcedModel(jobs, with_users(machines, machine_events), rules, policy, machine_events)
    model.decision = decision
    return model.run_to(horizon)
