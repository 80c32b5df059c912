"""What one replication leaves behind: a record per job, busy time per machine and, if asked for, a log."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np


class Happening(IntEnum):
    """What a row of the log says."""

    ARRIVAL = 0
    START = 1
    END = 2
    UPGRADE = 3
    MIGRATION = 4
    RELEASE = 5  # the old machines of a migration, when they are held until the transfer has ended


class Log(NamedTuple):
    """Everything that happened, row by row in order.

    Attributes
    ----------
    time : float64 (N,), s
    happening : int8 (N,), a `Happening`
    job : int32 (N,)
    delay_class : int32 (N,), class of the job afterwards, -1 where it has none
    first_machine : int64 (N + 1,), row n of START and MIGRATION has machine[first_machine[n] : first_machine[n + 1]]
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
    arrival, start, end : float64 (J,), s since the beginning of the replication
    size : int32 (J,), machines of the job
    upgrades, migrations : int32 (J,), how often the job was upgraded and migrated
    busy : float64 (M,), time with at least one process, s
    log : `Log`, with no rows unless asked for
    """

    arrival: np.ndarray
    start: np.ndarray
    end: np.ndarray
    size: np.ndarray
    upgrades: np.ndarray
    migrations: np.ndarray
    busy: np.ndarray
    log: Log
