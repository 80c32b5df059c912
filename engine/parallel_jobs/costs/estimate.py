"""What one cell takes: steps of the kernels, counted from formulas, times what one of each takes."""

from math import ceil, inf, log, sqrt

from engine.contract.cost import Cost
from engine.parallel_jobs.costs.crowd import FOR_PROFIT, crowd
from engine.parallel_jobs.costs.disturbance import DAY, disturbance
from engine.parallel_jobs.costs.once import once_per_scenario
from engine.parallel_jobs.costs.seconds_per_step import SECONDS
from engine.parallel_jobs.costs.span import span
from engine.parallel_jobs.costs.typical import arrivals_end
from engine.parallel_jobs.inputs.bounds import LAST_HORIZON, MOST_EVENTS
from engine.parallel_jobs.inputs.demand_quantiles import quantile
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.worth import ExponentialDeadline, NoDeadline, ProportionalDeadline
from engine.parallel_jobs.machine_events.as_far_as_needed import first_horizon

FIXED_SECONDS = 1e-3
"""Of any cell, however few jobs it has."""

FIXED_BYTES, JOB_BYTES, STRUCK_JOB_BYTES, EVENT_BYTES, PLACE_BYTES = 5e6, 250, 420, 150, 8
"""A place is a machine for each job that may run; it is only kept where machine events are."""


def cost(scenario: ParallelJobsScenario, policy: str) -> Cost:
    """What one cell takes on a 2.4 GHz server core; `bench --costs` compares it with what is measured."""
    each = SECONDS["struck" if scenario.machine_events else "calm"][policy]
    counted = steps(scenario, policy)
    seconds = FIXED_SECONDS + sum(counted[name] * time for name, time in each.items())
    jobs, machines = scenario.workload.jobs, scenario.cluster.machines
    if not scenario.machine_events:
        return Cost(seconds, FIXED_BYTES + JOB_BYTES * jobs)
    room = STRUCK_JOB_BYTES * jobs + EVENT_BYTES * counted["event"] + PLACE_BYTES * machines**2
    return Cost(seconds, FIXED_BYTES + room)


_first_horizon = once_per_scenario(first_horizon)


@once_per_scenario
def _touched(scenario: ParallelJobsScenario) -> tuple[int, int]:
    """Machines for which events are drawn, for each of the changes anew; those among them that have owners."""
    counts = {group.name: group.count for group in scenario.cluster.groups}
    touched = [(getattr(change, "count", counts[change.group]), change.event) for change in scenario.machine_events]
    return sum(count for count, _ in touched), sum(count for count, event in touched if event == "owners")


@once_per_scenario
def _last_deadline(scenario: ParallelJobsScenario) -> float:
    """About when the last job has to have ended, s."""
    jobs, latest = scenario.workload.jobs, 0.0
    for kind in scenario.workload.job_classes:
        deadline = kind.deadline
        if isinstance(deadline, NoDeadline):
            return inf
        if isinstance(deadline, ProportionalDeadline):
            found = quantile(kind.demand, 0.5 / jobs) * deadline.times_demand
        else:
            found = deadline.mean * (log(2 * jobs) if isinstance(deadline, ExponentialDeadline) else 1)
        latest = max(latest, found)
    return arrivals_end(scenario) + latest


def steps(scenario: ParallelJobsScenario, policy: str) -> dict[str, float]:
    """How often a replication does what takes its time: names say for each of what, "job running" for each pair."""
    around = disturbance(scenario)
    found = crowd(scenario, policy, around)
    jobs, machines, groups = scenario.workload.jobs, scenario.cluster.machines, scenario.cluster.groups
    size, running, waiting = found.size, found.running, found.waiting
    events, passes = 0.0, 1
    if scenario.machine_events:
        touched, owned = _touched(scenario)
        length = min(LAST_HORIZON, span(scenario, policy, around))
        if policy in FOR_PROFIT:  # who is taken meets a deadline, and the others are sent away at once
            length = min(length, _last_deadline(scenario))
            if not arrivals_end(scenario):
                length = min(length, _first_horizon(scenario))
        events = min(float(MOST_EVENTS), around.rate * length + around.once)
        passes = 1 + ceil(max(0.0, log(length / _first_horizon(scenario), 4)))
        jobs *= passes
        events *= 4 / 3 if passes > 1 else 1
    counted = {"job": jobs, "job group": jobs * len(groups), "job running": jobs * running}
    if scenario.machine_events:
        happened = jobs + events
        counted |= {
            "event": events,
            "event machine": events * machines,
            "event machine running": events * machines * min(running, machines),
            "event running": events * running,
            "drawn": touched * passes,
            "owner day": owned * length / DAY,
            "job machine": jobs * machines,
            "both machine running": happened * machines * running,
        }
    else:
        happened = jobs
        counted["job machine"] = jobs * machines
    if policy.startswith("SED"):
        slowest = max(group.speed_factor for group in groups)
        factors = {group.speed_factor for group in groups}
        carried = sum(group.count * int(slowest / group.speed_factor + 1e-9) for group in groups) / machines
        classes = sum(int(slowest / factor + 1e-9) for factor in factors)
        fastest = sum(group.count for group in groups if group.speed_factor == min(factors))
        slow = max(0.0, running - fastest / size)  # jobs that would gain by a migration
        ends = 0.0 if policy == "SED-NM" else happened / (1 + waiting) + running
        counted |= {
            "size": happened * size,
            "size place": happened * size * carried,
            "class": happened * classes,
            "migration": ends * running,
            "migration running": ends * slow * running,
            "migration class": ends * slow * classes,
            "migration size": ends * slow * size,
            "migration place": ends * slow * size * carried,
        }
        return counted
    some = min(1.0, waiting)
    if policy in FOR_PROFIT:
        bound = found.bound
        counted |= {
            "size": happened * size,
            "running": happened * running,
            "running group": happened * running * len(groups),
            "running bound": happened * running * bound,
            "size running": happened * size * running * bound,
            "waiting running": happened * waiting * running,
            "waiting waiting": happened * waiting**2,
        }
    elif policy == "EASY":
        ends = min(running, max(1.0, size * running / machines))
        counted |= {
            "running": happened * running,
            "reservation": happened * some * running * ends,
            "waiting": happened * waiting * found.mixed,
            "tree": happened * some * sqrt(waiting),
        }
    elif policy == "Conservative":
        moved = happened if found.early or events else 0.0
        counted |= {
            "waiting": happened * waiting,
            "moved": moved * waiting,
            "moved running": moved * waiting * running,
            "moved waiting": moved * waiting**2,
            "booked": events * (running + waiting) ** 2,
        }
    else:
        counted |= {
            "running": happened * running,
            "running group": happened * running * len(groups),
            "tree": happened * some * sqrt(waiting),
        }
    return counted
