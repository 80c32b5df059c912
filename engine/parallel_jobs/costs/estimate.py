"""What one cell takes: steps of the kernels, counted from formulas, times what one of each takes."""

from math import sqrt

from engine.contract.cost import Cost
from engine.parallel_jobs.costs.counting import counted_bytes, counted_steps, is_counted, reserved
from engine.parallel_jobs.costs.crowd import FOR_PROFIT, ORDERED_NAMES, crowd
from engine.parallel_jobs.costs.disturbance import disturbance
from engine.parallel_jobs.costs.own_policies import alike
from engine.parallel_jobs.costs.seconds_per_step import COUNTED, DRAWN, SECONDS
from engine.parallel_jobs.costs.span import FIXED
from engine.parallel_jobs.costs.steps import disrupted_steps
from engine.parallel_jobs.costs.taken import taken
from engine.parallel_jobs.costs.typical import arrivals_end
from engine.parallel_jobs.inputs.logged import SHAKES
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

FIXED_SECONDS = 1e-3
"""Of any cell, however few jobs it has."""

FIXED_DRAWING = 1.6e-3
"""Of any cell with machine events, too."""

REFUSED = 0.25
"""Of what a job takes for which there is room, that is spent on one of a batch for which there is none."""

LIKE_OTHERS = "FF"
"""A policy of which no cell has been measured takes as long as this one."""

FIXED_BYTES, JOB_BYTES, DISRUPTED_JOB_BYTES, EVENT_BYTES, PLACE_BYTES = 5e6, 250, 420, 150, 8
"""A place is a machine for each job that may run; it is only kept where machine events are."""


def cost(scenario: ParallelJobsScenario, policy: str) -> Cost:
    """What one cell takes on a 2.4 GHz server core; `bench --costs` compares it with what is measured."""
    rules = scenario.own_rules(policy)
    if rules is None:
        return _cost(scenario, policy)
    like, times = alike(rules, bool(scenario.machine_events))
    known = _cost(scenario, like)
    return known._replace(seconds=known.seconds * times)


def _cost(scenario: ParallelJobsScenario, policy: str) -> Cost:
    measured = SECONDS["disrupted" if scenario.machine_events else "calm"]
    if is_counted(scenario, policy):
        measured = COUNTED
    each = measured.get(policy, measured[LIKE_OTHERS])
    counted = steps(scenario, policy)
    seconds = FIXED_SECONDS + sum(counted[name] * time for name, time in each.items())
    if scenario.machine_events:
        seconds += FIXED_DRAWING + sum(counted[name] * time for name, time in DRAWN.items())
    jobs, machines, logged = scenario.workload.jobs, scenario.cluster.machines, scenario.workload.logged
    if logged is not None and logged.shaken:
        seconds *= 1 + SHAKES
    if is_counted(scenario, policy):
        return Cost(seconds, FIXED_BYTES + JOB_BYTES * jobs + counted_bytes(scenario))
    if not scenario.machine_events:
        return Cost(seconds, FIXED_BYTES + JOB_BYTES * jobs)
    room = DISRUPTED_JOB_BYTES * jobs + EVENT_BYTES * counted["event"] + PLACE_BYTES * machines**2
    return Cost(seconds, FIXED_BYTES + room)


def steps(scenario: ParallelJobsScenario, policy: str) -> dict[str, float]:
    """How often a replication does what takes its time: names say for each of what, "job running" for each pair."""
    around = disturbance(scenario)
    found = crowd(scenario, policy, around)
    if is_counted(scenario, policy):
        return counted_steps(scenario, found)
    jobs, machines, groups = scenario.workload.jobs, scenario.cluster.machines, scenario.cluster.groups
    size, running, waiting = found.size, found.running, found.waiting
    counted = {"job": jobs, "job group": jobs * len(groups), "job running": jobs * running}
    if scenario.machine_events:
        disrupted = disrupted_steps(scenario, policy, around, running)
        counted |= disrupted.steps
        happened, running, events = disrupted.happened, disrupted.running, disrupted.events
    else:
        happened, events = float(jobs), 0.0
        counted["job machine"] = jobs * machines
        if policy in FOR_PROFIT and not arrivals_end(scenario):
            asked = min(1.0, REFUSED + taken(scenario, policy in FIXED, around).share)
            happened, counted = asked * happened, {name: asked * number for name, number in counted.items()}
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
    elif policy == "EASY" or policy in ORDERED_NAMES:
        ends = min(running, max(1.0, size * running / machines))
        counted |= {
            "running": happened * running,
            "reservation": happened * some * running * ends,
            "waiting": happened * waiting * (found.mixed if policy == "EASY" else 1.0),
            "tree": happened * some * sqrt(waiting),
        }
    elif policy == "Conservative":
        moved = events + sqrt(found.early) * (happened - events)  # places that nobody gives back are kept
        in_line = reserved(scenario, waiting)
        counted |= {
            "waiting": happened * waiting,
            "moved": moved * in_line,
            "moved running": moved * in_line * running,
            "moved waiting": moved * in_line**2,
            "booked": events * (running + in_line) ** 2,
        }
    else:
        counted |= {
            "running": happened * running,
            "running group": happened * running * len(groups),
            "tree": happened * some * sqrt(waiting),
        }
    return counted
