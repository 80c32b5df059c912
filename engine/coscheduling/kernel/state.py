"""A run at an instant: all tables of the kernel, with which it goes on as if it had never stopped."""

from typing import NamedTuple

import numpy as np

from engine.compiled.structure import by_reference
from engine.coscheduling.kernel.tables import (
    MESSAGE,
    NEVER,
    NOBODY,
    job_table,
    node_table,
    process_table,
    rule_table,
    total_table,
)
from engine.coscheduling.policies import Scheme
from engine.coscheduling.system import Jobs, System
from engine.inputs.span import SECOND, SpanError, said


@by_reference
class State(NamedTuple):
    """P nodes with MPL slots, C channels of a process, rings of R messages, J jobs of T tasks in all.

    Attributes
    ----------
    nodes : NODE (P,)
    processes : PROCESS (P MPL,)
    pending : int32 (P MPL C,), messages that are there and not received
    inbox : MESSAGE (P R,), the rings
    place : int32 (T,), the process of each task of each job
    job : JOB (J,)
    boosts : int64 (3 + MPL,)
    soonest : int64 (P,), the next instant at which something happens on each node, ns
    matrix : int64 (MPL, P), gang scheduling: the job in each cell; else, of dedicated nodes (2, P): to work with
    totals : TOTAL (1,)
    rules : RULE (1,), never changed
    """

    nodes: np.ndarray
    processes: np.ndarray
    pending: np.ndarray
    inbox: np.ndarray
    place: np.ndarray
    job: np.ndarray
    boosts: np.ndarray
    soonest: np.ndarray
    matrix: np.ndarray
    totals: np.ndarray
    rules: np.ndarray

    def copy(self) -> "State":
        """One that goes on by itself."""
        return State(*(table.copy() for table in self))

    @property
    def reach(self) -> int:
        """All that touches this instant (ns) or later ones is logged from here on.

        Kernel work is accounted for when it begins, so it may reach beyond what has happened.
        """
        return max(int(self.totals["horizon"][0]), int(self.nodes["open_until"].max()))


def first_state(jobs: Jobs, system: System, scheme: Scheme) -> State:
    """Before anything happens."""
    refuse_what_no_clock_can_count(jobs)
    if scheme.queue:
        system = system._replace(slots=1)
    lookahead = 2 * system.interface + system.wire
    if lookahead < 1:
        raise ValueError("a message takes no time")
    rules = rule_table(jobs, system, scheme, lookahead)
    processes = process_table(system)
    return State(
        nodes=node_table(system, rules),
        processes=processes,
        pending=np.zeros(len(processes) * int(rules["channels"][0]), dtype=np.int32),
        inbox=np.zeros(system.nodes * (int(rules["ring_mask"][0]) + 1), dtype=MESSAGE),
        place=np.zeros(jobs.size.sum(), dtype=np.int32),
        job=job_table(jobs, scheme.order, system.slots),
        boosts=np.zeros(3 + system.slots, dtype=np.int64),
        soonest=np.full(system.nodes, NEVER),
        matrix=np.full((2 if scheme.queue else system.slots, system.nodes), NOBODY),
        totals=total_table(system.nodes),
        rules=rules,
    )


def refuse_what_no_clock_can_count(jobs: Jobs) -> None:
    """Look at what was drawn once more, before compiled code is handed it."""
    alone = float(jobs.arrival.max(initial=0)) + float((jobs.nominal * jobs.iterations.astype(float)).sum())
    if not (0 <= alone < NEVER and jobs.arrival.min(initial=0) >= 0 and jobs.iterations.min(initial=1) > 0):
        raise SpanError(f"the jobs take {said(alone / SECOND)} one after the other, which no clock here can count")
