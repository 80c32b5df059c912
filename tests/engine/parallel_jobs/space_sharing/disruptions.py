"""Runs of space sharing in which something happens to machines, by kernel and reference."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import settings

from engine.parallel_jobs.machine_events.events import MachineEventKind, MachineEvents
from engine.parallel_jobs.records import Happening, Records
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from tests.engine.parallel_jobs.streams import CODES
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, differences, machines

COMES, LEAVES, SHUTDOWN, FAILURE, RETURN, *_ = MachineEventKind
EVERY_POLICY = pytest.mark.parametrize("policy", CODES)
QUEUES = pytest.mark.parametrize("policy", ["FCFS", "FF", "EASY", "Conservative", "UFF"])
FOR_PROFIT = pytest.mark.parametrize("policy", ["Simple", "Simple-R", "Lazy", "Lazy-R"])
GENERATED = settings(max_examples=20, deadline=None)
ONE = machines((1, 1))
COSTLY = FREE_MIGRATION._replace(checkpoint=10.0, latency=1.0)
"""To replace a machine takes 11 s, a checkpoint 10 s and 1 s for each process."""


def both(system: System, policy: str, happenings: MachineEvents) -> Records:
    """The records of the kernel, after a look at the reference."""
    records = kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings)
    assert differences(reference.run(*system, CODES[policy], machine_events=happenings), records) == []
    return records


def with_deadlines(system: System, deadlines: Sequence[float]) -> System:
    """The same jobs with deadlines, each worth 10 $."""
    worth = {"deadline": np.array(deadlines, dtype=float), "profit": np.full(len(deadlines), 10.0)}
    return system._replace(jobs=system.jobs._replace(**worth))


def happened(records: Records) -> list[str]:
    """What the log says, row by row."""
    return [f"{t:g} {Happening(row).name}" for t, row in zip(records.log.time, records.log.happening, strict=True)]
