"""The policies whose jobs have one size: First-Come-First-Served, First Fit, EASY and conservative backfilling."""

from collections.abc import Iterable

import numpy as np

from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.space_sharing.reference.account import finite
from engine.parallel_jobs.space_sharing.reference.decision import PlanLine
from engine.parallel_jobs.space_sharing.reference.disruption import DisruptedClock
from engine.parallel_jobs.space_sharing.reference.running import Running
from engine.parallel_jobs.space_sharing.rules.backfilling import NEVER, Span, book, earlier_place, forget, hull, place
from engine.parallel_jobs.space_sharing.rules.orders import ORDERS, Order, priority
from engine.queues.backfilling import may_backfill, reservation


class FirstComeFirstServed(DisruptedClock):
    """Strictly in order of arrival."""

    can_follow, look = True, 0

    def prepare(self) -> None:
        """Nobody waits."""
        super().prepare()
        self.queue: list[int] = []

    def on_arrival(self, job: int) -> None:
        """Behind the others."""
        self.queue.append(job)

    def on_eviction(self, job: int) -> None:
        """Before the others."""
        self.put_in_front(self.queue, job)

    def on_leaving(self, job: int) -> None:
        """Out of the queue."""
        self.queue.remove(job)

    def waits(self) -> list[int]:
        """The queue."""
        return self.queue

    def serve(self) -> None:
        """Start heads of the queue while they fit."""
        while self.queue:
            head = self.queue[0]
            starts = self._starts_if_it_fits(head)
            self.explain(head, "starts" if starts else "waits", idle=len(self.free), needed=self.least[head])
            if not starts:
                return
            self.start(self.queue.pop(0), self.least[head])

    def follow(self, starts: Iterable[tuple[int, list[int]]]) -> None:
        """Out of the queue, onto the machines."""
        for job, machines in starts:
            self.queue.remove(job)
            self.start(job, len(machines), machines)

    def plan(self) -> list[PlanLine]:
        """Those that wait as well; when they start is open."""
        waiting = [self.planned(job, "waiting", None, None, self.least[job]) for job in self.queue[:PLANNED]]
        return super().plan() + waiting

    def _fits(self, job: int) -> bool:
        return self.least[job] <= len(self.free)

    def _starts_if_it_fits(self, job: int) -> bool:
        return self.decided(job, self._fits(job), self._fits(job))


PLANNED = 20
"""Waiting jobs that a plan shows."""


class FirstFit(FirstComeFirstServed):
    """Whoever fits, in order of arrival."""

    look = 1

    def serve(self) -> None:
        """Scan the whole queue."""
        for job in list(self.queue):
            starts = self._starts_if_it_fits(job)
            self.explain(job, "starts" if starts else "waits", idle=len(self.free), needed=self.least[job])
            if starts:
                self.queue.remove(job)
                self.start(job, self.least[job])


class Easy(FirstComeFirstServed):
    """Whoever fits and does not delay the head of the queue."""

    look = 1

    def serve(self) -> None:
        """Heads while they fit, then those behind that may pass."""
        super().serve()
        if not self.queue:
            return
        head = self.queue[0]
        shadow, spare = self._reservation()
        self.explain(head, "reserved", start=finite(shadow), size=self.least[head], spare=spare)
        for job in self.candidates():
            asked = self.least[job]
            run_time = self.estimate(job, self.chosen(job, asked)) if asked <= len(self.free) else np.inf
            may = bool(may_backfill(self.env.now, run_time, asked, len(self.free), shadow, spare))
            may = self.decided(job, may, asked <= len(self.free))
            self.explain(
                job,
                "backfills" if may else "waits",
                run_time=finite(run_time),
                idle=len(self.free),
                needed=asked,
                until=finite(shadow),
                spare=spare,
            )
            if may:
                self.queue.remove(job)
                self.start(job, asked)
                if not self.env.now + run_time <= shadow:
                    spare -= asked

    def candidates(self) -> list[int]:
        """Those behind the head, as they may pass it."""
        return self.queue[1:]

    def _reservation(self) -> tuple[float, int]:
        ends = np.array([running.expected_end for running in self.running])
        sizes = np.array([self.lasting(running) for running in self.running], dtype=np.int64)
        shadow, spare = reservation(ends, sizes, len(self.free), self.least[self.queue[0]], np.inf)
        return float(shadow), int(spare)

    def plan(self) -> list[PlanLine]:
        """The head of the queue has a reservation; ends are those that users expect."""
        lines = super().plan()
        for line, running in zip(lines, self.running, strict=False):
            line["until"] = running.expected_end
        if self.queue:
            head = next(line for line in lines if line["job"] == self.queue[0])
            head["state"], head["since"] = "reserved", finite(self._reservation()[0])
        return lines


