"""What one replication leaves behind: a record per job, busy time per machine and, if asked for, a log."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from engine.compiled.structure import record


class Happening(IntEnum):
    """What a row of the log says."""

    ARRIVAL = 0
    START = 1
    END = 2
    UPGRADE = 3
    MIGRATION = 4
    RELEASE = 5  # the old machines of a migration, when they are held until the transfer has ended
    RESIZE = 6  # other machines for a job that shrinks or grows
    REJECTION = 7  # at submission, or (a job dropped later) at the instant at which it can no longer be done
    DOWNGRADE = 8  # the delay class of a job rises, since somebody else computes on its machines
    EVICTION = 9  # a job loses all its machines and goes back to the head of the queue
    MACHINE = 10  # something happened to a machine: its number, and the kind in place of the job


OPENING = (Happening.ARRIVAL, Happening.END, Happening.RELEASE, Happening.MACHINE)
"""What begins an event of the log: all rows up to the next of these are what it has caused."""


class Reason(IntEnum):
    """Why a job was not taken."""

    NONE = 0  # it was
    TOO_FEW_PROCESSORS = 1
    NO_PROFIT = 2
    NOT_AT_LOOKAHEAD = 3
    DROPPED = 4  # accepted, and given up later
    BY_RULE = 5  # of an own policy
    BY_QUEUE = 6  # longer, or larger, than its queue allows


TAKEN = int(Reason.NONE)
"""As records have it, for whoever asks it of many."""


class Log(NamedTuple):
    """Everything that happened, row by row in order.

    Attributes
    ----------
    time : float64 (N,), s
    happening : int8 (N,), a `Happening`
    job : int32 (N,); of a MACHINE row its `MachineEventKind`
    delay_class : int32 (N,), class of the job afterwards, -1 where it has none
    first_machine : int64 (N + 1,), row n of START, MIGRATION, RESIZE and MACHINE has
        machine[first_machine[n] : first_machine[n + 1]]
    machine : int32, machine numbers in the order in which they were chosen (slowest first)
    """

    time: np.ndarray
    happening: np.ndarray
    job: np.ndarray
    delay_class: np.ndarray
    first_machine: np.ndarray
    machine: np.ndarray


class Records(NamedTuple):
    """The result of one replication, J jobs on M machines.

    Attributes
    ----------
    arrival, start, end : float64 (J,), s since the beginning of the replication; of a rejected job all the same
    size : int32 (J,), machines of the job when it started
    upgrades, migrations, resizes : int32 (J,), how often the job was upgraded, migrated, and shrunk or expanded
    reason : int32 (J,), a `Reason`
    evacuations, checkpoints, failures : int32 (J,), how often the job was moved away from a machine that was shut down,
        was checkpointed because it could not be moved, and was hit by a failure
    lost : float64 (J,), work that failures have undone, s on one machine of speed factor 1
    busy : float64 (M,), time with at least one process, s
    log : `Log`, with no rows unless asked for
    """

    arrival: np.ndarray
    start: np.ndarray
    end: np.ndarray
    size: np.ndarray
    upgrades: np.ndarray
    migrations: np.ndarray
    resizes: np.ndarray
    reason: np.ndarray
    evacuations: np.ndarray
    checkpoints: np.ndarray
    failures: np.ndarray
    lost: np.ndarray
    busy: np.ndarray
    log: Log


def empty_records(n_jobs: int, n_machines: int) -> Records:
    """Records of jobs to which nothing has happened yet."""
    log = Log(*(np.empty(0) for _ in Log._fields))
    columns = {name: np.zeros(n_jobs, dtype=kind) for name, kind in COLUMNS.items()}
    return Records(**columns, busy=np.zeros(n_machines), log=log)


COLUMNS = {
    **dict.fromkeys(("arrival", "start", "end", "lost"), np.float64),
    **dict.fromkeys(("size", "upgrades", "migrations", "resizes", "reason"), np.int32),
    **dict.fromkeys(("evacuations", "checkpoints", "failures"), np.int32),
}
"""The arrays of `Records` with an entry for each job, and their types."""


# The log of a replication as the kernels of time and of space sharing write it.

LOG = record(
    ("time", np.float64),
    ("happening", np.int8),
    ("job", np.int32),
    ("delay_class", np.int32),
    ("end_entry", np.int64),
)


def log_of(rows: np.ndarray, entry: np.ndarray) -> Log:
    """The log of the kernel as the arrays that the reference gives."""
    first_machine = np.concatenate([[0], rows["end_entry"]]).astype(np.int64)
    columns = {name: np.ascontiguousarray(rows[name]) for name in ("time", "happening", "job", "delay_class")}
    return Log(**columns, first_machine=first_machine, machine=entry)


def log_of_rows(rows: list[tuple[float, int, int, int]], machines: list[list[int]]) -> Log:
    """The log of a reference: of each row its time, happening, job and delay class, and the machines that it names."""
    time, happening, job, delay_class = zip(*rows, strict=True)
    return Log(
        np.array(time),
        np.array(happening, dtype=np.int8),
        np.array(job, dtype=np.int32),
        np.array(delay_class, dtype=np.int32),
        np.concatenate([[0], np.cumsum([len(those) for those in machines])]).astype(np.int64),
        np.array([machine for those in machines for machine in those], dtype=np.int32),
    )
