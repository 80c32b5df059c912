"""From a scenario and a replication to machine events: a longer horizon begins with the same events."""

from math import ceil
from typing import NamedTuple, Self

import numpy as np

from engine.inputs.draws import Draws, Stream
from engine.parallel_jobs.inputs.bounds import LAST_HORIZON, MOST_EVENTS
from engine.parallel_jobs.inputs.forecast.disturbance import disturbance
from engine.parallel_jobs.inputs.machine_changes import (
    Addition,
    Failures,
    Owners,
    Sessions,
    Shutdown,
    Spares,
    limits_of,
)
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.machine_events.events import (
    NO_EVENTS,
    MachineEventKind,
    MachineEvents,
    happening_to,
    in_order,
)

# When machines are not there, for whatever reasons, and the events that this gives.


class Absences(NamedTuple):
    """N times in which one machine is not there; they may overlap.

    Attributes
    ----------
    begin, end : float64 (N,), s; the end may be infinite
    kind : int8 (N,), SHUTDOWN or FAILURE
    notice : float64 (N,), s
    """

    begin: np.ndarray
    end: np.ndarray
    kind: np.ndarray
    notice: np.ndarray

    @classmethod
    def of(cls, times: np.ndarray, kind: MachineEventKind, notice: float = 0.0) -> Self:
        """Absences of one kind from their (begin, end), float64 (N, 2)."""
        n = len(times)
        return cls(times[:, 0], times[:, 1], np.full(n, kind, dtype=np.int8), np.full(n, notice))


def gone(machine: int, absences: list[Absences]) -> MachineEvents:
    """Absences as events: where several overlap, the first is how the machine goes, and the last is when it returns."""
    every = Absences(*(np.concatenate(columns) for columns in zip(*absences, strict=True)))
    order = np.lexsort((every.kind, every.end, every.begin))
    order = order[every.begin[order] < every.end[order]]
    begin, end, kind, notice = (column[order] for column in every)
    until = np.maximum.accumulate(end)
    first = np.concatenate([[True], begin[1:] > until[:-1]])[: len(begin)]
    last = np.concatenate([first[1:], [True]])[: len(begin)]
    times = np.column_stack([begin[first], until[last]])
    kinds = np.column_stack([kind[first], np.full(len(times), MachineEventKind.RETURN)])
    notices = np.column_stack([notice[first], np.zeros(len(times))])
    return happening_to(machine, times.ravel(), kinds.ravel(), notices.ravel())


# Spare machines: when they are not there, since nobody needs them (Kumar 2001, section 3.1.4).


def standby(delay: dict[int, float], down: MachineEvents) -> dict[int, np.ndarray]:
    """The absences of each spare, begin and end, float64 (N, 2), s.

    Whenever a machine that is no spare is down and nobody stands in for it, the idle spare with the lowest number that
    is not down itself is given the task. It comes after its *delay* (s), and is an idle spare again when the machine
    has returned. Machines wait for a spare in the order in which they went down. A spare that goes down while it stands
    in is not replaced. *down* has the shutdowns, failures and returns of all machines.
    """
    absences: dict[int, list[tuple[float, float]]] = {spare: [] for spare in delay}
    idle_since = dict.fromkeys(delay, 0.0)
    stands_in: dict[int, tuple[int, float]] = {}
    waiting: list[int] = []
    broken: set[int] = set()

    def come(spare: int, time: float) -> None:
        absences[spare].append((idle_since.pop(spare), time))

    events = zip(down.time.tolist(), down.machine.tolist(), down.kind.tolist(), strict=True)
    for time, machine, kind in events if delay else ():
        returns = kind == MachineEventKind.RETURN
        if machine in delay:
            (broken.discard if returns else broken.add)(machine)
        elif not returns:
            waiting.append(machine)
        elif machine in waiting:
            waiting.remove(machine)
        else:
            spare, comes = stands_in.pop(machine)
            if comes < time:
                come(spare, comes)
                idle_since[spare] = time
        taken = {spare for spare, _ in stands_in.values()}
        idle = sorted(delay.keys() - taken - broken)
        for spare in idle[: len(waiting)]:
            stands_in[waiting.pop(0)] = spare, time + delay[spare]
    for spare, comes in stands_in.values():
        come(spare, comes)
    for spare in list(idle_since):
        come(spare, np.inf)
    return {spare: np.array(times) for spare, times in absences.items()}