class Ordered(Easy):
    """EASY in another order: who goes first, and who passes first, goes by priorities.

    Evicted jobs wait before all others, as everywhere.
    """

    look = 3

    order, backfill_order = Order.ARRIVAL, Order.ARRIVAL

    def prepare(self) -> None:
        """Estimates are those on the fastest machines, whoever is on these."""
        super().prepare()
        self.fastest = float(self.machines.speed_factor.min())

    def serve(self) -> None:
        """The order holds for the whole pass."""
        self.queue[:] = self._sorted(self.order, self.queue)
        super().serve()

    def candidates(self) -> list[int]:
        """Those behind the head, as they may pass it."""
        return self._sorted(self.backfill_order, self.queue[1:])

    def _sorted(self, order: int, jobs: list[int]) -> list[int]:
        def key(job: int) -> tuple[float, float, int]:
            rate = float(self.jobs.speedup[self.jobs.curve[job], self.least[job]] / self.fastest)
            takes = self.pause[job] + self.estimated(job, self.work[job], rate)
            submit, since = float(self.records.arrival[job]), float(self.records.arrival[0])
            due = float(self.jobs.deadline[job])
            worth = priority(int(order), self.env.now, submit, since, takes, int(self.least[job]), due)
            return -worth, submit, job  # who follows others may come after those that stand behind him in the log

        before = [job for job in jobs if job in self.evicted]
        return before + sorted((job for job in jobs if job not in self.evicted), key=key)


