"""For which scenarios a published value holds: for those that compute, at some point, what the paper's example does."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from engine.contract.family import Published
from engine.inputs.scenario import Scenario, content_hash
from engine.study.registry import FAMILIES


def published_for(scenario: Scenario) -> list[Published]:
    """The published values of the points and policies of *scenario*, each at the point as *scenario* calls it.

    A value holds if everything that determines a cell there is as in the example of the paper's table; but policies,
    seed, replications and the other points are whatever they are. The number of jobs only has to be the paper's where
    the value depends on it: where the queue does not settle, and in a total.
    """
    family = FAMILIES[scenario.family]
    known = defaultdict(list)
    for value in family.published:
        example = family.examples.get(value.example)
        if example is not None and value.policy in scenario.policies:
            known[_what_is_computed(example, tuple(value.point.items()))].append(value)
    if not known:
        return []
    return [
        value._replace(point=point)
        for point in scenario.points()
        for value in known.get(_what_is_computed(scenario, tuple(point.items())), ())
        if not (value.transient or value.is_total) or _jobs(scenario, point) == jobs_published(scenario, value)
    ]


def jobs_published(scenario: Scenario, value: Published) -> int | None:
    """How many jobs a published value of *scenario* is over; None in a family whose scenarios have no jobs."""
    return _jobs(FAMILIES[scenario.family].examples[value.example], {})


@lru_cache(maxsize=4096)
def _what_is_computed(scenario: Scenario, point: tuple[tuple[str, float], ...]) -> str:
    """A name for all that determines the values of a cell, the number of jobs aside."""
    tree = scenario.at(dict(point)).model_dump(mode="json", exclude={"title", "notes", "policies", "study"})
    tree.get("workload", {}).pop("jobs", None)
    return content_hash(tree)


def _jobs(scenario: Scenario, point: Mapping[str, float]) -> int | None:
    """The number of jobs of a cell; it may be what is varied."""
    given = getattr(getattr(scenario, "workload", None), "jobs", None)
    return int(point["workload.jobs"]) if "workload.jobs" in point else given
