"""What EASY, conservative backfilling, Simple and Lazy Profit have to decide, in plain Python and slowly.

Written from the rules of the family README for machines of one speed, linear speedup and no overheads, and without a
line of the engine: reference and kernel call the same functions for these decisions, so that they would err together.
"""

from math import ceil, inf
from typing import NamedTuple


class Job(NamedTuple):
    """A job of one size: times in s, *estimate* of its run time."""

    arrival: float
    run: float
    size: int
    estimate: float


class Running(NamedTuple):
    job: int
    end: float
    expected: float
    size: int


class Queue:
    """Instants one after the other: ends, arrivals, one pass."""

    def __init__(self, jobs: list[Job], processors: int) -> None:
        self.jobs, self.processors = jobs, processors
        self.running: list[Running] = []
        self.waiting: list[int] = []
        self.start = [inf] * len(jobs)

    def starts(self) -> list[float]:
        come = list(range(len(self.jobs)))
        while come or self.running:
            now = min([self.jobs[j].arrival for j in come[:1]] + [one.end for one in self.running])
            self.running = [one for one in self.running if one.end > now]
            new = [j for j in come if self.jobs[j].arrival == now]
            come = come[len(new) :]
            self.decide(now, new)
        return self.start

    @property
    def free(self) -> int:
        return self.processors - sum(one.size for one in self.running)

    def begin(self, now: float, j: int) -> None:
        self.waiting.remove(j)
        self.start[j] = now
        self.running.append(Running(j, now + self.jobs[j].run, now + self.jobs[j].estimate, self.jobs[j].size))

    def decide(self, now: float, new: list[int]) -> None:
        raise NotImplementedError


class Easy(Queue):
    """The head has a reservation, and nobody may move it."""

    def decide(self, now: float, new: list[int]) -> None:
        self.waiting += new
        while self.waiting and self.jobs[self.waiting[0]].size <= self.free:
            self.begin(now, self.waiting[0])
        for j in self.waiting[1:]:
            if self.jobs[j].size <= self.free and self.head_can_start(now, j) <= self.head_can_start(now, None):
                self.begin(now, j)

    def head_can_start(self, now: float, passing: int | None) -> float:
        """When the head can start by the estimates, if job *passing* starts now."""
        until = [(one.expected, one.size) for one in self.running]
        if passing is not None:
            until.append((now + self.jobs[passing].estimate, self.jobs[passing].size))
        for when in sorted(end for end, _ in until):
            if self.jobs[self.waiting[0]].size <= self.processors - sum(size for end, size in until if end > when):
                return when
        return now


class Conservative(Queue):
    """Everybody has a reservation, and nobody's gets later."""

    def __init__(self, jobs: list[Job], processors: int) -> None:
        super().__init__(jobs, processors)
        self.place: dict[int, float] = {}

    def decide(self, now: float, new: list[int]) -> None:
        moved = True
        while moved:
            moved = False
            for j in self.waiting:
                before = self.place.pop(j)
                self.place[j] = self.earliest(now, j)
                moved |= self.place[j] != before
        for j in new:
            self.place[j] = self.earliest(now, j)
            self.waiting.append(j)
        for j in list(self.waiting):
            if self.place[j] <= now:
                del self.place[j]
                self.begin(now, j)

    def earliest(self, now: float, j: int) -> float:
        jobs = self.jobs
        taken = [(now, one.expected, one.size) for one in self.running]
        taken += [(at, at + jobs[k].estimate, jobs[k].size) for k, at in self.place.items()]
        for at in sorted({now} | {end for _, end, _ in taken if end > now}):
            look = {at} | {begin for begin, _, _ in taken if at < begin < at + jobs[j].estimate}
            used = (sum(size for begin, end, size in taken if begin <= when < end) for when in look)
            if all(jobs[j].size + one <= self.processors for one in used):
                return at
        raise AssertionError("all are idle in the end")


# for profit -----------------------------------------------------------------------------------------------------------


class Offer(NamedTuple):
    """A malleable job: *work* in processor-seconds, a deadline counted from its arrival, the largest profit."""

    arrival: float
    work: float
    least: int
    most: int
    deadline: float
    profit: float


