"""Own policies, to be read: ordered queues whose parts are rules that somebody has written.

All rules are asked once per pass, at its beginning, and for one job after the other; what they may ask for is in
`names_of`. Evicted jobs wait before all others, as everywhere.
"""

from collections.abc import Iterable
from typing import Unpack

import numpy as np

from engine.parallel_jobs.model import NONE, SKIP, OwnRules
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.space_sharing.reference.account import finite
from engine.parallel_jobs.space_sharing.reference.decision import Facts, PlanLine
from engine.parallel_jobs.space_sharing.reference.queues import Easy, FirstComeFirstServed
from engine.parallel_jobs.space_sharing.rules.backfilling import book, place
from engine.parallel_jobs.space_sharing.rules.fair_share import fair_share, share_out, sharing
from engine.parallel_jobs.space_sharing.rules.own_groups import group_names
from engine.parallel_jobs.space_sharing.rules.own_names import (
    fairness,
    hour_of,
    share_of,
    submitted,
    time_left,
    used_until,
    weekday_of,
)
from engine.parallel_jobs.space_sharing.rules.own_users import numbers_of_users, users_of
from engine.rules.parts import parts_of
from engine.rules.tree import Node
from engine.rules.value import value


class OwnQueue(Easy):
    """The queue of an own policy."""

    look = 3

    def prepare(self) -> None:
        """Nobody has come, or used anything."""
        super().prepare()
        assert self.rules.own is not None
        self.own: OwnRules = self.rules.own
        self.fastest = float(self.machines.speed_factor.min())
        users, self.n_users = users_of(self.jobs)
        self.user: list[int] = users.tolist()
        self.sharing = sharing(self.rules.shares, numbers_of_users(self.jobs))
        self.usage, self.in_use, self.counted_until = [0.0] * self.n_users, [0] * self.n_users, 0.0
        self.worth: dict[int, float] = {}
        self.parts = parts_of(self.own.order)
        self.known: dict[int, dict[str, float]] = {}
        self.said: dict[int, tuple[float, list[float]]] = {}
        self.recorded_queue = (self.jobs.queue if len(self.jobs.queue) else np.zeros(len(self.jobs.gap))).tolist()
        self.queue_priority = [0.0] * len(self.jobs.gap)
        size = 2 * self.processors + 2 * len(self.jobs.gap) + 4
        self.instant, self.idle = np.zeros(size), np.zeros(size, dtype=np.int64)

    # what happens -----------------------------------------------------------------------------------------------------

    def on_arrival(self, job: int) -> None:
        """Behind the others, if the rule admits it."""
        if self.own.admit is not None:
            self._count_usage()
        if self.own.admit is None or value(self.own.admit, self._names([job])[job]) > 0.0:
            self.queue.append(job)
        else:
            self.reject(job, Reason.BY_RULE)

    def serve(self) -> None:
        """Everybody is worth something now; then heads, reservations, and whoever may pass."""
        self._count_usage()
        if self.queue and self.free:
            names = self.known = self._names(self.queue)
            behind = self._sorted(self.own.backfill, self.queue, names)
            self._put_in_order(names)
            self.place_of = {job: number for number, job in enumerate(behind)}
            if self.own.reservation == NONE:
                FirstComeFirstServed.serve(self)
            elif self.own.reservation == SKIP:
                FirstComeFirstServed.serve(self)
                self._skip()
            elif self.own.reservation == 1:
                super().serve()
            else:
                self._plan()
        self.in_use = self._running_of_users()

    def follow(self, starts: Iterable[tuple[int, list[int]]]) -> None:
        """Users have used what they have used, whoever decided."""
        self._count_usage()
        super().follow(starts)
        self.in_use = self._running_of_users()

    def candidates(self) -> list[int]:
        """Those behind the head, as they may pass it."""
        return sorted(self.queue[1:], key=self.place_of.__getitem__)

    def _skip(self) -> None:
        """Whoever fits, nobody is waited for."""
        for job in self.candidates():
            starts = self._starts_if_it_fits(job)
            self.explain(job, "starts" if starts else "waits", idle=len(self.free), needed=self.least[job])
            if starts:
                self.queue.remove(job)
                self.start(job, self.least[job])

    def _plan(self) -> None:
        """Reservations for the first few, all anew; then whoever is in nobody's way."""
        self.instant[0], self.idle[0], self.n = self.env.now, self.processors - len(self.leaving), 1
        for running in self.running:
            until = max(running.expected_end, running.end)
            self._book(self.env.now, until, self.lasting(running))
        protected, rest = 0, 0
        waiting = list(self.queue)
        while rest < len(waiting) and protected < self.own.reservation:
            job = waiting[rest]
            rest += 1
            at, until = self._earliest(job)
            if not self._starts(job, at):
                self._book(at, until, self.least[job])
                protected += 1
                self.explain(job, "reserved", start=finite(at), end=finite(until), size=self.least[job])
        for job in sorted(waiting[rest:], key=self.place_of.__getitem__):
            if self._fits(job) and not self._starts(job, self._earliest(job)[0]):
                self.explain(job, "waits", idle=len(self.free), needed=self.least[job])

    def _earliest(self, job: int) -> tuple[float, float]:
        """Since when, and until when on the slowest machines, the job can run beside whoever has a place."""
        rate = self.jobs.speedup[self.jobs.curve[job], self.least[job]] / self.worst
        takes = self.pause[job] + self.estimated(job, self.work[job], float(rate))
        at = float(place(self.instant, self.idle, self.n, self.least[job], takes, self.env.now))
        return at, at + takes

    def _starts(self, job: int, at: float) -> bool:
        """Start the job if it can now."""
        if not self.decided(job, at <= self.env.now and self._fits(job), self._fits(job)):
            return False
        self.queue.remove(job)
        self.explain(job, "starts", idle=len(self.free), needed=self.least[job], start=at)
        self.start(job, self.least[job])
        self._book(self.env.now, self.running[-1].expected_end, self.least[job])
        return True

    def _book(self, since: float, until: float, processors: int) -> None:
        self.n = book(self.instant, self.idle, self.n, since, until, processors)

    # what rules may ask for -------------------------------------------------------------------------------------------

    def _count_usage(self) -> None:
        """What users have used until now, with as many processors as they had since the last pass."""
        passed = self.env.now - self.counted_until
        for user in range(self.n_users):
            self.usage[user] = used_until(self.usage[user], float(self.in_use[user]), passed, self.own.half_life)
        self.counted_until = self.env.now

    def _running_of_users(self) -> list[int]:
        found = [0] * self.n_users
        for running in self.running:
            found[self.user[running.job]] += running.size
        return found

    def _takes(self, job: int) -> float:
        """The estimate on the fastest machines, whoever is on these."""
        rate = float(self.jobs.speedup[self.jobs.curve[job], self.least[job]] / self.fastest)
        return self.pause[job] + self.estimated(job, self.work[job], rate)

    def _names(self, jobs: list[int]) -> dict[int, dict[str, float]]:
        """What rules may ask for, of each of *jobs*."""
        now, arrival = self.env.now, self.records.arrival
        running, waiting, area = self._running_of_users(), [0] * self.n_users, 0.0
        for job in sorted(self.queue):
            waiting[self.user[job]] += 1
            area = area + self._takes(job) * self.least[job]
        used = 0.0
        for one in self.usage:
            used = used + one
        share_out(self.sharing, np.array(self.usage), used)
        system = {
            "now": now,
            "hour": hour_of(now),
            "weekday": weekday_of(now),
            "idle": float(len(self.free)),
            "processors": float(self.processors),
            "busy": share_of(float(self.processors - len(self.free)), float(self.processors)),
            "waiting": float(len(self.queue)),
            "waiting_area": area,
            "running": float(len(self.running)),
        }
        found = {}
        for job in jobs:
            takes, size, user = self._takes(job), self.least[job], self.user[job]
            share = share_of(self.usage[user], used)
            found[job] = system | {
                "submit": submitted(float(arrival[job]), float(arrival[0])),
                "wait": now - float(arrival[job]),
                "estimate": takes,
                "size": float(size),
                "area": takes * size,
                "deadline_in": time_left(float(arrival[job]), float(self.jobs.deadline[job]), now),
                "profit": float(self.jobs.profit[job]),
                "class": float(self.jobs.job_class[job] + 1),
                "queue": float(self.recorded_queue[job]),
                "queue_priority": self.queue_priority[job],
                "smallest": float(self.jobs.min_size[job]),
                "largest": float(self.jobs.max_size[job]),
                "started": float(self.records.checkpoints[job] + self.records.failures[job]),
                "user_running": float(running[user]),
                "user_waiting": float(waiting[user]),
                "user_usage": self.usage[user],
                "user_share": share,
                "fair": self._fair(user, share),
            }
        return found

    def _fair(self, user: int, share: float) -> float:
        """2^(-usage / share), by shares of groups if there are any."""
        if self.rules.shares.inside:
            return float(fair_share(self.sharing, user, share))
        return float(fairness(share, self.n_users / self.rules.shares.damping))

    def _sorted(self, rule: Node, jobs: list[int], names: dict[int, dict[str, float]]) -> list[int]:
        self.worth = {job: value(rule, names[job]) for job in jobs if job not in self.evicted}
        before = [job for job in jobs if job in self.evicted]
        arrival = self.records.arrival  # who follows others may come after those that stand behind him in the log
        return before + sorted(self.worth, key=lambda job: (-self.worth[job], arrival[job], job))

    def chosen(self, job: int, size: int) -> list[int]:
        """Idle machines by the rule for groups of machines, of one group the fastest first."""
        rule = self.own.machines
        if rule is None:
            return super().chosen(job, size)
        group, groups = self.groups.group, len(self.groups.speed_factor)
        idle = np.bincount(group[list(self.free)], minlength=groups)
        names = self.known[job]
        worth = [value(rule, names | group_names(self.groups, one, int(idle[one]))) for one in range(groups)]
        return sorted(self.free, key=lambda one: (-worth[group[one]], group[one], self.alpha[one], one))[:size]

    def _put_in_order(self, names: dict[int, dict[str, float]]) -> None:
        """Everybody who waits, by the rule; where it is asked why, with what each part of it comes to."""
        self.queue[:] = self._sorted(self.own.order, self.queue, names)
        if self.explains:
            self.said = {job: (self.worth[job], [value(part, names[job]) for part in self.parts]) for job in self.worth}

    def explain(self, job: int, outcome: str, **facts: Unpack[Facts]) -> None:
        """With what the rule says of the job, if it was asked: evicted jobs go first without it."""
        if self.explains and job in self.said:
            facts["worth"], facts["parts"] = self.said[job]
        super().explain(job, outcome, **facts)

    def plan(self) -> list[PlanLine]:
        """As under EASY if the head has the one reservation there is; else nobody knows when he starts."""
        return super().plan() if self.own.reservation == 1 else FirstComeFirstServed.plan(self)
