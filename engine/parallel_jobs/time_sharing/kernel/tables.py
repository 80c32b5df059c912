"""The tables that the kernel works on: arrays of structures, laid out once and filled from a scenario's machines.

Machines are renumbered, slowest architecture first, so that "slowest first, lowest number" is scanning order.
"Places" are the processes that a machine can carry at most; a job's places are chained, so that nothing is allocated
while the clock runs.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled.structure import by_reference, record
from engine.parallel_jobs.machine_events.events import MachineEventKind, MachineEvents, with_ends_of_notices
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.records import LOG

FREE, NEVER = -1, np.inf
END_OF_CHAIN = np.uint32(2**32 - 1)


# for speed: one array of structures each, since every array handed to a function costs a copy of its header; with an
# array a field the kernel was several times slower. What only serves as an index is unsigned: any other index numba
# tests for being negative, to count it from the end, and that took a third of the time

MACHINE = record(
    ("number", np.int32),  # outside; inside, machines stand in scanning order
    ("first_place", np.uint32),  # its places are first_place .. end_place - 1
    ("end_place", np.uint32),
    ("load", np.int32),  # processes of jobs, those that a migration has not fetched yet included
    ("exact", np.uint32),  # class in which the machine is available to one more process; K if it is not
    ("threshold", np.int32),  # lowest class of a job on it
    ("chosen", np.uint32),  # entry x: the machine chosen as number x in the decision at hand
    ("marked", np.int32),  # 0 between decisions
    # users are in the classes by load, and who is gone in the threshold, so that they cost nothing where there are none
    ("users", np.int16),
    ("gone", np.bool_),
    ("until", np.float64),  # when the notice ends of a machine that was shut down, s
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
    ("pace", np.float64),  # speedup on its machines, pauses for checkpoints allowed for
    ("arrival", np.float64),
    ("start", np.float64),
    ("since", np.float64),  # instant from which it runs at `rate`
    ("remaining", np.float64),  # demand left at `since`, s
    ("rate", np.float64),
    ("end", np.float64),  # expected; what has come true is final
    ("release", np.float64),  # of the held machines
)

DISRUPTION = record(
    ("delay", np.float64),  # entry k: delay of class k, those above alpha_max included
    ("again", np.int32),  # entry x: job number x in the pile of evicted jobs, the next to start on top
    ("evicted", np.float64),  # when last, s; NaN for never
    ("first_size", np.int32),  # machines at the first start, 0 before
    ("evacuations", np.int32),
    ("checkpoints", np.int32),
    ("failures", np.int32),
    ("disrupted", np.bool_),  # on the machine that something is happening to
    ("reason", np.int32),  # why it was sent away: there will never be as many machines as it cannot do without
    ("floor", np.int32),  # as many as that
    ("lost", np.float64),  # work undone by failures
    ("remaining", np.float64),  # demand left when it starts, s
    ("pause", np.float64),  # when it starts, s
    ("period", np.float64),  # this and the next three: see `machine_events/checkpoints.py`
    ("began", np.float64),
    ("changed", np.float64),
    ("kept", np.float64),
)
"""What only machine events ask for, job by job; without any, the table is empty."""

CHANGE = record(("time", np.float64), ("machine", np.uint32), ("kind", np.int8), ("notice", np.float64))
"""A machine event; the notice of a failure is -inf."""


def machine_table(machines: Machines) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The machines in scanning order, and their classes by load, uint32 (M, L + 1): without users, and with all."""
    alpha = machines.speed_factor[machines.group]
    number = np.lexsort((np.arange(len(alpha)), -alpha))
    of_processes = machines.classes.of_load[machines.group[number]].astype(np.uint32)
    end_place = np.cumsum(machines.classes.capacity[machines.group[number]])
    table = np.zeros(len(alpha), dtype=MACHINE)
    table["number"] = number
    table["first_place"][1:] = end_place[:-1]
    table["end_place"] = end_place
    table["exact"] = of_processes[:, 1]
    table["threshold"] = machines.classes.slowest
    of_load = of_processes[:, : machines.classes.capacity.max() + 2].copy()
    return table, of_load, of_processes