class Simple:
    """Take it or leave it."""

    patient = False

    def __init__(self, jobs: list[Offer], processors: int) -> None:
        self.jobs, self.processors = jobs, processors
        self.left = [job.work for job in jobs]
        self.run: list[int] = []  # in order of starts
        self.size: dict[int, int] = {}
        self.waiting: list[int] = []
        self.ahead: int | None = None
        self.end = [inf] * len(jobs)  # of a job that is sent away its arrival
        self.now = 0.0

    def ends(self) -> list[float]:
        come = list(range(len(self.jobs)))
        while come or self.run:
            finish = {j: self.now + self.left[j] / self.size[j] for j in self.run}
            now = min([self.jobs[j].arrival for j in come[:1]] + list(finish.values()))
            for j in self.run:
                self.left[j] -= (now - self.now) * self.size[j]
            self.now = now
            for j in [j for j in self.run if finish[j] == now]:
                self.end[j] = now
                self.run.remove(j)
                if self.ahead == j:
                    self.ahead = None
            self.size = {j: self.size[j] for j in self.run}
            self.needed = {j: min(self.size[j], self.need(j, now)) for j in self.run}
            self.look_ahead()
            self.serve()
            while come and self.jobs[come[0]].arrival == now:
                self.ask(come.pop(0))
                self.look_ahead()
            self.deal()
        return self.end

    # what a job is worth ----------------------------------------------------------------------------------------------

    def deadline(self, j: int) -> float:
        return self.jobs[j].arrival + self.jobs[j].deadline

    def need(self, j: int, when: float) -> int:
        """Processors with which the rest is done in time; a billionth of it may be missing."""
        time = self.deadline(j) - when
        wanted = ceil(self.left[j] / time * (1 - 1e-9)) if time > 0 else 10**6
        return max(wanted, self.jobs[j].least) if wanted <= self.jobs[j].most else 10**6

    def brings(self, j: int, processors: int) -> float:
        if processors == 0:
            return 0.0
        job, after = self.jobs[j], self.now - self.jobs[j].arrival + self.left[j] / processors
        return job.profit * min(1.0, max(0.0, (job.deadline - after) / (job.deadline / 2)))

    def gain(self, j: int) -> float:
        return self.brings(j, self.size[j] + 1) - self.brings(j, self.size[j])

    def loss(self, j: int) -> float:
        return self.brings(j, self.size[j]) - self.brings(j, self.size[j] - 1)

    def idle(self) -> int:
        return self.processors - sum(self.size[j] for j in self.run)

    def donor(self) -> int | None:
        can = [j for j in self.run if self.size[j] > self.needed[j]]
        return min(can, key=self.loss, default=None)

    # decisions --------------------------------------------------------------------------------------------------------

    def accept(self, j: int, reserved: int, for_profit: bool) -> bool:
        need = self.need(j, self.now)
        if self.processors - sum(self.needed[k] for k in self.run) - reserved < need:
            return False
        before, costs = dict(self.size), 0.0
        self.size[j] = min(need, self.idle())
        while self.size[j] < need:
            donor = self.donor()
            assert donor is not None
            costs += self.loss(donor)
            self.size[donor] -= 1
            self.size[j] += 1
        if for_profit and self.brings(j, need) < costs:
            self.size = before
            return False
        while for_profit and self.size[j] < self.jobs[j].most:
            donor = None if self.idle() - self.size[j] > 0 else self.donor()
            if self.idle() - self.size[j] <= 0 and donor is None:
                break
            if not self.gain(j) - (self.loss(donor) if donor is not None else 0.0) > 0:
                break
            if donor is not None:
                self.size[donor] -= 1
            self.size[j] += 1
        self.run.append(j)
        self.needed[j] = need
        return True

    def deal(self) -> None:
        while self.idle() > 0:
            can = [j for j in self.run if self.size[j] < self.jobs[j].most and self.gain(j) > 0]
            if not can:
                break
            self.size[max(can, key=self.gain)] += 1
        for j in self.run:
            self.size[j] += max(0, min(self.idle(), self.jobs[j].most - self.size[j]))

    def serve(self) -> None:
        """Nobody waits."""

    def look_ahead(self) -> None:
        """To nobody."""

    def ask(self, j: int) -> None:
        if not self.accept(j, 0, True):
            self.end[j] = self.now


class Lazy(Simple):
    """Now, or when the job with the earliest deadline has ended."""

    def look_ahead(self) -> None:
        if self.ahead is None:
            self.ahead = min(self.run + self.waiting, key=self.deadline, default=None)

    def reserved(self, but: int) -> int:
        return sum(self.need(k, self.now) for k in self.waiting if k != but)

    def can_wait(self, j: int) -> bool:
        if self.ahead is None:
            return False
        when = self.deadline(self.ahead)
        others = sum(self.need(k, when) for k in self.waiting if k != j)
        run = sum(self.needed[k] for k in self.run if k != self.ahead)
        return run + others + self.need(j, when) <= self.processors

    def serve(self) -> None:
        for j in list(self.waiting):
            if self.accept(j, self.reserved(j), True) or (
                not self.can_wait(j) and self.accept(j, self.reserved(j), False)
            ):
                self.waiting.remove(j)

    def ask(self, j: int) -> None:
        if self.accept(j, self.reserved(j), True):
            for k in list(self.waiting):
                if not self.can_wait(k) and self.accept(k, self.reserved(k), False):
                    self.waiting.remove(k)
        elif self.can_wait(j):
            self.waiting.append(j)
        else:
            self.end[j] = self.now
