"""What one cell takes: steps of the kernels, counted from formulas, times what one of each takes."""

from collections.abc import Iterable
from math import sqrt

from engine.contract.cost import Cost
from engine.parallel_jobs.costs.counting import counted_bytes, counted_steps, is_counted, reserved
from engine.parallel_jobs.costs.machine_events.steps import disrupted_steps
from engine.parallel_jobs.costs.own_policies import PASSING, alike
from engine.parallel_jobs.costs.queues.admission import admission
from engine.parallel_jobs.costs.queues.crowd import FOR_PROFIT, ORDERED_NAMES, crowd
from engine.parallel_jobs.costs.queues.in_order import Instants, in_order_steps
from engine.parallel_jobs.costs.queues.taken import taken
from engine.parallel_jobs.costs.seconds_per_step import ASKED_AT_PASSES, COUNTED, DRAWN, OWN_RULES, SECONDS
from engine.parallel_jobs.inputs.forecast.disturbance import can_be_disturbed, disturbance
from engine.parallel_jobs.inputs.forecast.span import FIXED
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.site.own_policies import is_known_beforehand
from engine.parallel_jobs.inputs.sources.logged import SHAKES
from engine.parallel_jobs.model import OwnRules

FIXED_SECONDS = 1e-3
"""Of any cell, however few jobs it has."""

FIXED_DRAWING = 1.6e-3
"""Of any cell with machine events, too."""

REFUSED = 0.25
"""Of what a job takes for which there is room, that is spent on one of a batch for which there is none."""

FIXED_BYTES, JOB_BYTES, DISRUPTED_JOB_BYTES, EVENT_BYTES, PLACE_BYTES = 5e6, 250, 420, 150, 8
"""A place is a machine for each job that may run; it is only kept where machine events are."""

LOGGED_JOB_BYTES = 500
"""Of a log, whose table is read and cleaned in the cell."""

FOLLOWING = 1e-6
"""s; of each job where some follow others."""

MODELLED = 3e-6
"""s; of drawing a job of a workload model, beside what a drawn job of a class takes."""


def cost(scenario: ParallelJobsScenario, policy: str) -> Cost:
    """What one cell takes on a 2.4 GHz server core; `dev costs` compares it with what is measured."""
    is_disrupted, rules = can_be_disturbed(scenario), scenario.own_rules(policy)
    counts = is_counted(scenario, policy)
    counted = steps(scenario, policy)
    times = _times(policy, rules, counts, is_disrupted, scenario.has_feedback)
    seconds = FIXED_SECONDS + sum(counted[name] * time for name, time in times)
    if is_disrupted:
        seconds += FIXED_DRAWING + sum(counted[name] * time for name, time in DRAWN.items())
    jobs, machines, logged = scenario.workload.jobs, scenario.cluster.machines, scenario.workload.logged
    if scenario.has_feedback:
        seconds += FOLLOWING * jobs
    if scenario.workload.modelled is not None:
        seconds += MODELLED * jobs
    if logged is not None and logged.shaken:
        seconds *= 1 + SHAKES
    if logged is not None and scenario.fewest_together:
        more = logged.load_factor if logged.load_by == "users" else 1.0
        seconds, jobs = seconds * scenario.study.replications * more, int(jobs * max(1.0, more))
    room = FIXED_BYTES + (JOB_BYTES if logged is None else LOGGED_JOB_BYTES) * jobs
    if counts:
        room += counted_bytes(scenario)
    elif is_disrupted:
        room = FIXED_BYTES + DISRUPTED_JOB_BYTES * jobs + EVENT_BYTES * counted["event"] + PLACE_BYTES * machines**2
    return Cost(seconds, room)


def _times(
    policy: str, rules: OwnRules | None, counts: bool, is_disrupted: bool, has_feedback: bool
) -> Iterable[tuple[str, float]]:
    """Steps that the kernel of a policy takes, and the seconds of each."""
    if counts and has_feedback and policy in ORDERED_NAMES:
        policy = "XF"  # nobody has a place beforehand: jobs are looked at one by one
    if counts:
        asked = {} if rules is None or (is_known_beforehand(rules) and not has_feedback) else ASKED_AT_PASSES
        return (COUNTED[policy if rules is None else PASSING] | asked).items()
    if rules is not None:
        return OWN_RULES["disrupted" if is_disrupted else "calm"].items()
    return SECONDS["disrupted" if is_disrupted else "calm"][policy].items()


def steps(scenario: ParallelJobsScenario, policy: str) -> dict[str, float]:
    """How often a replication does what takes its time: names say for each of what, "job running" for each pair."""
    around, rules, counts = disturbance(scenario), scenario.own_rules(policy), is_counted(scenario, policy)
    if rules is not None:
        policy = alike(rules)
    found = crowd(scenario, policy, around)
    if counts:
        counted = counted_steps(scenario, found)
        if rules is not None and (scenario.has_feedback or not is_known_beforehand(rules)):
            seen = Instants(scenario.workload.jobs if arrivals_end(scenario) else 0.0, scenario.workload.jobs, 0.0)
            in_order = in_order_steps(scenario, found, seen, rules)
            counted |= {"asked": in_order["waiting"], "rule": in_order["rule"]}
        return counted
    jobs, machines, groups = scenario.workload.jobs, scenario.cluster.machines, scenario.cluster.groups
    size, running, waiting = found.size, found.running, found.waiting
    counted = {"job": jobs, "job group": jobs * len(groups), "job running": jobs * running}
    if can_be_disturbed(scenario):
        disrupted = disrupted_steps(scenario, policy, around, running)
        counted |= disrupted.steps
        happened, running, events = disrupted.happened, disrupted.running, disrupted.events
        starts, later = disrupted.jobs, disrupted.later
    else:
        happened, events, starts, later = float(jobs), 0.0, float(jobs), 0.0
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
    elif policy in ORDERED_NAMES or rules is not None:
        if rules is not None:
            admitted = admission(scenario, rules.admit, found)
            found = found._replace(waiting=min(admitted.share * waiting, admitted.waiting))
            starts *= admitted.share
            if not arrivals_end(scenario) and admitted.waiting < waiting:  # who comes at once finds all the others
                starts = min(starts, running + found.waiting)
        ends = min(running, max(1.0, size * running / machines))
        arriving = counted.get("coming", jobs) if arrivals_end(scenario) else 0.0
        counted |= {"running": happened * running, "reservation": happened * some * running * ends}
        seen = Instants(arriving, starts, events * (1 - later))
        counted |= in_order_steps(scenario, found, seen, rules, around.there)
    elif policy == "EASY":
        ends = min(running, max(1.0, size * running / machines))
        counted |= {
            "running": happened * running,
            "reservation": happened * some * running * ends,
            "waiting": happened * waiting * found.mixed,
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
