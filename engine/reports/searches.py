"""How often searches and choices are right, on queues of which theory knows the answer: many seeds, each counted."""

from collections.abc import Callable
from math import factorial
from typing import Any, NamedTuple

from engine.inputs.scenario import Scenario
from engine.results.selection import alternative
from engine.study.registry import read_scenario
from engine.study.run import run_study

MEAN = 1000.0
"""Mean demand, s: a rate per 1000 s is an offered load of one machine."""

RATE = "workload.arrivals.rate_per_1000_s"

PROMISED = 0.95
"""Share of searches that are to be right, and of choices."""


class Counted(NamedTuple):
    """How often something was right.

    Attributes
    ----------
    case, truth : what was sought, and what theory says
    seeds, right : studies, and those of which the answer is true or the truth lies between what was told
    exact : those whose answer is the true value itself
    saving : equal replications over those that were needed, the mean of all; 0 of searches
    """

    case: str
    truth: str
    seeds: int
    right: int
    exact: int
    saving: float = 0.0


def queue(
    study: dict[str, Any], machines: int = 1, rate: float = 0.5, jobs: int = 4000, **others: Any
) -> Scenario:  # fmt: skip
    """M/M/c: exponential jobs of one machine, First-Come-First-Served; a tenth is left out as warm-up.

    *others* are parts of the scenario that are to stand in place of these.
    """
    demand = {"distribution": "exponential", "mean": MEAN}
    return read_scenario(
        {
            "family": "parallel-jobs",
            "version": 1,
            "cluster": {"groups": [{"name": "all", "count": machines, "speed_factor": 1}]},
            "workload": {
                "arrivals": {"process": "poisson", "rate_per_1000_s": rate},
                "jobs": jobs,
                "job_classes": [{"demand": demand, "min_size": 1, "max_size": 1}],
            },
            "policies": ["FCFS"],
            "measurement": {"warm_up": {"method": "fixed", "jobs": jobs // 10}},
            "study": {"replications": 10} | study,
        }
        | others
    )


def erlang_c_wait(machines: int, rate: float) -> float:
    """Mean wait of M/M/c, s (Erlang 1917), at a *rate* per 1000 s; the load is in machines."""
    load = rate * MEAN / 1000
    last = load**machines / factorial(machines) * machines / (machines - load)
    return last / (sum(load**k / factorial(k) for k in range(machines)) + last) * MEAN / (machines - load)


def of_rate(seed: int) -> tuple[bool, bool]:
    """The highest rate of M/M/1 with E[R] = 1 / (mu - lambda) of at most 2400 s is 0.583; 0.58 of the values tried."""
    criteria = [{"metric": "response_time", "value": 2400.0}]
    goal = {"field": RATE, "low": 0.1, "high": 0.8, "step": 0.02, "criteria": criteria}
    (search,) = run_study(queue({"seed": seed, "goal": goal})).searches
    meets, misses = (None if n is None else search.values[n] for n in search.turn[:2])
    truth = 1 - 1000 / 2400
    return (meets is None or meets <= truth) and (misses is None or misses >= truth), meets == 0.58


def of_machines(seed: int) -> tuple[bool, bool]:
    """The least number of machines with a mean wait of at most 110 s at 6 jobs per 1000 s, by Erlang's formula: 9."""
    criteria = [{"metric": "wait_time", "value": 110.0}]
    goal = {"field": "cluster.groups.0.count", "low": 7, "high": 20, "step": 1, "criteria": criteria}
    (search,) = run_study(queue({"seed": seed, "goal": goal}, machines=7, rate=6.0)).searches
    meets, misses = (None if n is None else search.values[n] for n in search.turn[:2])
    least = next(c for c in range(7, 21) if erlang_c_wait(c, 6.0) <= 110)
    return (meets is None or meets >= least) and (misses is None or misses < least), meets == least


def chosen(seed: int, factors: tuple[float, ...], policies: tuple[str, ...] = ("FCFS",)) -> tuple[bool, float]:
    """Whether the first of M/M/1 queues with these speed *factors* is chosen, and the saving against equal numbers."""
    vary = {"field": "cluster.groups.0.speed_factor", "values": list(factors)}
    one = queue({"seed": seed, "vary": vary, "selection": {"maximum_replications": 200}}, jobs=400)
    result = run_study(read_scenario(one.model_dump(mode="json") | {"policies": list(policies)}))
    found = result.selected
    assert found is not None
    spent = sum(gone.replications for gone in found.gone) + found.replications * len(found.left)
    is_right = bool(found.left) and alternative(result, found.left[0]).point == 0  # all may seem to grow without end
    return is_right, len(factors) * len(policies) * found.replications / spent


def cheapest(seed: int) -> tuple[bool, bool]:
    """The cheapest of 7 to 14 machines, at 1 an hour each, with a mean wait of at most 110 s at 6 jobs per 1000 s: 9 by
    Erlang's formula. Right is also who leaves it beside a cheaper one of which it cannot be told.
    """
    one = {"bound": "at-most", "metric": "wait_time", "value": 110.0}
    selection = {"by": {"metric": "cost_per_hour"}, "constraints": [one]}
    counts = list(range(7, 15))
    vary = {"field": "cluster.groups.0.count", "values": counts}
    priced = {"groups": [{"name": "all", "count": 7, "speed_factor": 1, "price_per_hour": 1}]}
    result = run_study(queue({"seed": seed, "vary": vary, "selection": selection}, rate=6.0, cluster=priced))
    found, least = result.selected, next(c for c in range(7, 15) if erlang_c_wait(c, 6.0) <= 110)
    assert found is not None
    left, held = ([counts[n] for n in some] for some in (found.left, found.holding))
    return least in left and all(count >= least for count in held), left == [least]


NEAR, LOSERS = (1.0, 1.03, 1.06, 1.1), (1.0, *(round(1.2 + 0.05 * n, 2) for n in range(10)))
"""Speed factors: those hard to tell apart, and one with ten clear losers."""

SEARCHES: dict[str, tuple[str, Callable[[int], tuple[bool, bool]]]] = {
    "rate of M/M/1, mean response at most 2400 s": ("0.58 (0.583)", of_rate),
    "machines of M/M/c, mean wait at most 110 s": ("9", of_machines),
    "cheapest of 8 M/M/c, mean wait at most 110 s": ("9", cheapest),
}
CHOICES: dict[str, tuple[tuple[float, ...], tuple[str, ...]]] = {
    "fastest of 4 M/M/1": (NEAR, ("FCFS",)),
    "fastest of 11 M/M/1, two orders that are the same": (LOSERS, ("FCFS", "EASY")),
}


def run_searches(seeds: int) -> list[Counted]:
    """Every case with the seeds from 0 on."""
    counted = []
    for case, (truth, search) in SEARCHES.items():
        found = [search(seed) for seed in range(seeds)]
        counted.append(Counted(case, truth, seeds, sum(one for one, _ in found), sum(exact for _, exact in found)))
    for case, (factors, policies) in CHOICES.items():
        choices = [chosen(seed, factors, policies) for seed in range(seeds)]
        right = sum(one for one, _ in choices)
        counted.append(Counted(case, "speed 1", seeds, right, right, sum(saving for _, saving in choices) / seeds))
    return counted
