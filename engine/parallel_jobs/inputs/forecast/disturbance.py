"""How much longer jobs take since things happen to their machines, from formulas.

A job on n machines is struck n times as often as one machine is. What it has done since its last checkpoint is lost
then, so that with a rate L of being struck it needs (exp(L t) - 1) / L for work of t seconds: for a job that is much
longer than the time between two strikes, that is for ever.
"""

from __future__ import annotations  # a scenario asks for this while it is validated

from math import exp, expm1, sqrt
from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.inputs.demand_quantiles import NORMAL, ladder
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.forecast.stand_ins import missed, stand_ins
from engine.parallel_jobs.inputs.forecast.typical import TypicalJob, machines_there, pace, speedup_on
from engine.parallel_jobs.inputs.machine_changes import Failures, MachineChange, Owners, Sessions, Shutdown

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

DAY = 86_400.0

HOPELESS = 60.0
"""exp of this is more than any replication can wait for."""


class Disturbance(NamedTuple):
    """What happens to the machines in the mean.

    Attributes
    ----------
    rate : machine events per second, all machines together
    once : machine events that come only once
    failures, shutdowns : strikes per second and machine
    notice : s, of the shutdowns, the shortest
    there : share of the machines that are there
    users : on a machine, in the mean
    calm, every : s, from the end of a strike that comes by the clock to the next one, and from its beginning
    clocked : machines on which they do
    """

    rate: float = 0.0
    once: float = 0.0
    failures: float = 0.0
    shutdowns: float = 0.0
    notice: float = 0.0
    there: float = 1.0
    users: float = 0.0
    calm: float = float("inf")
    every: float = float("inf")
    clocked: int = 0


CALM = Disturbance()


def events_per_second(change: MachineChange, machines: int) -> float:
    """Events that a change causes on a group of so many *machines*, in the mean."""
    if isinstance(change, Owners):
        return 2 * machines * change.presence / DAY
    if isinstance(change, Sessions):
        return 2 * machines / (change.mean_away + change.mean_session)
    if isinstance(change, Failures):
        return 2 * machines / (change.mean_between + change.mean_repair)
    if isinstance(change, Shutdown) and change.every:
        return 2 * change.count / change.every
    return 0.0


def can_be_disturbed(scenario: ParallelJobsScenario) -> bool:
    """Whether anything may ever happen to the machines: owners may be said never to come."""
    around = disturbance(scenario)
    return bool(around.rate or around.once)


@once_per_scenario
def disturbance(scenario: ParallelJobsScenario) -> Disturbance:
    """What happens to the machines of *scenario*."""
    if not scenario.machine_events:
        return CALM
    counts = {group.name: group.count for group in scenario.cluster.groups}
    total = scenario.cluster.machines
    rate = once = failures = shutdowns = users = 0.0
    calm, every, clocked = float("inf"), float("inf"), 0
    notice, there = float("inf"), {name: 1.0 for name in counts}
    falls = dict.fromkeys(counts, 0.0)
    for change in scenario.machine_events:
        count = counts[change.group]
        rate += events_per_second(change, count)
        if isinstance(change, Owners):
            users += count / total * change.presence * (change.leaves_at - change.comes_at) / 24
        elif isinstance(change, Sessions):
            users += count / total * change.mean_session / (change.mean_away + change.mean_session)
        elif isinstance(change, Failures):
            failures += count / total / change.mean_between
            falls[change.group] += 1 / (change.mean_between + change.mean_repair)
            there[change.group] *= change.mean_between / (change.mean_between + change.mean_repair)
        elif isinstance(change, Shutdown) and change.every:
            shutdowns += change.count / total / change.every
            notice = min(notice, change.notice)
            if change.every - change.duration < calm:
                calm, every, clocked = change.every - change.duration, change.every, change.count
            falls[change.group] += change.count / count / change.every
            there[change.group] *= 1 - change.count / count * change.duration / change.every
        else:
            once += 2 * change.count
    used, present = 0, 0.0
    for name, up in there.items():
        spares = stand_ins(scenario, name, 0.0)
        number = counts[name] - spares.number
        replaced = number * (1 - up - missed(up, falls[name], spares.delay))
        used, present = used + number, present + number * up + min(spares.number * up, replaced)
    share = present / max(1, used)
    notice = notice if shutdowns else 0.0
    return Disturbance(rate, once, failures, shutdowns, notice, share, users, calm, every, clocked)


