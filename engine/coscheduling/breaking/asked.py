"""What is asked when a policy is to be broken: which against which, by what, and what every instance has in common."""

from typing import Any, NamedTuple

from engine.coscheduling.breaking.instance import Instance
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.policies import POLICIES

METRICS = ("response_time", "makespan", "bounded_slowdown")
"""What a policy can be worst in; the smaller the better."""

OF_THE_CLUSTER = ("nodes", "partitions", "multiprogramming_level")
"""What an instance says itself."""


class Asked(NamedTuple):
    """Where is *policy* worst against *against*?

    Attributes
    ----------
    common : JSON tree of a scenario without jobs, to which an instance adds its own
    types : names of the job types
    policy, against : names
    metric : one of `METRICS`
    seed : of the search
    """

    common: dict[str, Any]
    types: tuple[str, ...]
    policy: str
    against: str
    metric: str
    seed: int

    def scenario(self, instance: Instance) -> CoschedulingScenario:
        """The *instance* as a scenario of both policies: the one that others are compared with is *against*."""
        size = {"nodes": instance.nodes, "multiprogramming_level": instance.slots}
        return CoschedulingScenario.read(
            self.common
            | {
                "cluster": self.common["cluster"] | size,
                "workload": self.common["workload"] | {"arrivals": instance.tree(self.types)},
                "policies": [self.against, self.policy],
            }
        )


def asked(scenario: CoschedulingScenario, policy: str, against: str, metric: str = "response_time") -> Asked:
    """The question for two policies of the family; *scenario* says the job types, the costs, the options and the seed;
    `ValueError` says what cannot be asked.

    Nothing is left to chance: iterations are equally long, the clocks of nodes tick together, estimates are exact.
    """
    for name in (policy, against):
        if name not in POLICIES:
            raise ValueError(f'"{name}" is no policy of this family; allowed are {", ".join(POLICIES)}')
    if policy == against:
        raise ValueError(f"{policy} is the same policy twice; name two")
    if metric not in METRICS:
        raise ValueError(f'"{metric}" is no metric to break a policy by; allowed are {", ".join(METRICS)}')
    tree = scenario.model_dump(mode="json")
    workload = tree["workload"]
    common = {
        "family": scenario.family,
        "title": f"{policy} broken by {against}",
        "cluster": {name: value for name, value in tree["cluster"].items() if name not in OF_THE_CLUSTER},
        "workload": {"job_types": workload["job_types"], "pattern": workload["pattern"], "skewness": 0.0},
        "options": tree["options"] | {"random_phase": False, "lost_capacity": False},
        "measurement": {"slowdown_threshold": tree["measurement"]["slowdown_threshold"]},
        "study": {"replications": 1, "seed": scenario.study.seed},
    }
    types = tuple(kind.name for kind in scenario.workload.job_types)
    return Asked(common, types, policy, against, metric, scenario.study.seed)


def breakable(scenario: CoschedulingScenario, _metric: str = METRICS[0]) -> list[str]:
    """The policies of *scenario*: all can be held against each other, and any other of the family, too."""
    return [*scenario.policies]


def everyone_there(scenario: CoschedulingScenario, _metric: str = METRICS[0]) -> list[str]:
    """All that can be held against each other: the policies of *scenario*, and those of the family."""
    return [*dict.fromkeys((*scenario.policies, *POLICIES))]
