"""What one cell takes: steps of its kernel, counted from formulas, times what one of each takes."""

from math import log2

from engine.contract.cost import Cost
from engine.parallel_jobs.costs.crowd import Crowd, crowd
from engine.parallel_jobs.inputs.bounds import LAST_HORIZON, MOST_EVENTS
from engine.parallel_jobs.inputs.counting import is_counted
from engine.parallel_jobs.inputs.forecast.disturbance import can_be_disturbed, disturbance
from engine.parallel_jobs.inputs.forecast.span import span
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.logged import SHAKES
from engine.parallel_jobs.policies import ORDERED, POLICIES, TIME_SHARING

FIXED_SECONDS = 1e-3
"""Of any cell, however few jobs it has."""

SECONDS: dict[str, dict[str, float]] = {
    "counted": {"job": 1.1e-6, "job group": 4e-8, "queue": 7e-9},
    "counted looks": {"job": 5.5e-7, "queue": 1e-8, "waiting": 1.2e-8},
    "counted plan": {"job": 1e-6, "waiting": 3e-10, "moved": 1.3e-7, "moved squared": 4e-10},
    "SED": {"job": 7.8e-7, "job group": 1.1e-7, "job machine": 4e-10, "size": 7e-9, "running squared": 5.5e-11},
    "SED-NM": {"job": 3.9e-7, "job group": 7.4e-8, "job machine": 3.1e-10, "size": 3e-8},
    "place": {"job": 7e-7, "job group": 1e-7, "job machine": 3e-10, "running": 4e-9},
    "easy": {"job": 8e-7, "job group": 3e-8, "running": 3e-9, "queue": 4e-7},
    "queue": {"job": 1.3e-6, "job group": 2.6e-8, "running": 2.5e-8, "waiting": 2.8e-8},
    "plan": {"job": 1.3e-6, "job group": 1.5e-6, "waiting": 1.2e-9, "moved": 2.7e-7, "moved squared": 2e-9},
    "profit": {"job": 4.3e-7, "job machine": 6e-10, "size": 1.3e-9, "running": 1e-7},
    "lazy": {"job": 4.6e-7, "running": 4.8e-8, "waiting running": 5e-11, "waiting squared": 7e-10},
}
"""Seconds of one step, by kind of kernel; fitted to 277 cells of generated scenarios on a server core of 2.4 GHz."""

MOVING = frozenset({"WFP3", "XF", "UNICEF"})
"""Ordered queues whose order changes while jobs wait: all of them are looked at."""

PASS, EVENT, EVENT_MACHINE, DRAWN = 1e-3, 1e-6, 1.5e-8, 1.3e-4
"""Seconds, where something happens to machines: of any cell, of an event, of each machine at it, and of the random
numbers of a machine."""

SLOWER = 2.0
"""How many times longer all other steps take there, or under rules of one's own."""

FEEDBACK, MODELLED = 1e-6, 3e-7
"""Seconds of a job that follows others, and of one that a workload model draws, beside all else."""

FIXED_BYTES, JOB_BYTES, LOGGED_JOB_BYTES, DISRUPTED_JOB_BYTES, EVENT_BYTES, PLACE_BYTES = 5e6, 250, 500, 420, 150, 8
"""A place is a machine for each job that may run; it is only kept where machine events are."""

GROUP_BYTES, MACHINE_BYTES, CURVE_BYTES = 30, 30, 24
"""Where processors are only counted: for each job and group if there are several; for each machine; for each machine
and job class."""