class Lengths(NamedTuple):
    """Times that a job of a class keeps *size* machines, all its attempts together, s: mean and about the longest."""

    size: float
    mean: float
    longest: float


def migration_pause(scenario: ParallelJobsScenario, job: TypicalJob, size: float) -> float:
    """How long a job of a class stands still while its *size* processes move, s."""
    cost = scenario.options.migration
    return cost.checkpoint + size * (cost.latency + cost.transfer_per_kb * job.kind.process_size_kb)


def lengths(scenario: ParallelJobsScenario, job: TypicalJob, size: float, around: Disturbance) -> Lengths:
    """How long jobs of a class take on *size* machines, with what happens to these."""
    options = scenario.options
    share = 1.0
    if options.checkpoint_interval:
        share = options.checkpoint_interval / (options.checkpoint_interval + options.checkpoint_cost)
    users = min(1.0, size * around.users)  # on the slowest machine
    speed = share * speedup_on(job.kind.speedup, size) * pace(scenario.cluster.groups, size) / (1 + users)
    steps = ladder(job.kind.demand, scenario.workload.jobs)
    if around.there == 1.0:
        return Lengths(size, job.kind.demand.mean / speed, steps[-1][1] / speed)
    machines = machines_there(scenario)
    pause = migration_pause(scenario, job, size)
    in_time = pause <= around.notice
    lost = size * (around.failures + (0.0 if in_time else around.shutdowns))
    paused = size * around.shutdowns * pause if in_time else 0.0
    period = options.checkpoint_interval / share if options.checkpoint_interval else float("inf")
    wait, longest = _until_enough(machines, size, around) * exp(min(HOPELESS, paused)), float("inf")
    if size > machines - around.clocked and not in_time:
        longest = around.calm
    elif size > machines - around.clocked:  # nowhere to go: it is written down, waits, and is read again each time
        left = around.calm - pause
        wait, longest = (max(wait, around.every / left), longest) if left > 0 else (wait, 0.0)
    times = [with_losses(demand / speed, lost, period, longest) for _, demand in steps]
    mean = sum(part * time for (part, _), time in zip(steps, times, strict=True))
    return Lengths(size, mean * wait, times[-1] * wait)


def longer(scenario: ParallelJobsScenario, time: float, size: float, lost: float, around: Disturbance) -> float:
    """How long a job takes that would take *time* seconds if nothing happened to its machines.

    It has *size* machines, and what it has done is *lost* so many times per second.
    """
    interval, share = scenario.options.checkpoint_interval, 1.0
    if interval:
        share = interval / (interval + scenario.options.checkpoint_cost)
    time *= (1 + min(1.0, size * around.users)) / share
    return with_losses(time, lost, interval / share if interval else float("inf"), float("inf"))


def with_losses(time: float, lost: float, period: float, longest: float) -> float:
    """Time for work of *time* seconds that is *lost* so many times per second since the last *period* began.

    At the *longest* it goes on for so long: strikes that come by the clock leave no more.
    """
    if min(time, period) > longest:
        return exp(HOPELESS)
    if not lost:
        return time
    if time <= period:
        return expm1(min(HOPELESS, lost * time)) / lost
    return time / period * expm1(min(HOPELESS, lost * period)) / lost


def _until_enough(machines: int, size: float, around: Disturbance) -> float:
    """One over the share of the time in which *size* of the *machines* are there at once."""
    mean = around.there * machines
    deviation = sqrt(max(mean * (1 - around.there), 1e-9))
    enough = 1 - NORMAL.cdf((size - 0.5 - mean) / deviation)
    return 1 / max(enough, exp(-HOPELESS))
