"""A worker: computes the tasks that it is given, while its owner lets it."""

from __future__ import annotations

from collections import deque
from enum import Enum, auto
from typing import TYPE_CHECKING

import simpy

from engine.master_worker.records import Activity
from engine.master_worker.reference.instants import Rank
from engine.master_worker.reference.notebook import Entry
from engine.master_worker.system import ExhaustedError, duration

if TYPE_CHECKING:
    from engine.master_worker.reference.master import Master


class Availability(Enum):
    """Whether its owner lets a worker compute."""

    UP = auto()
    SUSPENDED = auto()
    AWAY = auto()


class Doing(Enum):
    """What a worker is at; one that is suspended keeps it."""

    RESTS = auto()
    RECEIVES = auto()
    COMPUTES = auto()


class Worker:
    """One worker.

    Attributes
    ----------
    number, speed : *speed* in units of 1/1024
    tasks : what the master has given it and is not done, the present task first
    left : ticks that the present task still takes
    since : begin of the present interval of the notebook
    handed_out : when the present task was received
    """

    def __init__(self, master: Master, number: int) -> None:
        self.master, self.clock, self.number = master, master.clock, number
        self.speed = int(master.system.crew.speed[number])
        self.availability, self.doing = Availability.UP, Doing.RESTS
        self.tasks: deque[int] = deque()
        self.left = self.since = self.handed_out = 0
        self.completion: simpy.Event | None = None
        self._await_owner(0)

    @property
    def in_use(self) -> bool:
        """Whether the application uses it in this iteration."""
        return self.number < self.master.number

    @property
    def can_ask(self) -> bool:
        """Whether it would begin a task at once."""
        return self.in_use and self.availability is Availability.UP and self.doing is Doing.RESTS

    def activity(self) -> Activity:
        """What it has been doing in its present interval."""
        if self.availability is Availability.AWAY:
            return Activity.AWAY
        if self.availability is Availability.SUSPENDED:
            return Activity.SUSPENDED
        computing = {Doing.RESTS: Activity.IDLE, Doing.RECEIVES: Activity.COMMUNICATING}
        return computing.get(self.doing, Activity.COMPUTING)

    def close(self) -> None:
        """End the present interval; the next one begins."""
        if self.in_use:
            activity = self.activity()
            task = self.tasks[0] if activity in (Activity.COMPUTING, Activity.COMMUNICATING) else -1
            self.master.notebook.note(Entry(self.since, self.clock.now, self.number, activity, task))
        self.since = self.clock.now

    # tasks ------------------------------------------------------------------------------------------------------------

    def expect(self, tasks: list[int]) -> None:
        """The master begins to send *tasks*."""
        self.close()
        self.tasks.extend(tasks)
        self.doing = Doing.RECEIVES

    def begin(self) -> None:
        """Compute the first of the tasks; a suspended worker will when it is up again."""
        self.close()
        self.doing, self.handed_out = Doing.COMPUTES, self.clock.now
        self.left = duration(self.master.work(self.tasks[0]), self.speed)
        if self.availability is Availability.UP:
            self._go_on()

    def _go_on(self) -> None:
        self.completion = self.clock.after(self.left, Rank.COMPLETION, self._complete_if_wanted, self.number)
        self._ends_at = self.clock.now + self.left

    def _complete_if_wanted(self) -> None:
        """A completion is not wanted any more if the worker has been interrupted since it was expected."""
        if self.completion is None or self.clock.now != self._ends_at:
            return
        self.close()
        self.completion = None
        self.tasks.popleft()
        if self.tasks:
            self.begin()
        else:
            self.doing = Doing.RESTS
        self.master.completed(self)

    # its owner --------------------------------------------------------------------------------------------------------

    def _await_owner(self, period: int) -> None:
        """Be up for the next period, if owners come at all."""
        self.period, crew = period, self.master.system.crew
        if not len(crew.up):
            return
        if period == len(crew.up):
            raise ExhaustedError
        self.clock.after(int(crew.up[period, self.number]), Rank.CHANGE, self._owner_comes, self.number)

    def _owner_comes(self) -> None:
        self.close()
        crew = self.master.system.crew
        if self.completion is not None:
            self.left, self.completion = self._ends_at - self.clock.now, None
        self.master.asks_no_more(self)
        if crew.is_away[self.period, self.number]:
            self.availability = Availability.AWAY
            self._lose_everything()
        else:
            self.availability = Availability.SUSPENDED
        self.clock.after(int(crew.down[self.period, self.number]), Rank.CHANGE, self._owner_leaves, self.number)

    def _lose_everything(self) -> None:
        """Its tasks go back to the master."""
        if self.doing is Doing.COMPUTES:
            self.master.notebook.lose(self.number, self.tasks[0], self.handed_out)
        lost, self.tasks, self.doing = list(self.tasks), deque(), Doing.RESTS
        self.master.lost(self, lost)

    def _owner_leaves(self) -> None:
        self.close()
        was_away = self.availability is Availability.AWAY
        self.availability = Availability.UP
        if self.doing is Doing.COMPUTES:
            self._go_on()
        self.master.is_back(self, was_away)
        self._await_owner(self.period + 1)
