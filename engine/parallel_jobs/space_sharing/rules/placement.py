"""From counts to machines: which machine of a group a job is on. The kernel only counts them while it runs."""

from bisect import insort
from heapq import heappop, heappush

import numpy as np

from engine.parallel_jobs.machine_events.events import MachineEvents, with_users
from engine.parallel_jobs.model import DelayClasses, Machines
from engine.parallel_jobs.records import Happening, Log


def as_counted(machines: Machines, machine_events: MachineEvents, preempts: bool = False) -> Machines:
    """The machines as space sharing counts them: by group, or where jobs may lose them each as a group of its own."""
    if len(machine_events.time) == 0 and not preempts:
        return machines
    group, (delay, scaled, of_load, capacity) = machines.group, with_users(machines, machine_events).classes
    return Machines(
        group=np.arange(len(group), dtype=np.int32),
        speed_factor=machines.speed_factor[group],
        classes=DelayClasses(delay, scaled, of_load[group], capacity[group]),
    )


def groups_by_speed(machines: Machines) -> np.ndarray:
    """The machine groups, fastest first, those of one speed in the order of the scenario; int (G,)."""
    return np.argsort(machines.speed_factor, kind="stable")


def with_machines(rows: np.ndarray, held: np.ndarray, machines: Machines) -> Log:
    """The log with machine numbers, from how many machines of each group a job has after each row.

    Within a group the lowest free number is taken first, and the highest given back first.

    Parameters
    ----------
    rows : records (N,) with time, happening, job
    held : int (N, G), of the groups by speed; all 0 where the job has no machines (any more)
    """
    order = groups_by_speed(machines)
    free = [np.flatnonzero(machines.group == group).tolist() for group in order]
    slowest_first = np.argsort(-machines.speed_factor[order], kind="stable").tolist()
    exact = machines.classes.of_load[order, 1]
    owned: dict[int, list[list[int]]] = {}
    lists: list[list[int]] = []
    delay_class = np.full(len(rows), -1, dtype=np.int32)
    for n, (happening, job) in enumerate(zip(rows["happening"].tolist(), rows["job"].tolist(), strict=True)):
        if happening in (Happening.ARRIVAL, Happening.REJECTION):
            lists.append([])
            continue
        own = owned.setdefault(job, [[] for _ in order])
        for group, wanted in enumerate(held[n].tolist()):
            while len(own[group]) > wanted:
                heappush(free[group], own[group].pop())
            while len(own[group]) < wanted:
                insort(own[group], heappop(free[group]))
        now = [machine for group in slowest_first for machine in own[group]]
        lists.append(now if happening != Happening.END else [])
        if happening == Happening.END:
            del owned[job]
        elif now:
            delay_class[n] = max(exact[group] for group, there in enumerate(own) if there)
    return Log(
        rows["time"].copy(),
        rows["happening"].astype(np.int8),
        rows["job"].astype(np.int32),
        delay_class,
        np.concatenate([[0], np.cumsum([len(part) for part in lists])]).astype(np.int64),
        np.array([machine for part in lists for machine in part], dtype=np.int32),
    )
