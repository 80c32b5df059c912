"""Some iterations of one run: who computed when with which share of its machine, and who was last at the barrier."""

from functools import lru_cache

import numpy as np
import orjson

from engine.statistics.equal_parts import means_of_parts
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.inputs.workload import machines_of
from engine.synchronous_iterative.records import Log, Window
from engine.synchronous_iterative.replay.tree import Intervals, Timeline
from engine.synchronous_iterative.replication import Replication, replicate
from engine.synchronous_iterative.system import SECOND

MOST_INTERVALS = 6_000
"""Drawn one by one; of more, the first ones."""

MOST_ITERATIONS = 20


def timeline(
    scenario: SynchronousIterativeScenario, policy: str, replication: int, first: int, iterations: int
) -> Timeline:
    """Iterations from number *first* (0 is the first of all) on; see `trace.trace`."""
    whole = known_run(scenario, policy, replication)
    total = len(whole.records.begin)
    first = min(max(first, 0), total - 1)
    end = min(first + min(max(iterations, 1), MOST_ITERATIONS), total)
    since, until = int(whole.records.begin[first]), int(whole.records.barrier[end - 1])
    log = replicate(scenario, policy, replication, Window(since, until)).records.log
    cut = len(log.time) > MOST_INTERVALS
    if cut:
        until = int(log.time[MOST_INTERVALS])
        log = Log(*(column[:MOST_INTERVALS] for column in log))
    shown = slice(first, end)
    arrived = whole.records.arrived[:, shown]
    machines = machines_of(whole.chosen.counts)
    return {
        "iterations_in_all": total,
        "lengths": means_of_parts((whole.records.barrier - whole.records.begin) / SECOND),
        "first_iteration": first,
        "number": list(range(first, end)),
        "begin": (whole.records.begin[shown] / SECOND).tolist(),
        "barrier": (whole.records.barrier[shown] / SECOND).tolist(),
        "machines": {"group": [group for group, _ in machines], "number": [number for _, number in machines]},
        "arrived": (arrived.T / SECOND).tolist(),
        "last": arrived.argmax(axis=0).tolist(),
        "intervals": _intervals(log, until),
        "since": since / SECOND,
        "until": until / SECOND,
        "cut": cut,
        "end": whole.records.end / SECOND,
    }


def _intervals(log: Log, until: int) -> Intervals:
    """What is so on each machine between two changes: the application is begun on all at the begin of the window."""
    order = np.lexsort((log.time, log.machine))
    time, machine = log.time[order], log.machine[order]
    stop = np.append(time[1:], until)
    stop[np.append(machine[1:] != machine[:-1], True)] = until
    keep = stop > time
    jobs, computing = log.jobs[order][keep], log.computing[order][keep]
    return {
        "machine": machine[keep].tolist(),
        "start": (time[keep] / SECOND).tolist(),
        "end": (stop[keep] / SECOND).tolist(),
        "jobs": jobs.tolist(),
        "computing": computing.tolist(),
        "share": (computing / (jobs + 1)).tolist(),
    }


def known_run(scenario: SynchronousIterativeScenario, policy: str, replication: int) -> Replication:
    """The whole run without a log, which is the same for every window of it."""
    tree = scenario.model_dump(mode="json", exclude={"title", "notes"})
    return _known_run(orjson.dumps(tree, option=orjson.OPT_SORT_KEYS), policy, replication)


@lru_cache(maxsize=8)
def _known_run(text: bytes, policy: str, replication: int) -> Replication:
    return replicate(SynchronousIterativeScenario.read(orjson.loads(text)), policy, replication)
