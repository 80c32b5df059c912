"""Simple Profit and Lazy Profit (Kumar 2001, sections 3.2.4 and 3.2.5)."""

import numpy as np

from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.space_sharing.reference.account import finite
from engine.parallel_jobs.space_sharing.reference.decision import PlanLine
from engine.parallel_jobs.space_sharing.reference.disruption import DisruptedClock
from engine.parallel_jobs.space_sharing.reference.running import Running
from engine.parallel_jobs.space_sharing.rules.profit import (
    CONTENDER,
    NEVER,
    accept,
    deal_idle,
    is_late,
    limits_now,
    need,
    value,
)

NOBODY = -1


class SimpleProfit(DisruptedClock):
    """Now or never."""

    def prepare(self) -> None:
        """What the decisions work on."""
        super().prepare()
        self.table = np.zeros(len(self.jobs.gap), dtype=CONTENDER)
        self.table["deadline"], self.table["profit"] = self.jobs.deadline, self.jobs.profit
        self.table["curve"] = self.jobs.curve
        self.fresh: list[int] = []
        self.waiting: list[int] = []  # here only those that were evicted
        self.late_until: dict[int, float] = {}  # when jobs end that miss their deadlines, at the latest
        self.begun = False
        self.can_be_late = bool(len(self.machine_events.time)) or self.rules.resize_cost > 0

    def on_arrival(self, job: int) -> None:
        """Take it or leave it; of those that come at one instant, one after the other, before anybody starts."""
        self._begin()
        self.table["arrival"][job] = self.env.now
        self._decide(job)

    def _decide(self, job: int) -> None:
        reason = self._now_or_not(job)
        if reason != Reason.NONE:
            self.reject(job, reason)

    def _now_or_not(self, job: int) -> Reason:
        """Whether a job that arrives starts now: if it pays, or if it is forced to and there are machines."""
        if self.forced(job) is False:
            return Reason.NO_PROFIT
        reason = self._try(job, self._reserved(NOBODY), for_profit=True)
        if reason != Reason.NONE and self.forced(job):
            reason = self._try(job, self._reserved(NOBODY), for_profit=False)
        return reason

    def on_eviction(self, job: int) -> None:
        """Behind those that were evicted before; of those evicted at one instant by number."""
        self.waiting.append(job)
        self.waiting.sort(key=lambda one: (self.evicted[one], one))

    def on_leaving(self, job: int) -> None:
        """It was accepted, but there is no way to keep the promise."""
        self.waiting.remove(job)

    def waits(self) -> list[int]:
        """Those that were accepted and do not run."""
        return self.waiting

    def serve(self) -> None:
        """Nobody waits who was not evicted: the others share."""
        self._begin()
        self._carry_out()
        self.begun = False

    def _begin(self) -> None:
        """Before the first arrival of an instant, or before the pass: what there is, and those that wait."""
        if not self.begun:
            self.begun = True
            self._survey()
            self._serve_waiting()

    def _serve_waiting(self) -> None:
        """Those that were evicted were accepted: nobody asks for their profit again."""
        for job in list(self.waiting):
            if self._try(job, 0, for_profit=False) == Reason.NONE:
                self.waiting.remove(job)

    def can_spare(self, running: Running) -> bool:
        """Whether it needs less to meet its deadline, or cannot meet it."""
        self._look_at(running)
        return running.size > int(self.table["least"][running.job])

    def plan(self) -> list[PlanLine]:
        """Those that wait accepted as well."""
        return super().plan() + [self.planned(job, "waiting", None, None, self.least[job]) for job in self.waiting]

    # the allocation in the making -------------------------------------------------------------------------------------

    def _survey(self) -> None:
        """What the running jobs have, and what they need to meet their deadlines; who cannot."""
        self.fresh = []
        self.late_until = {}
        for running in self.running:
            self._look_at(running)
        for job in self.waiting:
            if self._may_be_late(job) and self._strict_need_at(job, self.env.now) == NEVER:
                self._expect_late(job, self.env.now + self.pause[job], self.work[job])

    def _look_at(self, running: Running) -> None:
        job, own, size = running.job, self.table[running.job], running.size
        own["share"] = size
        own["left"], own["ready"] = self.remaining(running), max(self.env.now, running.since)
        own["factor"] = self.slowest(running.machines)
        # it must be able to afford the pause of a resize
        least = self._need(job, own["left"], self._deadline(job) - own["ready"] - self.rules.resize_cost)
        late = self.can_be_late and is_late(self.env.now, running.end, self._deadline(job))
        resizable = not self.jobs.moldable[job]
        own["least"], own["most"] = limits_now(least, size, self.least[job], self.most[job], resizable, late)
        if late:
            self._expect_late(job, own["ready"], own["left"])

    def _expect_late(self, job: int, ready: float, left: float) -> None:
        """Others may leave a late job its smallest size on the slowest machines."""
        speedup = self.jobs.speedup[self.jobs.curve[job], self.least[job]]
        self.late_until[job] = float(ready + left * self.worst / speedup)

    def _deadline(self, job: int) -> float:
        return float(self.records.arrival[job] + self.jobs.deadline[job])

    def _need(self, job: int, work: float, time: float) -> int:
        """Counted on the slowest machines, since the policy cannot know which ones the job will have."""
        speedup = self.jobs.speedup[self.jobs.curve[job]]
        return int(need(work * self.worst, time, speedup, self.least[job], self.most[job]))

    def _strict_need_at(self, job: int, when: float) -> int:
        """What a job that waits needs to meet its deadline if it starts at *when*."""
        return self._need(job, self.work[job], self._deadline(job) - when - self.pause[job])

    def _need_at(self, job: int, when: float) -> int:
        """The same, but an accepted job that cannot meet its deadline runs late."""
        needed = self._strict_need_at(job, when)
        return self.least[job] if needed == NEVER and self._may_be_late(job) else needed

    def _may_be_late(self, job: int) -> bool:
        """Whether *job* was accepted before, and is not to be dropped."""
        return job in self.evicted or (job in self.waiting and not self.rules.lazy_by_the_letter)

    def _claim(self, job: int, when: float) -> int:
        """Processors to be left for a job that waits: none if there are too few, as long as machines are gone."""
        needed = self._need_at(job, when)
        return 0 if needed > self.processors and (job in self.evicted or self.gone) else needed

    def _reserved(self, but: int) -> int:
        """Processors that the waiting accepted jobs need by now.

        Once machines have gone these may be more than there are: then those that wait further back do not count.
        """
        others = [job for job in self.waiting if job != but]
        if but in self.evicted or (but != NOBODY and self.gone):
            others = others[: self.waiting.index(but)]
        return sum(self._claim(job, self.env.now) for job in others)

    def _run(self) -> np.ndarray:
        return np.array([running.job for running in self.running] + self.fresh, dtype=np.int64)

    def _try(self, job: int, reserved: int, for_profit: bool) -> Reason:
        """Put *job* into the allocation if that can be done, and if it pays."""
        own = self.table[job]
        own["left"], own["ready"], own["factor"] = self.work[job], self.env.now + self.pause[job], self.worst
        own["least"], own["most"], own["share"] = self._need_at(job, self.env.now), self.most[job], 0
        before = {int(k): int(self.table["share"][k]) for k in self._run()}
        reason = Reason(accept(self.table, self._run(), job, self.processors, reserved, for_profit, self.jobs.speedup))
        if self.explains:
            self._explain_attempt(job, reason, before, reserved)
        if reason == Reason.NONE:
            self.fresh.append(job)
        return reason

    def _explain_attempt(self, job: int, reason: Reason, before: dict[int, int], reserved: int) -> None:
        own, share = self.table[job], self.table["share"]
        taken = {k: size - int(share[k]) for k, size in before.items() if size != share[k]}
        needed = int(own["least"])
        self.explain(
            job,
            "starts" if reason == Reason.NONE else reason.name.lower().replace("_", " "),
            needed=needed if needed < NEVER else None,
            idle=self.processors - sum(before.values()),
            room=self.processors - int(sum(self.table["least"][k] for k in before)),
            reserved=reserved,
            got=int(own["share"]),
            brings=float(value(self.table, job, int(own["share"]), self.jobs.speedup)),
            taken=[
                {"job": k, "processors": n, "loss": self._worth(k, before[k]) - self._worth(k, before[k] - n)}
                for k, n in taken.items()
            ],
        )

    def _worth(self, job: int, processors: int) -> float:
        """Profit of a running job if it has so many processors until its end, $."""
        return float(value(self.table, job, processors, self.jobs.speedup))

    def _carry_out(self) -> None:
        """Deal out what is idle, resize, start."""
        deal_idle(self.table, self._run(), self.processors, self.jobs.speedup)
        share = self.table["share"]
        self.resize_all([int(share[running.job]) for running in self.running])
        for job in self.fresh:
            self.start(job, int(share[job]))
        self.fresh = []


