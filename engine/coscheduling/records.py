"""What one replication leaves behind: a record per job, a profile per node and, if asked for, a log."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np


class Activity(IntEnum):
    """What a processor does; columns of `Records.profile`."""

    COMPUTING = 0
    SPINNING = 1
    SWITCHING = 2
    OVERHEAD = 3
    IDLE = 4


class Happening(IntEnum):
    """What a row of the log says of a process; *value* and *other* in brackets."""

    ADMITTED = 0  # [slot, level]
    DISPATCHED = 1  # [slot, level]: it is running from now on, switch included
    READY = 2  # back in a queue: pre-empted, or its quantum is over [slot, level]
    BLOCKED_IO = 3  # [slot, level]
    BLOCKED_MESSAGE = 4  # [slot, level]
    IO_ENDED = 5  # [slot, level]: ready, at the head
    WOKEN = 6  # by an interrupt [slot, level]
    LEVEL = 7  # another level, running or ready, without any of the others [slot, level]
    BOOSTED = 8  # by PB, a yield or DCS [slot, state: 1 to 3 for PB and a yield, 0 for DCS]
    YIELDED = 9  # [slot, level]
    SENT = 10  # on the node of the sender [channel, iteration], job and task of the receiver
    DELIVERED = 11  # on that of the receiver [channel, iteration], job and task of the receiver
    RECEIVED = 12  # [channel, iteration], the same
    ENDED = 13  # the task [slot, level]
    SLOT = 14  # of gang scheduling, on node 0 [row; number of rows with jobs], job and task -1
    PLACED = 15  # gang scheduling: a cell of the matrix [row; whether it is a copy], after each SLOT
    INTERRUPTED = 16  # the node, by a delivery [slot of the receiver, 0]


class Interval(NamedTuple):
    """What processors did, neighbors of one kind and process merged; ordered by node, then start.

    Attributes
    ----------
    start, end : int64 (N,), ns
    node : int32 (N,)
    activity : int8 (N,), an `Activity`
    job, task : int32 (N,), of the process that computes, spins or is switched to; -1 for all else
    """

    start: np.ndarray
    end: np.ndarray
    node: np.ndarray
    activity: np.ndarray
    job: np.ndarray
    task: np.ndarray


class Log(NamedTuple):
    """Everything that happened, ordered by time, then node, then as it happened there.

    Attributes
    ----------
    time : int64 (N,), ns
    node : int32 (N,)
    happening : int8 (N,), a `Happening`
    job, task, value, other : int32 (N,)
    """

    time: np.ndarray
    node: np.ndarray
    happening: np.ndarray
    job: np.ndarray
    task: np.ndarray
    value: np.ndarray
    other: np.ndarray


class Seen(NamedTuple):
    """What is known of a window."""

    interval: Interval
    log: Log


class Records(NamedTuple):
    """The result of one replication, J jobs on P nodes with MPL slots.

    Attributes
    ----------
    arrival, start, end : int64 (J,), ns; start is the admission
    profile : int64 (P, 5), ns of each `Activity` until the last job has ended
    spent : int64 (J, 4), ns of each `Activity` but IDLE that the processors of a job's tasks spent on account of it,
        all tasks together; over all jobs this is the profile. Kernel work is on account of whose message it delivers,
        who blocks or yields, and, of a poll, who has the processor
    messages_sent, messages_delivered, interrupts : int
    boosts_by_state : int64 (3,), boosts by PB of a process in S1, S2, S3
    boosts_by_position : int64 (MPL,), the same by how many candidates after the running process (0: itself)
    last_admission : int, ns
    work_at_last_admission : int, nominal work done until then, ns of a process
    interval : `Interval`, no rows unless asked for
    log : `Log`, no rows unless asked for
    """

    arrival: np.ndarray
    start: np.ndarray
    end: np.ndarray
    profile: np.ndarray
    spent: np.ndarray
    messages_sent: int
    messages_delivered: int
    interrupts: int
    boosts_by_state: np.ndarray
    boosts_by_position: np.ndarray
    last_admission: int
    work_at_last_admission: int
    interval: Interval
    log: Log


class Spans(NamedTuple):
    """What processors do in N nodes and S equal parts of a window.

    Attributes
    ----------
    time : int64 (N, S, 4), ns of each `Activity` but IDLE
    job : int32 (N, S, 4), who has most of that time, if anybody has more than half of it
    """

    time: np.ndarray
    job: np.ndarray


class Window(NamedTuple):
    """What is to be logged: intervals and rows that touch [since, until) on nodes first_node .. end_node - 1."""

    since: int
    until: int
    first_node: int
    end_node: int


EVERYTHING = Window(0, 2**62, 0, 2**30)