class Conservative(FirstComeFirstServed):
    """Whoever fits and delays nobody that has a reservation: everybody, or the first few of the queue.

    `n_reserved` is how many that are, from the head of the queue on.
    """

    can_follow, look = False, 1

    def prepare(self) -> None:
        """Nobody has a reservation."""
        super().prepare()
        self.depth = self.rules.reservation_depth or len(self.jobs.gap)
        self.n_reserved = 0
        self.instant = np.zeros(4 * len(self.jobs.gap) + 4)
        self.idle = np.zeros(4 * len(self.jobs.gap) + 4, dtype=np.int64)
        self.idle[0] = self.processors
        self.n = 1
        self.booked: dict[int, tuple[float, float]] = {}
        self.arrived: list[int] = []
        self.freed, self.changed = NEVER, False

    def on_arrival(self, job: int) -> None:
        """A reservation behind all the others', when these have been made better."""
        self.arrived.append(job)

    def on_end(self, ended: Running) -> None:
        """If it ended earlier than estimated, the rest of its reservation is idle."""
        freed = self._put_back(self.booked.pop(ended.job)[1], self.env.now, self.least[ended.job])
        self.freed = hull(self.freed, freed)

    def on_change(self) -> None:
        """Nobody can rely on his reservation."""
        self.changed = True

    def serve(self) -> None:
        """Better reservations for those that wait, then some for those that came, then start whoever is due."""
        if self.changed:
            self._reserve_all()
        else:
            self._reserve_anew(self.freed)
        self.freed, self.changed = NEVER, False
        self.queue.extend(self.arrived)
        self.arrived.clear()
        self._start_all_due()
        self._backfill()
        self._explain_waiting()

    def _reserve_all(self) -> None:
        """All reservations anew, by the ends that are expected now: earlier promises may be broken."""
        self.instant[0], self.idle[0], self.n = self.env.now, self.processors - len(self.leaving), 1
        for running in self.running:
            until = max(running.expected_end, running.end)
            self.booked[running.job] = (self.env.now, until)
            self.n = book(self.instant, self.idle, self.n, self.env.now, until, self.lasting(running))
        self.n_reserved = 0
        self._reserve_more()

    def _reserve_more(self) -> None:
        """Those behind who are among the first by now get reservations behind all the others'."""
        while self.n_reserved < min(self.depth, len(self.queue)):
            self._reserve(self.queue[self.n_reserved])
            self.n_reserved += 1

    def _start_all_due(self) -> None:
        """Start everybody whose reservation is due; who starts on faster machines than reserved makes room again."""
        while True:
            self._reserve_more()
            freed = self._start_due()
            while freed[0] < freed[1]:
                self._reserve_anew(freed)
                freed = self._start_due()
            if self.n_reserved == min(self.depth, len(self.queue)):
                return

    def _backfill(self) -> None:
        """Start those behind that fit, and would end on the slowest machines before they are in anybody's way."""
        for job in self.queue[self.n_reserved :]:
            now, asked = self.env.now, self.least[job]
            if not self._fits(job):
                continue
            due = place(self.instant, self.idle, self.n, asked, self._run_time(job), now) <= now
            if not self.decided(job, bool(due), can=True):
                continue
            self.queue.remove(job)
            self.explain(job, "starts", idle=len(self.free), needed=asked, start=now)
            self.start(job, asked)
            self.booked[job] = (now, self.running[-1].expected_end)
            self.n = book(self.instant, self.idle, self.n, *self.booked[job], asked)

    def _explain_waiting(self) -> None:
        for job in self.queue[: self.n_reserved]:
            start, end = self.booked[job]
            self.explain(
                job, "reserved", start=finite(start), end=finite(end), size=self.least[job], idle=len(self.free)
            )
        for job in self.queue[self.n_reserved :]:
            self.explain(job, "waits", idle=len(self.free), needed=self.least[job])

    def plan(self) -> list[PlanLine]:
        """Everybody has a reservation, or the first few."""
        lines = super().plan()
        for line, running in zip(lines, self.running, strict=False):
            line["until"] = running.expected_end
        for line in lines[len(self.running) :][: self.n_reserved]:
            line["state"], (line["since"], line["until"]) = "reserved", map(finite, self.booked[line["job"]])
        return lines

    def _run_time(self, job: int) -> float:
        """Estimated on the slowest machines, since nobody knows which ones will be idle."""
        rate = self.jobs.speedup[self.jobs.curve[job], self.least[job]] / self.worst
        return self.pause[job] + self.estimated(job, self.work[job], float(rate))

    def _start_due(self) -> Span:
        """Start everybody whose reservation is due; what has become idle by that."""
        freed = NEVER
        for job in self.queue[: self.n_reserved]:
            due = self.booked[job][0] <= self.env.now and self._fits(job)
            starts = self.decided(job, due, self._fits(job))
            if due and not starts:
                self.changed = True  # its place is over: from the next pass on nobody can rely on his
            if not starts:
                continue
            self.queue.remove(job)
            self.n_reserved -= 1
            self.explain(job, "starts", idle=len(self.free), needed=self.least[job], start=self.booked[job][0])
            self.start(job, self.least[job])
            if not due:  # but forced to: the plan is made anew, and everybody looked at once more
                self._reserve_all()
                return self.env.now, np.inf
            expected = self.running[-1].expected_end
            freed = hull(freed, self._put_back(self.booked[job][1], expected, self.least[job]))
            self.booked[job] = (self.env.now, expected)
        return freed

    def _reserve(self, job: int) -> None:
        run_time = self._run_time(job)
        self._book(job, place(self.instant, self.idle, self.n, self.least[job], run_time, self.env.now))

    def _book(self, job: int, start: float) -> None:
        self.booked[job] = (start, start + self._run_time(job))
        self.n = book(self.instant, self.idle, self.n, *self.booked[job], self.least[job])

    def _put_back(self, booked: float, needed: float, size: int) -> Span:
        """Put back what was booked beyond what is needed; what has become idle by that."""
        if not needed < booked:
            return NEVER
        self.n = book(self.instant, self.idle, self.n, needed, booked, -size)
        return needed, booked

    def _reserve_anew(self, freed: Span) -> None:
        """Each in turn, in order of arrival, gets the earliest place, until nobody can move any more.

        Nobody's place gets later, since his own is free. One round is not enough: who arrived early may wait for one
        who arrived late and was moved in the same round. Who was at the earliest place can only move into what has
        become idle since he was looked at, that is in the round before or in this one.
        """
        while freed[0] < freed[1]:
            before, freed = freed, NEVER
            for job in self.queue[: self.n_reserved]:
                old = self.booked[job]
                self._move(job, hull(before, freed))
                if self.booked[job] != old:
                    freed = hull(freed, old)
            self.n = forget(self.instant, self.idle, self.n, self.env.now)

    def _move(self, job: int, freed: Span) -> None:
        start, end = self.booked[job]
        if self.env.now <= start < end:
            asked, run_time = self.least[job], self._run_time(job)
            at = earlier_place(self.instant, self.idle, self.n, asked, run_time, self.env.now, start, freed)
            if at < start:
                self._take_out(job)
                self._book(job, at)
        else:  # he is late, since after a pause an end is late by a rounding error; or his run time is lost in one
            self._take_out(job)
            self._reserve(job)

    def _take_out(self, job: int) -> None:
        self.n = book(self.instant, self.idle, self.n, *self.booked[job], -self.least[job])


QUEUES: dict[int, type[DisruptedClock]] = {
    PolicyCode.FCFS: FirstComeFirstServed,
    PolicyCode.FF: FirstFit,
    PolicyCode.EASY: Easy,
    PolicyCode.CONSERVATIVE: Conservative,
    **{
        code: type(f"Ordered{code}", (Ordered,), {"order": order, "backfill_order": backfill})
        for code, (order, backfill) in ORDERS.items()
    },
}
"""Which class simulates which policy."""
