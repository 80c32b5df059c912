"""The tables that the kernel works on: arrays of structures, laid out once and filled from a scenario's machines.

Machines are renumbered, slowest architecture first, so that "slowest first, lowest number" is scanning order.
"Places" are the processes that a machine can carry at most; a job's places are chained, so that nothing is allocated
while the clock runs.
"""

import numpy as np

from engine.parallel_jobs.records import Log
from engine.parallel_jobs.workload import Machines

FREE, NEVER = -1, np.inf
END_OF_CHAIN = np.uint32(2**32 - 1)


def record(*fields: tuple[str, type]) -> np.dtype:
    """The layout of a structure; np.record, so that its fields are attributes without the compiler as well."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


# for speed: one array of structures each, since every array handed to a function costs a copy of its header; with an
# array a field the kernel was several times slower. What only serves as an index is unsigned: any other index numba
# tests for being negative, to count it from the end, and that took a third of the time

MACHINE = record(
    ("number", np.int32),  # outside; inside, machines stand in scanning order
    ("fastest_first", np.uint32),  # entry x: the machine at place x in order of speed
    ("first_place", np.uint32),  # its places are first_place .. end_place - 1
    ("end_place", np.uint32),
    ("load", np.int32),  # processes, those that a migration has not fetched yet included
    ("exact", np.uint32),  # class in which the machine is available to one more process; K if it is not
    ("threshold", np.int32),  # lowest class of a job on it
    ("chosen", np.uint32),  # entry x: the machine chosen as number x in the decision at hand
    ("marked", np.int32),  # 0 between decisions
    ("busy_since", np.float64),  # s
    ("busy", np.float64),  # s
)

PLACE = record(("machine", np.uint32), ("occupant", np.int32), ("following", np.uint32))
"""A process that a machine can carry: the job on it (a held one as -2 - job), and the next place of the same job."""

CLASS = record(
    ("delay", np.float64),
    ("scaled", np.int64),  # delay times the common denominator
    ("count", np.int64),  # machines whose `exact` is this class; one more entry counts those not available
    ("available", np.int64),  # the availability vector when last asked for
)

JOB = record(
    ("running", np.int32),  # entry x: the running job number x, in ascending order
    ("first_place", np.uint32),
    ("first_held", np.uint32),
    ("delay_class", np.int32),
    ("processes", np.int32),  # the size of the job; a record has an attribute `size` of its own
    ("upgrades", np.int32),
    ("migrations", np.int32),
    ("tried", np.bool_),  # to migrate, in the event at hand
    ("affected", np.bool_),  # machines of the job have lost another job's process
    ("arrival", np.float64),
    ("start", np.float64),
    ("since", np.float64),  # instant from which it runs at `rate`
    ("remaining", np.float64),  # demand left at `since`, s
    ("rate", np.float64),
    ("end", np.float64),  # expected; what has come true is final
    ("release", np.float64),  # of the held machines
)

LOG = record(
    ("time", np.float64),
    ("happening", np.int8),
    ("job", np.int32),
    ("delay_class", np.int32),
    ("end_entry", np.int64),
)


def machine_table(machines: Machines) -> tuple[np.ndarray, np.ndarray]:
    """The machines in scanning order, and their classes by load; uint32 (M, L + 1)."""
    alpha = machines.speed_factor[machines.group]
    number = np.lexsort((np.arange(len(alpha)), -alpha))
    of_load = machines.classes.of_load[machines.group[number]].astype(np.uint32)
    end_place = np.cumsum(machines.classes.capacity[machines.group[number]])
    table = np.zeros(len(alpha), dtype=MACHINE)
    table["number"] = number
    table["fastest_first"] = np.lexsort((number, alpha[number]))
    table["first_place"][1:] = end_place[:-1]
    table["end_place"] = end_place
    table["exact"] = of_load[:, 1]
    table["threshold"] = len(machines.classes.delay) - 1
    return table, of_load


def place_table(machine: np.ndarray) -> np.ndarray:
    """The places of the machines, all free."""
    table = np.zeros(machine["end_place"][-1], dtype=PLACE)
    table["machine"] = np.repeat(np.arange(len(machine)), machine["end_place"] - machine["first_place"])
    table["occupant"] = FREE
    return table


def class_table(machines: Machines, machine: np.ndarray) -> np.ndarray:
    """The delay classes, and how many machines are available in each of them at first."""
    n_classes = len(machines.classes.delay)
    table = np.zeros(n_classes + 1, dtype=CLASS)
    table["delay"][:-1] = machines.classes.delay
    table["scaled"][:-1] = machines.classes.scaled
    table["count"] = np.bincount(machine["exact"], minlength=n_classes + 1)
    return table


def job_table(n_jobs: int) -> np.ndarray:
    """The jobs, none of which has arrived."""
    table = np.zeros(n_jobs, dtype=JOB)
    table["first_place"] = table["first_held"] = END_OF_CHAIN
    table["end"] = table["release"] = NEVER
    return table


def log_of(rows: np.ndarray, entry: np.ndarray) -> Log:
    """The log of the kernel as the arrays that the reference gives."""
    first_machine = np.concatenate([[0], rows["end_entry"]]).astype(np.int64)
    columns = [np.ascontiguousarray(rows[name]) for name in ("time", "happening", "job", "delay_class")]
    return Log(*columns, first_machine=first_machine, machine=entry)
