"""The readable simulation of a policy in Python: it is asked once per instant, and its decisions are carried out."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.occurrence import Occurrence
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.python_policies.carrying_out import carry_out
from engine.parallel_jobs.python_policies.refusals import PolicyError, asked, method_of, place_of
from engine.parallel_jobs.python_policies.views import JobView, MachineView, StateView
from engine.parallel_jobs.records import Happening, Reason, Records
from engine.parallel_jobs.space_sharing.reference.clock import LAST
from engine.parallel_jobs.space_sharing.reference.queues import FirstComeFirstServed
from engine.parallel_jobs.space_sharing.reference.running import Running
from engine.parallel_jobs.space_sharing.rules.own_names import fairness, share_of, used_until
from engine.policy import Event, Job, Policy

# What users have used, halved every so often: the formulas of `user_usage` and `fair`, and hours of the clock.


class Usage:
    """Machine-seconds of each user, counted from instant to instant with what was in use between them."""

    def __init__(self, users: int, half_life: float) -> None:
        self.of_user, self._in_use = [0.0] * users, [0] * users
        self._half_life, self._until = half_life, 0.0

    def count_until(self, now: float) -> None:
        """Count what has been in use until now."""
        passed, self._until = now - self._until, now
        for user, in_use in enumerate(self._in_use):
            self.of_user[user] = float(used_until(self.of_user[user], float(in_use), passed, self._half_life))

    def goes_on_with(self, in_use: list[int]) -> None:
        """From now on users have so many machines."""
        self._in_use = in_use

    def share(self, user: int) -> float:
        """The user's share in everybody's; of nothing, 0."""
        everybodys = 0.0
        for one in self.of_user:
            everybodys = everybodys + one
        return float(share_of(self.of_user[user], everybodys))

    def fair(self, user: int) -> float:
        """2^(-share of the usage / share that is his), where all users have equal shares."""
        return float(fairness(self.share(user), float(len(self.of_user))))


MOST_AT_ONCE = 1_000_000
"""Decisions at one instant, and wake-ups in a row at which nothing else happens or is decided."""


class Call(NamedTuple):
    """One call of `decide`: its instant, what had happened, who waited (by number), and what was decided."""

    now: float
    events: list[tuple[str, str]]
    waiting: list[int]
    decisions: list[str]


Listener = Callable[[Call], None]


class DecidedClock(FirstComeFirstServed):
    """A queue, in order of arrival, of which *policy* says who starts; all else is as under the queues."""

    def __init__(
        self,
        jobs: Jobs,
        machines: Machines,
        rules: Rules,
        policy: Policy,
        machine_events: MachineEvents = NO_EVENTS,
        listener: Listener | None = None,
    ) -> None:
        self.decider, self.listener = policy, listener
        # The code says that jobs ask for the size requested, as under all queues.
        super().__init__(jobs, machines, rules, int(PolicyCode.FCFS), machine_events=machine_events)

    def prepare(self) -> None:
        """Nobody has come, or used anything."""
        super().prepare()
        owner = getattr(self.jobs, "user", ())
        found, number = np.unique(owner if len(owner) else self.jobs.job_class, return_inverse=True)
        self.user: list[int] = number.tolist()
        self.usage = Usage(len(found), float(self.decider.half_life))
        self.smallest, self.largest = [0] * len(self.user), [0] * len(self.user)
        for job in range(len(self.user)):
            self._set_sizes(job)
        self.fastest = float(self.machines.speed_factor.min())
        self.at_work: dict[int, Running] = {}
        self.waiting: set[int] = set()
        self.happened: tuple[Event, ...] = ()
        self.calls = 0
        self._views: dict[int, JobView] = {}
        self._estimates: dict[int, float] = {}
        self._wakes: set[float] = set()
        self._woken = self._limited = False
        self._told, self._idly = 0, 0
        self._instant, self._decided = -np.inf, 0

    def run(self) -> Records:
        """Simulate until nothing happens any more; `PolicyError` if jobs are left that nobody could start any more."""
        records = super().run()
        if self.queue and not len(self.machine_events.time):
            self.refuse_waiting()
        return records

    def refuse_waiting(self) -> None:
        """Say that jobs wait for ever."""
        job, more = self.view(self.queue[0]), len(self.queue) - 1
        others = f" and {more} others are" if more > 1 else " and another one are" if more else " is"
        raise PolicyError(
            f"{method_of(self.decider, 'decide')}: at {self._instant:g} s {job}{others} left waiting for ever: nobody "
            "runs, nobody comes, and no WakeMe is due"
        )

    # what happens -----------------------------------------------------------------------------------------------------

    def on_arrival(self, job: int) -> None:
        """Behind the others, if the policy admits it."""
        now, view = float(self.env.now), self.view(job)
        answer = asked(type(self.decider), now, lambda: self.decider.admits(view, StateView(self)))
        if not isinstance(answer, bool | np.bool_ | str):
            raise PolicyError(
                f"{method_of(self.decider, 'admits')}: of {view} at {now:g} s it says {answer!r}; True, False or a "
                "sentence is allowed"
            )
        if isinstance(answer, str) or not answer:
            self.reject(job, Reason.BY_RULE)
            return
        super().on_arrival(job)
        self.waiting.add(job)

    def on_eviction(self, job: int) -> None:
        """Before the others; it chooses its size anew."""
        super().on_eviction(job)
        self.waiting.add(job)

    def on_leaving(self, job: int) -> None:
        """Out of the queue."""
        super().on_leaving(job)
        self.waiting.discard(job)

    def allocate(self, running: Running, machines: list[int], happening: Happening) -> None:
        """Remember who is at work."""
        super().allocate(running, machines, happening)
        if machines:
            self.at_work[running.job] = running
        else:
            self.at_work.pop(running.job, None)

    def resize(self, running: Running, machines: list[int]) -> None:
        """As of all clocks; its user estimates the end anew."""
        super().resize(running, machines)
        left = self.estimated(running.job, running.remaining, running.rate)
        running.expected_end = self.env.now + ((running.since - self.env.now) + left)

    def resize_to(self, running: Running, size: int) -> None:
        """Let a job shrink to the fastest of its machines, or grow by the fastest idle ones."""
        if size < running.size:
            self.resize(running, self._fastest(running.machines, size))
        elif size > running.size:
            self.resize(running, running.machines + self.fastest_free(size - running.size))

    def evict(self, job: int) -> None:
        """Take all machines from a running job, with time for a checkpoint."""
        self._evict(self.at_work[job], np.inf)

    def wake(self, at: float) -> None:
        """Decide at this instant, whatever happens then."""
        if at not in self._wakes:
            self._wakes.add(at)
            Occurrence.at(self.env, at, LAST, lambda _: self._wake(at))

    def _wake(self, at: float) -> None:
        self._wakes.remove(at)
        if self.over < len(self.jobs.gap):
            self._woken = True
            self.expect_pass()

    def _set_limit(self, machines: int) -> None:
        self._limited = True
        self._estimates.clear()
        super()._set_limit(machines)

    def _stays(self, machine: int, announced: float, notice: float) -> bool:
        stays = super()._stays(machine, announced, notice)
        owner = self._owner(machine)
        if stays and owner is not None:
            self.smallest[owner.job] = self.largest[owner.job] = owner.size
        return stays

    def _cut(self, job: int) -> None:
        """Of those that may wait: also of one that has just lost its machines."""
        super()._cut(job)
        self._set_sizes(job)
        self._estimates.pop(job, None)

    def _set_sizes(self, job: int) -> None:
        least, most = int(self.jobs.min_size[job]), int(self.jobs.max_size[job])
        self.smallest[job], self.largest[job] = min(least, self.limit), min(most, self.limit)

    # the pass ---------------------------------------------------------------------------------------------------------

    def serve(self) -> None:
        """Ask the policy, and do what it yields, one after the other."""
        now = float(self.env.now)
        self.usage.count_until(now)
        self.happened, waiting = self._happened(), [job + 1 for job in self.queue] if self.listener else []
        self.calls += 1
        if now != self._instant:
            self._instant, self._decided = now, 0
        told: list[str] = []
        decisions = asked(type(self.decider), now, lambda: self.decider.decide(StateView(self)))
        only_wakes = self.happened == (WAKE,)
        if decisions is not None:
            only_wakes = self._carry_out_all(decisions, told) and only_wakes
        self._idly = self._idly + 1 if only_wakes else 0
        if self._idly > MOST_AT_ONCE:
            raise PolicyError(
                f"{place_of(self.decider, decisions)}: at {now:g} s it has been woken {MOST_AT_ONCE:,} times in a row "
                "at which nothing else happened or was decided"
            )
        self.usage.goes_on_with(self.in_use())
        if self.listener:
            events = [(str(kind), "" if who is None else str(who)) for kind, who in self.happened]
            self.listener(Call(now, events, waiting, told))

    def _carry_out_all(self, decisions: object, told: list[str]) -> bool:
        """Do what is decided; whether that was nothing, but for wake-ups."""
        now = float(self.env.now)
        try:
            following = iter(decisions)  # type: ignore[call-overload]
        except TypeError:
            raise PolicyError(
                f"{method_of(self.decider, 'decide')}: at {now:g} s it returns {decisions!r}; decisions are yielded"
            ) from None
        nothing = True
        while (decision := asked(type(self.decider), now, lambda: next(following, None))) is not None:
            self._decided += 1
            place = place_of(self.decider, decisions)
            if self._decided > MOST_AT_ONCE:
                raise PolicyError(f"{place}: more than {MOST_AT_ONCE:,} decisions at {now:g} s")
            is_wake = carry_out(self, decision, place)
            nothing = nothing and is_wake
            if self.listener:
                told.append(str(decision))
        return nothing

    def _happened(self) -> tuple[Event, ...]:
        found: list[Event] = []
        for (time, happening, job, _), machines in zip(
            self.rows[self._told :], self.allocated[self._told :], strict=True
        ):
            if time < self.env.now:  # it changed nothing, so nobody was asked
                continue
            if happening == Happening.END:
                found.append(("end", self.view(job)))
            elif happening == Happening.ARRIVAL:
                found.append(("arrival", self.view(job)))
            elif happening == Happening.MACHINE:
                found.append(("machine", MachineView(self, machines[0])))
        if self._limited:
            found.append(("machine", None))
        if self._woken:
            found.append(WAKE)
        self._woken = self._limited = False
        return tuple(found)

    def _pass(self) -> None:
        super()._pass()
        self._told = len(self.rows)  # what it decided itself is no event, and an end of now comes later

    # what is told -----------------------------------------------------------------------------------------------------

    def view(self, job: int) -> JobView:
        """The one view of a job."""
        found = self._views.get(job)
        if found is None:
            found = self._views[job] = JobView(self, job)
        return found

    def job_of(self, view: object) -> int | None:
        """The job that is looked at, if it is one of this replication."""
        is_own = isinstance(view, JobView) and self._views.get(view.number - 1) is view
        return view.number - 1 if is_own and isinstance(view, JobView) else None

    def kind_of(self, job: int) -> Literal["rigid", "moldable", "malleable"]:
        """Whether, and when, its size can be chosen."""
        if self.jobs.moldable[job]:
            return "moldable"
        return "rigid" if self.jobs.min_size[job] == self.jobs.max_size[job] else "malleable"

    def estimate_of(self, job: int) -> float:
        """On the fastest machines, whoever is on these, s."""
        found = self._estimates.get(job)
        if found is None:
            rate = float(self.jobs.speedup[self.jobs.curve[job], self.least[job]] / self.fastest)
            found = self._estimates[job] = float(self.pause[job] + self.estimated(job, self.work[job], rate))
        return found

    def estimate_now(self, job: Job, size: int | None) -> float:
        """On so many of the fastest idle machines, s; infinite if fewer are idle."""
        number = self.job_of(job)
        if number is None:
            raise ValueError(f"{job!r} is no job of this state")
        asked_for = self.least[number] if size is None else size
        if not 1 <= asked_for <= len(self.free):
            return np.inf
        return self.estimate(number, self.fastest_free(asked_for))

    def in_use(self) -> list[int]:
        """Machines of each user's running jobs."""
        found = [0] * len(self.usage.of_user)
        for running in self.running:
            found[self.user[running.job]] += running.size
        return found


WAKE: Event = ("wake", None)
