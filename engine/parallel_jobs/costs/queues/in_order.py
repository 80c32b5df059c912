"""How often ordered queues and own policies look at who waits: at all of them, whenever it can matter."""

from __future__ import annotations

from math import expm1, log2
from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.costs.sizes_asked_for import sizes_of
from engine.parallel_jobs.inputs.demands import Constant
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end, typical_jobs
from engine.parallel_jobs.inputs.sizes import largest
from engine.parallel_jobs.model import NONE
from engine.rules.names import NAMES
from engine.rules.tree import names_in, operations_of

if TYPE_CHECKING:
    from engine.parallel_jobs.costs.queues.crowd import Crowd
    from engine.parallel_jobs.inputs.job_classes import JobClass
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
    from engine.parallel_jobs.model import OwnRules


SELDOM = 0.1
"""How likely a machine is idle where all are taken as long as somebody waits: when he has lost his own, say."""

AT_RANDOM = 2
"""Times as many comparisons where the queue is in no order at all as where whole parts of it change places."""


class Instants(NamedTuple):
    """What happens while jobs wait, in all passes together: jobs that come and that start, and machine events."""

    arriving: float
    starts: float
    events: float


def in_order_steps(
    scenario: ParallelJobsScenario, found: Crowd, seen: Instants, rules: OwnRules | None, there: float = 1.0
) -> dict[str, float]:
    """Steps of a queue in an order of its own, that of *rules* if there are any; *there* is the share of the machines.

    "waiting" are looks at one that waits, and "rule" operations of the rules for him; who needs no more machines than
    are idle is "tried". "behind" are pairs of those: who may pass is put in order from the beginning at each pass if
    theirs is another order. "sorted" are comparisons of queues that are put in order from the beginning at each pass.
    "at once" are pairs of a batch, of which the first pass does the same. "planned" are places of a profile that are
    looked at for those who have reservations, where these are made anew at each pass, and "victims" those who may be
    preempted. Rules are only asked while a machine is idle, or can be taken.
    """
    apart, waiting = seen.starts * share_apart(scenario, found.running, seen.events), found.waiting
    passes = seen.arriving + apart + seen.events
    differ = not _are_alike(scenario)
    batch = differ * seen.starts * scenario.workload.jobs if not seen.arriving else 0.0
    fit = waiting * share_that_fits(scenario)
    if rules is None:
        return {
            "waiting": passes * waiting,
            "tried": passes * fit,
            "behind": passes * fit**2 * differ,
            "at once": batch,
        }
    preempts = scenario.operation is not None and scenario.operation.preempts
    asked = 1.0 if preempts else _left_over(scenario, found, there)  # else nobody is asked for
    passes = apart + (seen.arriving + seen.events) * asked
    is_other = rules.backfill != rules.order
    passed = differ and is_other and rules.reservation != NONE
    operations = operations_of(rules.order) + (operations_of(rules.backfill) if is_other else 0)
    windows = len(scenario.advance_reservations)
    has_plan = rules.reservation > 1 or windows > 0  # what is reserved in advance is in nobody's way but by a plan
    protected = min(waiting, rules.reservation) if rules.reservation > 0 else 0.0
    tried = protected + (waiting - protected) * (found.mixed or windows > 0)
    return {
        "waiting": passes * waiting,
        "tried": passes * fit * (rules.reservation != NONE),
        "behind": passes * fit**2 * passed,
        "at once": batch,
        "rule": passes * waiting * operations,
        "sorted": passes * waiting * log2(1 + waiting) * _sorted_anew(scenario, rules, passed),
        "planned": passes * tried * (found.running + windows + protected) if has_plan else 0.0,
        "victims": passes * waiting * found.running * preempts,
    }


def _sorted_anew(scenario: ParallelJobsScenario, rules: OwnRules, passed: bool) -> int:
    """How often the queue is put in order from the beginning at each pass: where all jobs of a user change places with
    those of another it is never nearly in its order. A site also sorts whoever may pass, who is in no order yet."""
    several = len(scenario.workload.job_classes) > 1 or scenario.workload.logged is not None
    names = names_in(rules.order) | names_in(rules.backfill)
    of_users = several and any(NAMES[name].of == "user" and NAMES[name].moves for name in names)
    return of_users + AT_RANDOM * (passed and scenario.operation is not None)


def _left_over(scenario: ParallelJobsScenario, found: Crowd, there: float) -> float:
    """How likely a machine is idle while jobs wait: all are taken if jobs of one size fit without a rest, as long as
    all of them are *there*."""
    size, machines = max(1, round(found.size)), scenario.cluster.machines
    if found.mixed or machines % size:
        return 1.0
    return max(SELDOM, -expm1(-machines * (1 - there)) * (1 - 1 / size))


@once_per_scenario
def share_that_fits(scenario: ParallelJobsScenario) -> float:
    """How many of those that wait need no more machines than are idle while the head needs more.

    So many are idle, from none to what the head needs, each equally likely; large jobs are heads for longer.
    """
    sizes = [
        (job.share * one.share, one.largest)
        for job in typical_jobs(scenario)
        for one in sizes_of(job, "FCFS", scenario.cluster.machines)
    ]
    heads = sum(share * size for share, size in sizes)
    fit = sum(head * other * max(0.0, size - least) for head, size in sizes for other, least in sizes)
    return fit / heads / sum(share for share, _ in sizes)


def share_apart(scenario: ParallelJobsScenario, running: float, events: float) -> float:
    """How many of the jobs end at an instant of their own: jobs of a batch that take equally long end together.

    Whoever is disturbed by a machine event does not, from then on, nor do those that come after.
    """
    kinds = typical_jobs(scenario)
    if arrivals_end(scenario) or not all(isinstance(job.kind.demand, Constant) for job in kinds):
        return 1.0
    lengths = sum(_sizes(job.kind) for job in kinds) * len(scenario.cluster.groups)
    return min(1.0, (lengths + events) / max(1.0, running))


def _are_alike(scenario: ParallelJobsScenario) -> bool:
    """Whether no order tells one job from another."""
    kinds = [job.kind for job in typical_jobs(scenario)]
    return len(kinds) == 1 and isinstance(kinds[0].demand, Constant) and _sizes(kinds[0]) == 1


def _sizes(kind: JobClass) -> int:
    """How many sizes the jobs of a class may ask for."""
    of = (kind.min_size, kind.min_size_spread), (kind.max_size, kind.max_size_spread)
    size, spread = of[kind.requested_size != "smallest"]
    return largest(size, spread) - size + 1
