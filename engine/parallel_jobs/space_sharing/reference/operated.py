"""Queues of a site as operators run it, to be read: limits, reserved windows, predictions, preemption.

Ordered queues as in `own`, with four things more. A job that waits for a limit of its queue is passed over as if it
were not there. Where windows are reserved, a job starts only if it is expected to be in nobody's way, by a plan that is
made anew at each pass. Predictions take the place of estimates. And when nobody can start any more, jobs that may
preempt others do.
"""

import numpy as np

from engine.parallel_jobs.model import NONE, SKIP, Operation
from engine.parallel_jobs.occurrence import Occurrence
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.space_sharing.reference.account import finite
from engine.parallel_jobs.space_sharing.reference.decision import PlanLine
from engine.parallel_jobs.space_sharing.reference.disruption import BEFORE_ARRIVALS
from engine.parallel_jobs.space_sharing.reference.own import OwnQueue
from engine.parallel_jobs.space_sharing.reference.queues import FirstComeFirstServed
from engine.parallel_jobs.space_sharing.reference.running import Running
from engine.parallel_jobs.space_sharing.rules.backfilling import place
from engine.parallel_jobs.space_sharing.rules.estimates import estimated_time, is_outlived
from engine.parallel_jobs.space_sharing.rules.operated import STEPS, predicted, queued, raised, shares_of_largest
from engine.queues.backfilling import may_backfill, reservation


