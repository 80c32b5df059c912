"""What a scenario may not ask for, though each of its fields is in range: times the clock loses, endless events."""

from __future__ import annotations  # a scenario asks for this while it is validated

from math import exp
from typing import TYPE_CHECKING

from engine.inputs.rejection import Rejection
from engine.parallel_jobs.inputs.forecast.disturbance import CALM, HOPELESS, disturbance, events_per_second
from engine.parallel_jobs.inputs.forecast.span import shortest_run, worst_span

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.options import Options
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

TO_BLAME = {
    "poisson": "workload.arrivals.rate_per_1000_s",
    "by-hour": "workload.arrivals.rate_per_1000_s",
    "listed": "workload.arrivals.jobs",
    "lublin99": "workload.arrivals.load",
}
"""The field that makes a replication long, by how jobs arrive."""

SHORTEST_INTERVAL = 1e-3
"""s; no job class has a shorter mean demand."""

MOST_COST = 1000.0
"""Cost of a checkpoint over the interval: a job that writes for 1000 s after each second of work gets nowhere."""

RESOLUTION = 2.0**-52
"""Of the clock, a 64-bit number: this times its present value is the next value that it can have."""

SHARE = 1e-4
"""Of the shortest mean run time: the clock must tell times apart that differ by so little."""

MOST_EVENTS = 400_000
"""Machine events of one replication. What is expected to need more is refused; what needs more by chance ends without
any: all users leave, all machines return, and nothing happens any more."""

LAST_HORIZON = 1e10
"""s; the same then, if there were fewer events."""


def check_checkpoints(options: Options) -> None:
    """Refuse checkpoints that come faster than time passes, or that leave no time for work."""
    interval, cost = options.checkpoint_interval, options.checkpoint_cost
    if 0 < interval < SHORTEST_INTERVAL:
        raise Rejection(
            "options.checkpoint_interval",
            f"{interval:g} s is too short; at least {SHORTEST_INTERVAL:g} s are allowed, or 0 for no checkpoints",
        )
    if interval and cost > MOST_COST * interval:
        raise Rejection(
            "options.checkpoint_cost",
            f"a job would write for {cost:g} s after every {interval:g} s of work and get nowhere; at most "
            f"{MOST_COST:g} times the interval is allowed, {MOST_COST * interval:g} s",
        )


def check_span(scenario: ParallelJobsScenario) -> None:
    """Refuse what lasts so long that the clock can no longer tell the shortest run times apart."""
    run, arrivals = shortest_run(scenario), scenario.workload.arrivals
    most, span = SHARE * run / RESOLUTION, worst_span(scenario, CALM)
    if scenario.machine_events:
        span = max(span, min(LAST_HORIZON, worst_span(scenario, disturbance(scenario))))
    if span <= most:
        return
    raise Rejection(
        TO_BLAME.get(arrivals.process, "workload.jobs"),
        f"a replication would last about {span:.2g} s, and that is too long beside jobs that run for "
        f"{run:.2g} s: the clock would round their times. With such jobs at most {most:.2g} s are allowed: fewer or "
        f"longer jobs, or a higher arrival rate",
    )


def check_machine_events(scenario: ParallelJobsScenario) -> None:
    """Refuse more machine events than are simulated, by how many are to be expected."""
    if not scenario.machine_events:
        return
    around = disturbance(scenario)
    span = worst_span(scenario, around)
    if around.rate * span <= MOST_EVENTS:
        return
    counts = {group.name: group.count for group in scenario.cluster.groups}
    rates = [events_per_second(change, counts[change.group]) for change in scenario.machine_events]
    for_ever = span > exp(HOPELESS / 2)
    if for_ever:
        what = "jobs would be disrupted again and again and hardly ever end"
    else:
        what = f"about {around.rate * span:.2g} machine events are to be expected until the last job has ended"
    raise Rejection(
        f"machine_events.{rates.index(max(rates))}",
        f"{what}; at most {MOST_EVENTS:,} are allowed: fewer machines, fewer or shorter jobs, checkpoints, or longer "
        f"times between the events",
    )