class LazyProfit(SimpleProfit):
    """Now, or when the job with the earliest deadline has ended."""

    def prepare(self) -> None:
        """Nobody to look ahead to."""
        super().prepare()
        self.lookahead = NOBODY

    def _decide(self, job: int) -> None:
        reason = self._now_or_not(job)
        if reason != Reason.NONE and self._is_schedulable(job):
            self.waiting.append(job)
            ahead = self.lookahead
            self.explain(job, "waits accepted", lookahead=finite(self._deadline(ahead)), ahead=ahead)
        elif reason != Reason.NONE:
            self.reject(job, Reason.NOT_AT_LOOKAHEAD)
        elif not self.rules.lazy_by_the_letter:
            self._force_those_that_cannot_wait()
        self._look_ahead()

    def on_end(self, ended: Running) -> None:
        """Perhaps there is nobody to look ahead to any more."""
        if ended.job == self.lookahead:
            self.lookahead = NOBODY

    def on_eviction(self, job: int) -> None:
        """Before all others that wait. The lookahead job stays what it is."""
        self.put_in_front(self.waiting, job)

    def on_leaving(self, job: int) -> None:
        """It was accepted, but there is no way to keep the promise; nor can it be looked ahead to."""
        super().on_leaving(job)
        if job == self.lookahead:
            self.lookahead = NOBODY

    def _survey(self) -> None:
        super()._survey()
        self._look_ahead()

    def _look_ahead(self) -> None:
        if self.lookahead == NOBODY:
            there = [*self._run().tolist(), *self.waiting]
            self.lookahead = min(there, key=lambda job: (self._deadline(job), job), default=NOBODY)

    def plan(self) -> list[PlanLine]:
        """Which job the policy looks ahead to."""
        lines = super().plan()
        for line in lines:
            line["lookahead"] = line["job"] == self.lookahead
        return lines

    def _serve_waiting(self) -> None:
        for job in list(self.waiting):
            reason = self._try(job, self._reserved(job), for_profit=True)
            if reason == Reason.NONE:
                self.waiting.remove(job)
            elif not self._is_schedulable(job):
                self._force(job)

    def _force_those_that_cannot_wait(self) -> None:
        for job in list(self.waiting):
            if not self._is_schedulable(job):
                self._force(job)

    def _force(self, job: int) -> None:
        starts = self._try(job, self._reserved(job), for_profit=False) == Reason.NONE
        in_time = self._strict_need_at(job, self.env.now) != NEVER
        if not starts and (self._may_be_late(job) or (self.gone and in_time)):
            return  # until there is room: accepted jobs are dropped by the letter only
        self.waiting.remove(job)
        if not starts:
            if job == self.lookahead:
                self.lookahead = NOBODY
            self.reject(job, Reason.DROPPED)

    def _reserved(self, but: int) -> int:
        """Processors that the waiting accepted jobs need by now."""
        return 0 if self.rules.lazy_by_the_letter else super()._reserved(but)

    def _is_schedulable(self, job: int) -> bool:
        """Whether *job* and all that wait can run when the lookahead job is gone."""
        if self.lookahead == NOBODY:
            return False
        when = max(self._deadline(self.lookahead), self.late_until.get(self.lookahead, 0.0))
        later = sum(self._claim(other, when) for other in self.waiting if other != job)
        running = sum(int(self.table["least"][k]) for k in self._run() if k != self.lookahead)
        return running + later + self._strict_need_at(job, when) <= self.processors


PROFITS: dict[int, type[DisruptedClock]] = {
    PolicyCode.SIMPLE: SimpleProfit,
    PolicyCode.SIMPLE_R: SimpleProfit,
    PolicyCode.LAZY: LazyProfit,
    PolicyCode.LAZY_R: LazyProfit,
}
"""Which class simulates which policy."""