def cost(scenario: ParallelJobsScenario, policy: str) -> Cost:
    """What one cell takes; `dev costs` compares it with what is measured."""
    found, workload = crowd(scenario, policy), scenario.workload
    counted, times = steps(scenario, found), SECONDS[kernel(scenario, policy)]
    seconds = FIXED_SECONDS + sum(counted[name] * time for name, time in times.items())
    jobs, machines, logged, around = workload.jobs, scenario.cluster.machines, workload.logged, disturbance(scenario)
    is_disturbed, events = can_be_disturbed(scenario), 0.0
    if is_disturbed or scenario.own_rules(policy) is not None:
        seconds *= SLOWER
    if is_disturbed:
        events = around.rate * min(LAST_HORIZON, span(scenario, policy, around)) + around.once
        events = min(float(MOST_EVENTS), events)
        seconds += PASS + DRAWN * machines * len(scenario.machine_events) + events * (EVENT + EVENT_MACHINE * machines)
    seconds += FEEDBACK * jobs * scenario.has_feedback + MODELLED * jobs * (workload.modelled is not None)
    if logged is not None and logged.shaken:
        seconds *= 1 + SHAKES
    if logged is not None and scenario.fewest_together:
        more = logged.load_factor if logged.load_by == "users" else 1.0
        seconds, jobs = seconds * scenario.study.replications * more, int(jobs * max(1.0, more))
    room = FIXED_BYTES + (JOB_BYTES if logged is None else LOGGED_JOB_BYTES) * jobs
    if is_counted(scenario, policy):
        groups, classes = len(scenario.cluster.groups), len(workload.job_classes)
        room += GROUP_BYTES * jobs * groups * (groups > 1) + machines * (MACHINE_BYTES + CURVE_BYTES * classes)
    elif is_disturbed:
        room = FIXED_BYTES + DISRUPTED_JOB_BYTES * jobs + EVENT_BYTES * events + PLACE_BYTES * machines**2
    return Cost(seconds, room, is_told(scenario, policy, found))


GROWING = frozenset({"queue", "plan", "lazy", "counted plan", "counted looks"})
"""Kinds of kernels of which a job takes the longer the more wait."""

STEADY = ("poisson", "batch", "listed")
"""Arrivals of which it is told how many wait, but at loads that are `NEAR` 1."""

NEAR = (0.7, 2.5)
"""Loads between which nobody can say how many wait: by chance alone it is some or thousands."""


def is_told(scenario: ParallelJobsScenario, policy: str, found: Crowd) -> bool:
    """Whether the formulas are believed. They are not

    - where something happens to machines,
    - under rules of somebody: own policies, priorities, queues, reservations in advance, predictions,
    - where a job takes the longer the more wait, and nobody knows how many do: at a load of about 1, or where jobs come
      by the hour, or are those of a log or of a workload model.
    """
    if can_be_disturbed(scenario) or scenario.own_rules(policy) is not None:
        return False
    if kernel(scenario, policy) not in GROWING:
        return True
    return scenario.workload.arrivals.process in STEADY and not NEAR[0] < found.load < NEAR[1]


def kernel(scenario: ParallelJobsScenario, policy: str) -> str:
    """What kind of kernel computes a policy, or a rule of one's own about as fast."""
    code, is_own = POLICIES[policy].code, scenario.own_rules(policy) is not None
    if is_counted(scenario, policy):
        if policy == "Conservative":
            return "counted plan"
        return "counted looks" if is_own or policy in MOVING or scenario.has_feedback else "counted"
    if code in TIME_SHARING:
        return policy if policy != "SED-NU" else "SED"
    if policy in ("Simple", "Simple-R"):
        return "profit"
    if policy in ("Lazy", "Lazy-R"):
        return "lazy"
    if policy == "Conservative":
        return "plan"
    if policy == "EASY" and not is_own:
        return "easy"
    return "queue" if is_own or code >= ORDERED else "place"


def steps(scenario: ParallelJobsScenario, found: Crowd) -> dict[str, float]:
    """How often a replication does what takes its time."""
    jobs = float(scenario.workload.jobs)
    in_line = min(found.waiting, float(scenario.options.reservation_depth or found.waiting))
    moved = jobs * in_line * (found.early > 0)
    return {
        "job": jobs,
        "job group": jobs * len(scenario.cluster.groups),
        "job machine": jobs * scenario.cluster.machines,
        "size": jobs * found.size,
        "running": jobs * found.running,
        "running squared": jobs * found.running**2,
        "size running": jobs * found.size * found.running,
        "waiting": jobs * found.waiting,
        "queue": jobs * log2(1 + found.waiting),
        "waiting running": jobs * found.waiting * found.running,
        "waiting squared": jobs * found.waiting**2,
        "moved": moved,
        "moved squared": moved * in_line,
    }
