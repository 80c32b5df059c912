"""Policy rules asked about a readable `Mapping`: which machines for a job, who migrates next and where to."""

from collections.abc import Callable

import numpy as np

from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.time_sharing.mapping import Mapping
from engine.parallel_jobs.time_sharing.rules import NOT_NOW, choose_delay_class, choose_migration_class, rigid_size


def machines_for(
    mapping: Mapping, policy: int, min_size: int, max_size: int, requested: int | None = None
) -> list[int]:
    """Machines on which a waiting job starts now, or none (rules 3 and 4).

    First-Come-First-Served asks for the size *requested*, the largest one if that is not said.
    """
    if policy == PolicyCode.FCFS:
        return mapping.fastest_free(rigid_size(requested or max_size, mapping.n_machines))
    available = mapping.availability()
    m = choose_delay_class(available, mapping.machines.classes.scaled, min_size, max_size)
    return [] if m == NOT_NOW else mapping.slowest_first(m, min(int(available[m]), max_size))


def refuge(mapping: Mapping, job: int) -> list[int]:
    """Machines of the fastest class of all that has enough of them for a job that has to leave a machine, or none."""
    size = mapping.running[job].size
    target = choose_migration_class(mapping.availability(but=job), mapping.n_classes, size)
    return [] if target == NOT_NOW else mapping.slowest_first(target, size, but=job)


def next_migrant(mapping: Mapping, tried: set[int], may_move: Callable[[int], bool]) -> int | None:
    """The job to be tried next (rule 8): the slowest class first, then the lowest number."""
    candidates = [job for job in mapping.running if job not in tried and may_move(job)]
    return min(candidates, key=lambda job: (-mapping.delay_class(job), job), default=None)


def faster_machines(mapping: Mapping, job: int) -> list[int]:
    """Machines of the fastest class below the job's own that has enough of them, or none (rule 8).

    None also when they are the very machines that it has (SED-NU): to move no process would be upgrading by another
    name, and would cost a checkpoint.
    """
    placement = mapping.running[job]
    available: np.ndarray = mapping.availability(but=job)
    target = choose_migration_class(available, placement.delay_class, placement.size)
    if target == NOT_NOW:
        return []
    chosen = mapping.slowest_first(target, placement.size, but=job)
    return [] if set(chosen) == set(placement.machines) else chosen