PLENTY = 1e9
"""s; the notice of a machine that nobody is in a hurry to get back."""

DAY, HOUR, MINUTE = 86_400.0, 3_600.0, 60.0


def draw_machine_events(scenario: ParallelJobsScenario, replication: int, horizon: float) -> MachineEvents:
    """The machine events of one replication before *horizon* (s), at most `MOST_EVENTS` and those that end it all."""
    if not scenario.machine_events:
        return NO_EVENTS
    horizon = min(horizon, LAST_HORIZON)
    reach = min(horizon, MOST_EVENTS / max(disturbance(scenario).rate, 1e-30))  # no further: memory is for so many
    drawn = _before(scenario, replication, reach)
    while len(drawn.time) < MOST_EVENTS and reach < horizon:
        reach = min(horizon, 2 * reach)
        drawn = _before(scenario, replication, reach)
    if len(drawn.time) >= MOST_EVENTS:
        return _ended(MachineEvents(*(column[:MOST_EVENTS] for column in drawn)), drawn.time[MOST_EVENTS - 1])
    return _ended(drawn, LAST_HORIZON) if horizon == LAST_HORIZON else drawn


def machines_in(scenario: ParallelJobsScenario, group: str, last: int | None = None) -> range:
    """The numbers of the machines of a group, or of the *last* ones of it."""
    counts = {kind.name: kind.count for kind in scenario.cluster.groups}
    names = list(counts)
    end = sum(counts[name] for name in names[: names.index(group) + 1])
    return range(end - min(counts[group], counts[group] if last is None else last), end)


def _before(scenario: ParallelJobsScenario, replication: int, horizon: float) -> MachineEvents:
    """All events before *horizon*, in order."""
    draws = Draws(scenario.study.seed, replication)
    parts: list[MachineEvents] = []
    down: dict[int, list[Absences]] = {}
    other: dict[int, list[Absences]] = {}
    for number, change in enumerate(scenario.machine_events):
        last = change.count if isinstance(change, Shutdown | Addition | Spares) else None
        for machine in machines_in(scenario, change.group, last):
            stream = draws.stream(f"machine events.{change.event}.{number}.{machine}")
            if isinstance(change, Owners):
                parts.append(_visits(machine, _days(change, stream, horizon)))
            elif isinstance(change, Sessions):
                times = _renewals(stream, change.mean_away, change.mean_session, horizon)
                parts.append(_visits(machine, times))
            elif isinstance(change, Failures):
                times = _renewals(stream, change.mean_between, change.mean_repair, horizon)
                down.setdefault(machine, []).append(Absences.of(times, MachineEventKind.FAILURE))
            elif isinstance(change, Shutdown):
                times = _announced(change, horizon)
                down.setdefault(machine, []).append(Absences.of(times, MachineEventKind.SHUTDOWN, change.notice))
            elif isinstance(change, Addition):
                times = np.array([[0.0, change.at]])
                other.setdefault(machine, []).append(Absences.of(times, MachineEventKind.SHUTDOWN, PLENTY))
    going = {machine: gone(machine, reasons) for machine, reasons in down.items()}
    for spare, times in standby(_delays(scenario), in_order(going.values(), horizon)).items():
        other.setdefault(spare, []).append(Absences.of(times, MachineEventKind.SHUTDOWN, PLENTY))
    going |= {machine: gone(machine, [*down.get(machine, []), *reasons]) for machine, reasons in other.items()}
    limits = limits_of(scenario.machine_events, scenario.cluster)
    parts += [happening_to(most, [instant], [MachineEventKind.LIMIT]) for instant, most in limits]
    return in_order([*parts, *going.values()], horizon)


