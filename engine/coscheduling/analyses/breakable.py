"""What is asked when a policy is to be broken: which against which, by what, and what every instance has in common."""

from typing import Any, NamedTuple

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.policies import POLICIES

# A small instance of the problem: a few nodes and a list of jobs, all numbers whole and small.

MOST_NODES, MOST_SLOTS = 8, 4
"""Nodes, and processes that one of them takes."""

FEWEST_TASKS = 2

LATEST, LONGEST = 10, 10
"""The last arrival and the longest run time, tenths of a second."""

TENTH = 10
"""Units of arrivals and run times in a second."""


class SmallJob(NamedTuple):
    """One job: arrival (tenths of a second), tasks, run time alone (tenths of a second), number of its job type."""

    arrival: int
    tasks: int
    run: int
    kind: int


class Instance(NamedTuple):
    """Nodes, processes that each takes at most, and at most `engine.contract.breaking.MOST_JOBS` jobs in order of
    arrival.
    """

    nodes: int
    slots: int
    jobs: tuple[SmallJob, ...]

    @property
    def weight(self) -> tuple[int, ...]:
        """How much there is to read, what counts most first: whatever is shrunk weighs less.

        Jobs, nodes, processes of a node, types that differ, how odd the numbers are, their sum.
        """
        numbers = [number for job in self.jobs for number in job]
        odd = sum(_oddness(number) for job in self.jobs for number in (job.arrival, job.run))
        return len(self.jobs), self.nodes, self.slots, len({job.kind for job in self.jobs}), odd, sum(numbers)

    def tree(self, names: tuple[str, ...]) -> dict[str, Any]:
        """The jobs as JSON, with the *names* of their types."""
        jobs = [
            {
                "arrival": job.arrival / TENTH,
                "tasks": job.tasks,
                "run": job.run / TENTH,
                "job_type": names[job.kind],
            }
            for job in self.jobs
        ]
        return {"process": "listed", "jobs": jobs}


def possible(nodes: int, slots: int, jobs: list[SmallJob]) -> Instance:
    """The instance next to these numbers that there can be: no job has more tasks than there are nodes, jobs are in
    order of arrival (of equal ones, the place in the list counts).
    """
    fitting = [job._replace(tasks=min(job.tasks, nodes)) for job in jobs]
    return Instance(nodes, slots, tuple(sorted(fitting, key=lambda job: job.arrival)))


def _oddness(number: int) -> int:
    """0 and 1 are the simplest numbers, then tens, then fives."""
    return 0 if number <= 1 else 1 if number % 10 == 0 else 2 if number % 5 == 0 else 3


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