class OperatedQueue(OwnQueue):
    """The queue of a site whose operation is said."""

    can_follow = False

    def prepare(self) -> None:
        """Nobody has come, and no user has a past."""
        super().prepare()
        assert self.rules.operation is not None
        self.operation: Operation = self.rules.operation
        self.queued = queued(self.operation, self.jobs, np.array(self.least), self.fastest)
        self.told = self.jobs.expected.tolist()  # by the users
        self.jobs = self.jobs._replace(expected=self.jobs.expected.copy())
        self.past: list[list[float]] = [[] for _ in range(self.n_users)]  # run times
        self.began, self.told_end = [0.0] * len(self.told), [0.0] * len(self.told)
        self.behind_worth: dict[int, float] = {}
        self.queue_priority = shares_of_largest(self.queued).tolist()
        size = len(self.instant) + 2 * len(self.operation.windows)
        self.instant, self.idle = np.zeros(size), np.zeros(size, dtype=np.int64)

    # what happens -----------------------------------------------------------------------------------------------------

    def expect(self) -> None:
        """Borders of windows come with the machine events of an instant."""
        super().expect()
        for window in self.operation.windows:
            for border in (window.begins, window.ends):
                Occurrence.at(self.env, border, BEFORE_ARRIVALS, lambda _: self.expect_pass())

    def on_arrival(self, job: int) -> None:
        """Refused by its queue, or predicted, and then as under any own policy."""
        if self.queued.refused[job]:
            self.reject(job, Reason.BY_QUEUE)
            return
        if self.operation.predicts:
            self._predict(job)
        super().on_arrival(job)

    def on_eviction(self, job: int) -> None:
        """Before the others; what was predicted is over when the job has computed for so long."""
        if is_outlived(self.work[job], float(self.jobs.demand[job]), float(self.jobs.expected[job])):
            self.jobs.expected[job] = self.told[job]
        super().on_eviction(job)

    def on_end(self, ended: Running) -> None:
        """One run time more that is known of its user."""
        super().on_end(ended)
        self.past[self.user[ended.job]].append(self.env.now - self.began[ended.job])

    def start(self, job: int, size: int, machines: list[int] | None = None) -> None:
        """Remember when it began, and when its user expects it to end."""
        super().start(job, size, machines)
        running = self.running[-1]
        told = self._as_told(job, self.work[job], running.rate)
        self.began[job], self.told_end[job] = self.env.now, self.env.now + (self.pause[job] + told)

    def serve(self) -> None:
        """One pass; and one more after each job that has preempted others."""
        self._raise_predictions()
        self._count_usage()
        if self.queue and (self.free or self.operation.preempts):
            names = self.known = self._names(self.queue)
            self._sorted(self.own.backfill, self.queue, names)
            self.behind_worth = self.worth
            self._put_in_order(names)
            self._serve_once()
            while self.operation.preempts and self._preempt_one():
                self._serve_once()
        self.in_use = self._running_of_users()

    def _serve_once(self) -> None:
        if self.operation.windows or self.own.reservation > 1:
            self._plan()
        else:
            self._pass_by_head()

    def _pass_by_head(self) -> None:
        """Start jobs in order up to the first that does not fit, and then whoever may pass that one."""
        head = None
        for job in list(self.queue):
            if self._is_held(job):
                self.explain(job, "held", idle=len(self.free), needed=self.least[job])
            elif self._starts_if_it_fits(job):
                self.explain(job, "starts", idle=len(self.free), needed=self.least[job])
                self._go(job)
            else:
                head = job
                break
        if head is None:
            return
        shadow, spare = np.inf, self.processors  # if nobody is waited for
        if self.own.reservation == 1:
            shadow, spare = self._reserved_for(head)
            self.explain(head, "reserved", start=finite(shadow), size=self.least[head], spare=spare)
        elif self.own.reservation == NONE:
            self.explain(head, "waits", idle=len(self.free), needed=self.least[head])
            return
        for job in self._behind([job for job in self.queue if job != head]):
            spare -= self._try(job, shadow, spare)

    def _try(self, job: int, shadow: float, spare: int) -> int:
        """Start the job if it fits and delays nobody; how much it takes of what is spare."""
        now, idle, asked = self.env.now, len(self.free), self.least[job]
        if self._is_held(job):
            self.explain(job, "held", idle=idle, needed=asked)
            return 0
        run_time = self.estimate(job, self.chosen(job, asked)) if asked <= idle else np.inf
        may = self.decided(job, bool(may_backfill(now, run_time, asked, idle, shadow, spare)), asked <= idle)
        self.explain(
            job,
            "backfills" if may else "waits",
            run_time=finite(run_time),
            idle=idle,
            needed=asked,
            until=finite(shadow),
            spare=spare,
        )
        if may:
            self._go(job)
        return asked if may and not now + run_time <= shadow else 0

    def _go(self, job: int) -> None:
        self.queue.remove(job)
        self.start(job, self.least[job])

    def _reserved_for(self, head: int) -> tuple[float, int]:
        ends = np.array([running.expected_end for running in self.running])
        sizes = np.array([self.lasting(running) for running in self.running], dtype=np.int64)
        shadow, spare = reservation(ends, sizes, len(self.free), self.least[head], np.inf)
        return float(shadow), int(spare)

    def _behind(self, jobs: list[int]) -> list[int]:
        """Jobs in the order in which they may pass others: who was evicted first."""
        before = [job for job in jobs if job in self.evicted]
        others = [job for job in jobs if job not in self.evicted]
        return before + sorted(others, key=lambda job: (-self.behind_worth[job], job))

    # limits of queues -------------------------------------------------------------------------------------------------

    def _is_held(self, job: int) -> bool:
        """Whether a limit of its queue does not let it start now; who is forced to is let."""
        if self.forced(job):
            return False
        of, user, size = self.queued, self.user[job], self.least[job]
        queue = of.queue[job]
        same = [running for running in self.running if of.queue[running.job] == queue]
        own = [running for running in same if self.user[running.job] == user]
        return bool(
            sum(running.size for running in same) + size > of.most[queue]
            or sum(running.size for running in own) + size > of.most_of_user[queue]
            or len(own) + 1 > of.most_jobs[queue]
        )

    # reserved windows -------------------------------------------------------------------------------------------------

    def _plan(self) -> None:
        """Reservations for the first few, all anew; then whoever is in nobody's way, and in that of no window."""
        self._lay_out([])
        left = max(0, self.own.reservation)
        rest, ahead = [], True
        for job in list(self.queue):
            if self._is_held(job):
                self.explain(job, "held", idle=len(self.free), needed=self.least[job])
            elif not ahead:
                rest.append(job)
            else:
                at, until = self._earliest(job)
                if self._starts(job, at):
                    continue
                if self.own.reservation == NONE:
                    self.explain(job, "waits", idle=len(self.free), needed=self.least[job])
                    return
                if self.own.reservation != SKIP:
                    self._book(at, until, self.least[job])
                    self.explain(job, "reserved", start=finite(at), end=finite(until), size=self.least[job])
                    left -= 1
                ahead = left > 0
        for job in self._behind(rest):
            if self._is_held(job) or not self._fits(job) or not self._starts(job, self._earliest(job)[0]):
                self.explain(job, "waits", idle=len(self.free), needed=self.least[job])

    def _lay_out(self, without: list[Running]) -> None:
        """A plan of what runs, but for some, and of the windows that are known."""
        now = self.env.now
        self.instant[0], self.idle[0], self.n = now, self.processors - len(self.leaving), 1
        for running in self.running:
            if running not in without:
                self._book(now, self._until(running), self.lasting(running))
        for window in self.operation.windows:
            if window.known <= now < window.ends:
                self._book(max(now, window.begins), window.ends, window.processors)

    def _until(self, running: Running) -> float:
        """By when a job is expected to have ended."""
        if self.operation.predicts:
            return running.expected_end if running.expected_end > self.env.now else running.end
        return max(running.expected_end, running.end)

    # predictions ------------------------------------------------------------------------------------------------------

    def _as_told(self, job: int, work: float, rate: float) -> float:
        """Time for so much work, as the user has told it."""
        known = float(self.jobs.estimate[job]), float(self.jobs.demand[job]), self.told[job]
        return float(estimated_time(work, rate, *known))

    def _predict(self, job: int) -> None:
        """Let the mean of its user's last two run times take the place of its estimate, if that is longer."""
        past = self.past[self.user[job]]
        rate = float(self.jobs.speedup[self.jobs.curve[job], self.least[job]] / self.fastest)
        told = self._as_told(job, self.work[job], rate)
        last, before = (past[-1] if past else 0.0), (past[-2] if len(past) > 1 else 0.0)
        found = predicted(last, before, min(2, len(past)), told)
        if found < told:
            self.jobs.expected[job] = found * rate

    def _raise_predictions(self) -> None:
        """Who still runs when he was expected to have ended is expected to go on for the next step."""
        if not self.operation.predicts:
            return
        for running in self.running:
            if running.expected_end > self.env.now:
                continue
            began, limit = self.began[running.job], self.told_end[running.job]
            for step in STEPS.tolist():
                later = raised(self.env.now, began, limit, step)
                if later >= 0.0:
                    break
            running.expected_end = later if later >= 0.0 else limit

    # preemption -------------------------------------------------------------------------------------------------------

    def _preempt_one(self) -> bool:
        """Let the first in order that may start in place of others; whether there was one."""
        for job in list(self.queue):
            if not self.queued.may_preempt[self.queued.queue[job]] or self._is_held(job) or self.forced(job) is False:
                continue
            victims = self._victims(job)
            if victims is None:
                continue
            for running in victims:
                self._evict(running, np.inf)
            self.explain(job, "preempts", idle=len(self.free), needed=self.least[job])
            self._go(job)
            return True
        return False

    def _victims(self, job: int) -> list[Running] | None:
        """Whose processors the job takes besides the idle ones: of the lowest priority first, then who began last.

        None if all of them together are not enough.
        """
        of = self.queued
        own = of.priority[of.queue[job]]

        def priority(running: Running) -> float:
            return float(of.priority[of.queue[running.job]])

        there = [one for one in self.running if of.may_be_preempted[of.queue[one.job]] and priority(one) < own]
        there.sort(key=lambda one: (priority(one), -self.began[one.job], -one.job))
        for number in range(len(there) + 1):
            if self._would_fit(job, there[:number]):
                return there[:number]
        return None

    def _would_fit(self, job: int, without: list[Running]) -> bool:
        """Whether the job could start if these did not run, and nobody had a reservation."""
        if len(self.free) + sum(self.lasting(running) for running in without) < self.least[job]:
            return False
        if not self.operation.windows:
            return True
        self._lay_out(without)
        rate = self.jobs.speedup[self.jobs.curve[job], self.least[job]] / self.worst
        takes = self.pause[job] + self.estimated(job, self.work[job], float(rate))
        at = place(self.instant, self.idle, self.n, self.least[job], takes, self.env.now)
        return bool(at <= self.env.now)

    def plan(self) -> list[PlanLine]:
        """Nobody knows when those that wait start."""
        return FirstComeFirstServed.plan(self)