def _delays(scenario: ParallelJobsScenario) -> dict[int, float]:
    """How long each spare takes to come, s."""
    return {
        machine: change.delay
        for change in scenario.machine_events
        if isinstance(change, Spares)
        for machine in machines_in(scenario, change.group, change.count)
    }


def _visits(machine: int, times: np.ndarray) -> MachineEvents:
    comes, leaves = MachineEventKind.USER_ARRIVES, MachineEventKind.USER_LEAVES
    return happening_to(machine, times.ravel(), np.tile([comes, leaves], len(times)))


def _days(owners: Owners, stream: Stream, horizon: float) -> np.ndarray:
    """When the owner of one machine is there, (N, 2) s. A day consumes three numbers, whether he comes or not."""
    day = np.arange(ceil(horizon / DAY))
    luck, early, late = stream.random((len(day), 3)).T
    comes = owners.comes_at * HOUR + (2 * early - 1) * owners.spread * MINUTE
    leaves = owners.leaves_at * HOUR + (2 * late - 1) * owners.spread * MINUTE
    times = np.column_stack([np.maximum(comes, 0.0), np.minimum(leaves, DAY)])
    here = (luck < owners.presence) & (times[:, 0] < times[:, 1])
    if owners.weekend_off:
        here &= day % 7 < 5
    found: np.ndarray = (times + day[:, np.newaxis] * DAY)[here]
    return found


def _renewals(stream: Stream, mean_before: float, mean_length: float, horizon: float) -> np.ndarray:
    """Begin and end of what comes again after exponential times and lasts exponential times, (N, 2) s."""
    drawn = stream.exponential((16, 2))
    while True:
        instants = np.cumsum(drawn * [mean_before, mean_length]).reshape(-1, 2)
        if instants[-1, 1] >= horizon or len(drawn) >= MOST_EVENTS:
            found: np.ndarray = instants[instants[:, 0] < instants[:, 1]]
            return found[found[:, 0] < horizon]
        drawn = np.concatenate([drawn, stream.exponential(drawn.shape)])


def _announced(shutdown: Shutdown, horizon: float) -> np.ndarray:
    """Begin and end of all shutdowns of a machine, (N, 2) s."""
    times = ceil(max(0.0, horizon - shutdown.at) / shutdown.every) if shutdown.every else 1
    begin = shutdown.at + np.arange(min(times, MOST_EVENTS)) * shutdown.every
    return np.column_stack([begin, begin + (np.inf if shutdown.for_good else shutdown.duration)])


def _ended(machine_events: MachineEvents, time: float) -> MachineEvents:
    """The same, and at *time* all users leave and all machines return."""
    machine, kind = machine_events.machine, machine_events.kind
    of_users = kind <= MachineEventKind.USER_LEAVES
    steps = np.where(kind[of_users] == MachineEventKind.USER_ARRIVES, 1, -1)
    users = np.bincount(machine[of_users], steps).astype(np.int64)
    going = ~of_users & (kind != MachineEventKind.LIMIT)
    latest = np.full(machine[going].max(initial=0) + 1, MachineEventKind.RETURN)
    latest[machine[going]] = kind[going]  # of several of a machine, the last one stays
    absent = np.flatnonzero(latest != MachineEventKind.RETURN)
    there = np.repeat(np.arange(len(users)), np.maximum(users, 0))
    last = (
        happening_to(0, np.full(len(them), time), np.full(len(them), what))._replace(machine=them.astype(np.int32))
        for them, what in ((absent, MachineEventKind.RETURN), (there, MachineEventKind.USER_LEAVES))
    )
    return MachineEvents(*(np.concatenate(columns) for columns in zip(machine_events, *last, strict=True)))
