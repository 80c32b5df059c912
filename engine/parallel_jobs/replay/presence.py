"""Who waits in a window of time and which machines are away in it, with the reason: what a schedule leaves white."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.parallel_jobs.inputs.machine_changes import Addition, Spares
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.machine_events.draws import machines_in
from engine.parallel_jobs.machine_events.events import MachineEventKind
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.replay.events import Event, Row
from engine.parallel_jobs.replay.tree import Away, AwayReason, Waits

MOST_WAITS = 4_000
"""Of a window. In overload all jobs that came before wait in it; those that began to wait first are told."""


class Wait(NamedTuple):
    """A job waits from one instant to another, s."""

    since: float
    until: float
    job: int


class Absence(NamedTuple):
    """A machine is away from one instant to another, s."""

    since: float
    until: float
    machine: int
    reason: AwayReason


def waits_of(path: Iterable[Event], begin: float, end: float) -> Waits:
    """When which job waits between *begin* and *end*; a job that loses its machines waits again.

    Waits that began before *begin* are told from their own begin on; those that go on end at *end*.
    """
    waiting: dict[int, float] = {}
    found: list[Wait] = []
    for event in path:
        if event.time > end:
            break
        for row in event.rows:
            if row.happening in (Happening.ARRIVAL, Happening.EVICTION):
                waiting[row.job] = event.time
            elif row.happening in (Happening.START, Happening.REJECTION):
                since = waiting.pop(row.job)
                if event.time > max(since, begin):
                    found.append(Wait(since, event.time, row.job))
    found += [Wait(since, end, job) for job, since in waiting.items() if since < end]
    rows = sorted(found)[:MOST_WAITS]
    return {
        "job": [row.job for row in rows],
        "since": [row.since for row in rows],
        "until": [row.until for row in rows],
    }


def away_of(scenario: ParallelJobsScenario, path: Iterable[Event], begin: float, end: float) -> Away:
    """When which machine is away between *begin* and *end*, or has its owner, with the reason; cut at both ends."""
    reasons = _standing_by(scenario)
    users: dict[int, int] = {}
    open_: dict[tuple[int, bool], tuple[float, AwayReason]] = {}  # by machine, and whether it is its owner
    found: list[Absence] = []

    def close(key: tuple[int, bool], time: float) -> None:
        since, reason = open_.pop(key)
        if time > max(since, begin):
            found.append(Absence(max(since, begin), time, key[0], reason))

    for event in path:
        if event.time >= end:
            break
        for row in event.rows:
            if row.happening != Happening.MACHINE:
                continue
            machine = row.machines[0]
            users[machine] = max(0, users.get(machine, 0) + _user(row))
            is_there = {True: users[machine] == 0, False: row.job == MachineEventKind.RETURN}
            key = (machine, row.job <= MachineEventKind.USER_LEAVES)
            if key in open_ and is_there[key[1]]:
                close(key, event.time)
            elif key not in open_ and not is_there[key[1]]:
                open_[key] = (event.time, _reason(row, reasons))
    for key in list(open_):
        close(key, end)
    rows = sorted(found)
    return {
        "machine": [row.machine for row in rows],
        "since": [row.since for row in rows],
        "until": [row.until for row in rows],
        "reason": [row.reason for row in rows],
    }


def _user(row: Row) -> int:
    return {MachineEventKind.USER_ARRIVES: 1, MachineEventKind.USER_LEAVES: -1}.get(MachineEventKind(row.job), 0)


def _reason(row: Row, standing_by: dict[int, AwayReason]) -> AwayReason:
    if row.job == MachineEventKind.USER_ARRIVES:
        return "owner"
    if row.job == MachineEventKind.FAILURE:
        return "failure"
    return standing_by.get(row.machines[0], "shutdown")


def _standing_by(scenario: ParallelJobsScenario) -> dict[int, AwayReason]:
    """The machines that are added later or stand by: to the clocks they are shut down."""
    found: dict[int, AwayReason] = {}
    for change in scenario.machine_events:
        if isinstance(change, Addition):
            found |= dict.fromkeys(machines_in(scenario, change.group, change.count), "addition")
        elif isinstance(change, Spares):
            found |= dict.fromkeys(machines_in(scenario, change.group, change.count), "spare")
    return found