def change_table(machine_events: MachineEvents, machine: np.ndarray) -> np.ndarray:
    """The machine events, with the machines as they are numbered inside."""
    if len(machine_events.time) == 0:
        return np.zeros(0, dtype=CHANGE)
    inside = np.empty(len(machine), dtype=np.uint32)
    inside[machine["number"]] = np.arange(len(machine))
    machine_events = with_ends_of_notices(machine_events)
    table = np.zeros(len(machine_events.time), dtype=CHANGE)
    table["time"], table["kind"] = machine_events.time, machine_events.kind
    is_limit = machine_events.kind == MachineEventKind.LIMIT
    table["machine"] = np.where(is_limit, machine_events.machine, inside[np.where(is_limit, 0, machine_events.machine)])
    announced = np.isin(machine_events.kind, (MachineEventKind.SHUTDOWN, MachineEventKind.NOTICE_ENDS))
    table["notice"] = np.where(announced, machine_events.notice, -np.inf)
    return table


def disruption_table(jobs: Jobs, machines: Machines, rules: Rules, machine_events: MachineEvents) -> np.ndarray:
    """What machine events have done to the jobs so far; of length 0 if there are none."""
    if len(machine_events.time) == 0:
        return np.zeros(0, dtype=DISRUPTION)
    delay = machines.classes.delay
    n_jobs = len(jobs.demand)
    table = np.zeros(max(n_jobs, len(delay)), dtype=DISRUPTION)
    table["evicted"] = np.nan
    table["floor"][:n_jobs] = jobs.min_size
    table["delay"][: len(delay)] = delay
    table["remaining"][:n_jobs] = jobs.demand
    table["period"] = rules.checkpoint_interval + rules.checkpoint_cost if rules.checkpoint_interval > 0 else 0.0
    return table


def place_table(machine: np.ndarray) -> np.ndarray:
    """The places of the machines, all free."""
    table = np.zeros(machine["end_place"][-1], dtype=PLACE)
    table["machine"] = np.repeat(np.arange(len(machine)), machine["end_place"] - machine["first_place"])
    table["occupant"] = FREE
    return table


def class_table(machines: Machines, machine: np.ndarray) -> np.ndarray:
    """The delay classes up to alpha_max, and how many machines are available in each of them at first."""
    n_classes = machines.classes.slowest + 1
    table = np.zeros(n_classes + 1, dtype=CLASS)
    table["delay"][:-1] = machines.classes.delay[:n_classes]
    table["scaled"][:-1] = machines.classes.scaled[:n_classes]
    table["count"] = np.bincount(machine["exact"], minlength=n_classes + 1)
    return table


def job_table(n_jobs: int) -> np.ndarray:
    """The jobs, none of which has arrived."""
    table = np.zeros(n_jobs, dtype=JOB)
    table["first_place"] = table["first_held"] = END_OF_CHAIN
    table["end"] = table["release"] = NEVER
    return table


@by_reference
class State(NamedTuple):
    """Everything that the kernel works on; all of it is modified in place.

    Attributes
    ----------
    machine : records (M,), in scanning order, see `MACHINE`
    place : records, the processes that all machines can carry, see `PLACE`
    classes : records (K + 1,), see `CLASS`
    job : records (J,), see `JOB`
    disruption : records (J,), see `DISRUPTION`; empty without machine events
    of_load, of_processes : uint32 (M, L + 1), delay classes of machines by load, with users and without
    log : records, see `LOG`, with as many rows as there is room
    entries : int32, machine numbers of the log
    tally : int64 (6,), see `mapping.py`
    """

    machine: np.ndarray
    place: np.ndarray
    classes: np.ndarray
    job: np.ndarray
    disruption: np.ndarray
    of_load: np.ndarray
    of_processes: np.ndarray
    log: np.ndarray
    entries: np.ndarray
    tally: np.ndarray


def empty_state(
    jobs: Jobs, machines: Machines, rules: Rules, machine_events: MachineEvents, rows: int, entries: int
) -> State:
    """Machines to which no job has come, with room for so many rows and machine numbers in the log."""
    machine, of_load, of_processes = machine_table(machines)
    return State(
        machine=machine,
        place=place_table(machine),
        classes=class_table(machines, machine),
        job=job_table(len(jobs.gap)),
        disruption=disruption_table(jobs, machines, rules, machine_events),
        of_load=of_load,
        of_processes=of_processes,
        log=np.zeros(rows, dtype=LOG),
        entries=np.zeros(entries, dtype=np.int32),
        tally=np.zeros(6, dtype=np.int64),
    )
