"""What happens to machines from outside: owners come and go, machines are shut down, fail and return."""

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from engine.parallel_jobs.inputs.delay_classes import delay_classes_of
from engine.parallel_jobs.model import Machines


class MachineEventKind(IntEnum):
    """What happens to a machine."""

    USER_ARRIVES = 0
    USER_LEAVES = 1
    SHUTDOWN = 2  # with notice
    FAILURE = 3  # without
    RETURN = 4  # of a machine that was shut down, has failed, or was not there yet
    LIMIT = 5  # from now on there are never more machines than so many, a number in place of the machine
    NOTICE_ENDS = 6  # of a SHUTDOWN; only the clocks put it in


class MachineEvents(NamedTuple):
    """E events in order of time; at equal times in the order given.

    A machine that is gone cannot go again, nor one return that is there, nor a user leave where there is none: such an
    event changes nothing. A LIMIT has no row in the log: those jobs are rejected that could never start (again).

    Attributes
    ----------
    time : float64 (E,), s
    machine : int32 (E,)
    kind : int8 (E,), a `MachineEventKind`
    notice : float64 (E,), of a SHUTDOWN, s; 0 otherwise
    """

    time: np.ndarray
    machine: np.ndarray
    kind: np.ndarray
    notice: np.ndarray


NO_EVENTS = MachineEvents(np.zeros(0), np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int8), np.zeros(0))

ORDER = np.array([2, 1, 3, 4, 0, 5])
"""Place of each kind among drawn events at one instant: who has to leave finds the machines that have returned."""


def happening_to(machine: int, time: ArrayLike, kind: ArrayLike, notice: ArrayLike = 0.0) -> MachineEvents:
    """Events of one machine."""
    times = np.array(time, dtype=np.float64)
    return MachineEvents(
        times,
        np.full(len(times), machine, dtype=np.int32),
        np.array(kind, dtype=np.int8),
        np.broadcast_to(np.array(notice, dtype=np.float64), times.shape),
    )


def in_order(parts: Iterable[MachineEvents], horizon: float) -> MachineEvents:
    """All events before *horizon* (s) by time; at one instant in `ORDER`, then by machine."""
    together = MachineEvents(*(np.concatenate(columns) for columns in zip(NO_EVENTS, *parts, strict=True)))
    order = np.lexsort((together.machine, ORDER[together.kind], together.time))
    order = order[together.time[order] < horizon]
    return MachineEvents(*(column[order] for column in together))


def with_ends_of_notices(machine_events: MachineEvents) -> MachineEvents:
    """The same events, and the ends of the notices of shutdowns, at equal times after all others."""
    announced = (machine_events.kind == MachineEventKind.SHUTDOWN) & (machine_events.notice > 0)
    time, machine, _, notice = (column[announced] for column in machine_events)
    ends = happening_to(0, time + notice, np.full(len(time), MachineEventKind.NOTICE_ENDS))._replace(machine=machine)
    together = MachineEvents(*(np.concatenate(columns) for columns in zip(machine_events, ends, strict=True)))
    order = np.argsort(together.time, kind="stable")
    return MachineEvents(*(column[order] for column in together))


def most_users(machine_events: MachineEvents) -> int:
    """Users on one machine at most, ever."""
    if len(machine_events.time) == 0:
        return 0
    of_users = np.flatnonzero(machine_events.kind <= MachineEventKind.USER_LEAVES)
    machine = machine_events.machine[of_users]
    order = np.argsort(machine, kind="stable")
    steps = np.where(machine_events.kind[of_users][order] == MachineEventKind.USER_ARRIVES, 1, -1)
    most = 0
    for own in np.split(steps, np.flatnonzero(np.diff(machine[order])) + 1):
        users = np.concatenate([[0], np.cumsum(own)])
        users -= np.minimum.accumulate(users)  # who leaves without having come does not count
        most = max(most, int(users.max()))
    return most


def with_users(machines: Machines, machine_events: MachineEvents) -> Machines:
    """The same machines with all delay classes that the users among *machine_events* can cause.

    The numbers of delay classes in a log are those of these machines.
    """
    users = most_users(machine_events)
    return machines._replace(classes=delay_classes_of(machines.speed_factor, users)) if users else machines
