"""The passes of a queue of dedicated nodes: who waited, in which order, and what was known of each."""

import numpy as np

from engine.coscheduling.forced import START, WAIT
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.policies import Queue
from engine.coscheduling.records import Records, Window
from engine.coscheduling.replay import tree
from engine.coscheduling.replication import Model
from engine.coscheduling.rules import in_turn, priority_at
from engine.coscheduling.system import LATEST
from engine.queues.backfilling import reservation
from engine.queues.orders import MOVING

FIRST = 12
"""Jobs of a pass that are told of, from the first of the queue on; and all that start."""


def passes(model: Model, records: Records, window: Window, most: int) -> list[tree.Decision]:
    """Those in the window in which somebody waits and a node is idle; the first *most*."""
    instants = np.unique(np.concatenate((records.arrival, records.end)))
    found = []
    for now in instants[(instants >= window.since) & (instants <= window.until)].tolist():
        one = _pass(model, records, now)
        if one is not None:
            found.append(one)
        if len(found) == most:
            break
    return found


def _pass(model: Model, records: Records, now: int) -> tree.Decision | None:
    jobs = model.jobs
    waiting = np.flatnonzero((records.arrival <= now) & (records.start >= now))
    running = np.flatnonzero((records.start < now) & (records.end > now))
    idle = model.system.nodes - int(jobs.size[running].sum())
    if not len(waiting) or not idle:
        return None
    queue = _in_order(model, waiting, now)
    starts = {int(job) for job in waiting if records.start[job] == now}
    arrival, estimate, size = jobs.arrival.tolist(), jobs.estimate.tolist(), jobs.size.tolist()
    told = [job for place, job in enumerate(queue) if place < FIRST or job in starts]
    head, until, spare = _reserved(model, records, queue, running, idle, now)
    rows: list[tree.Candidate] = []
    for job in told:
        fits = size[job] <= idle
        begins = job in starts
        rows.append(
            {
                "job": job,
                "tasks": size[job],
                "waits": (now - arrival[job]) / SECOND,
                "estimate": estimate[job] / SECOND,
                "choice": (WAIT if begins else START) if fits else "",
                "chosen": begins,
                "reserved": until / SECOND if job == head and until < LATEST else None,
            }
        )
    return {
        "time": now / SECOND,
        "kind": "pass",
        "node": -1,
        "candidates": rows,
        "nobody": "",
        "idle": idle,
        "spare": spare,
        "waiting": len(queue),
    }


def _in_order(model: Model, waiting: np.ndarray, now: int) -> list[int]:
    """Those that wait, as they are looked at; under First Fit and First Come as they came."""
    jobs, scheme = model.jobs, model.scheme
    there: list[int] = waiting.tolist()
    if scheme.queue in (Queue.FIRST_COME_FIRST_SERVED, Queue.FIRST_FIT):
        return there
    if scheme.order < MOVING:
        place = np.argsort(in_turn(jobs, scheme.order)).tolist()
    else:
        arrival, estimate, size = jobs.arrival.tolist(), jobs.estimate.tolist(), jobs.size.tolist()
        code = int(scheme.order)
        place = [-priority_at(code, now, at, arrival[0], *of) for at, *of in zip(arrival, estimate, size, strict=True)]
    there.sort(key=lambda job: (place[job], job))
    if scheme.queue == Queue.EASY:  # whoever came first is the head, as long as heads fit
        first = min(there)
        there.remove(first)
        there.insert(0, first)
    return there


def _reserved(
    model: Model, records: Records, queue: list[int], running: np.ndarray, idle: int, now: int
) -> tuple[int | None, int, int | None]:
    """The head that does not fit, when it can start by the estimates, and how many nodes it leaves spare then."""
    jobs, scheme = model.jobs, model.scheme
    if scheme.queue not in (Queue.EASY, Queue.ORDERED):
        return None, LATEST, None
    turn = sorted(queue) if scheme.queue == Queue.EASY else queue
    begun = [int(job) for job in running]
    ends, sizes = (
        [int(records.start[job] + jobs.estimate[job]) for job in begun],
        [int(jobs.size[job]) for job in begun],
    )
    for job in turn:
        size = int(jobs.size[job])
        if size > idle:
            shadow, spare = reservation(np.array(ends, np.int64), np.array(sizes, np.int64), idle, size, LATEST)
            return job, int(shadow), int(spare)
        idle -= size
        ends.append(now + int(jobs.estimate[job]))
        sizes.append(size)
    return None, LATEST, None
