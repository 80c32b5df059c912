"""What is asked when a policy is to be broken: which against which, by what, and what every instance has in common."""

from typing import Any, NamedTuple

from engine.breaking import Measure, measure_of
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.policies import OWN_POLICY, POLICIES, PolicyCode

# A small instance of the problem: machine groups and a list of jobs, all numbers whole and small.

MOST_GROUPS, MOST_MACHINES = 4, 4
"""Machine groups, and machines of a group."""

MOST_FACTOR = 4
LATEST, LONGEST, LONGEST_ESTIMATE = 20, 20, 40
"""The last arrival, the longest run time and the longest estimate, s."""

LATEST_DEADLINE, MOST_PROFIT = 80, 10
"""The longest time from arrival to deadline, s, and the largest profit, $: of jobs that are worth something."""


class SmallJob(NamedTuple):
    """One job: arrival (s), machines, run time on the fastest machines (s), and estimate of that (s); where profit is
    asked for, the time from its arrival to its deadline (s) and what it brings if it ends in time ($), else 0.
    """

    arrival: int
    machines: int
    run: int
    estimate: int
    deadline: int = 0
    profit: int = 0


class Group(NamedTuple):
    """Machines of one speed factor: time on one of them over the time on the fastest."""

    machines: int
    factor: int


class Instance(NamedTuple):
    """At most `MOST_GROUPS` groups and `engine.contract.breaking.MOST_JOBS` jobs in order of arrival."""

    groups: tuple[Group, ...]
    jobs: tuple[SmallJob, ...]

    @property
    def machines(self) -> int:
        """Of all groups together."""
        return sum(group.machines for group in self.groups)

    @property
    def weight(self) -> tuple[int, ...]:
        """How much there is to read, what counts most first: whatever is shrunk weighs less.

        Jobs, groups, machines, speeds and estimates that differ from the obvious, how odd the numbers are, their sum.
        """
        numbers = [number for job in self.jobs for number in job]
        uneven = sum(group.factor > 1 for group in self.groups)
        inexact = sum(job.estimate != job.run for job in self.jobs)
        odd = sum(_oddness(number) for number in numbers)
        return len(self.jobs), len(self.groups), self.machines, uneven, inexact, odd, sum(numbers) + self._factors

    @property
    def _factors(self) -> int:
        return sum(group.factor for group in self.groups)

    def tree(self) -> dict[str, Any]:
        """The parts of a scenario that it is, as JSON: `cluster` and `workload`."""
        several = len(self.groups) > 1
        groups = [
            {
                "name": f"group {number + 1}" if several else "machine",
                "count": group.machines,
                "speed_factor": float(group.factor),
            }
            for number, group in enumerate(self.groups)
        ]
        jobs = [
            {"arrival": float(job.arrival), "machines": job.machines, "run": float(job.run)}
            | ({} if job.estimate == job.run else {"estimate": float(job.estimate)})
            | ({"deadline": float(job.deadline), "profit": float(job.profit)} if job.profit else {})
            for job in self.jobs
        ]
        return {"cluster": {"groups": groups}, "workload": {"arrivals": {"process": "listed", "jobs": jobs}}}


def possible(groups: tuple[Group, ...], jobs: list[SmallJob]) -> Instance:
    """The instance next to these numbers that there can be: no job asks for more machines than there are, none is
    estimated below its run time, jobs are in order of arrival (of equal ones, the place in the list counts).
    """
    machines = sum(group.machines for group in groups)
    fitting = [job._replace(machines=min(job.machines, machines), estimate=max(job.estimate, job.run)) for job in jobs]
    return Instance(groups, tuple(sorted(fitting, key=lambda job: job.arrival)))


def _oddness(number: int) -> int:
    """0 and 1 are the simplest numbers, then tens, then fives."""
    return 0 if number <= 1 else 1 if number % 10 == 0 else 2 if number % 5 == 0 else 3


METRICS = ("response_time", "makespan", "bounded_slowdown", "profit")
"""What a policy can be worst in; of all but the last, less is better."""

REFUSING = tuple(int(code) for code in (PolicyCode.SIMPLE, PolicyCode.SIMPLE_R, PolicyCode.LAZY, PolicyCode.LAZY_R))
RESIZING = (int(PolicyCode.UFF), int(PolicyCode.SIMPLE), int(PolicyCode.LAZY))


class Asked(NamedTuple):
    """Where is *policy* worst against *against*?

    Attributes
    ----------
    common : JSON tree of a scenario, whose cluster, workload and policies an instance replaces
    policy, against : names
    metric : one of `METRICS`
    seed : of the search
    groups : most machine groups
    malleable : whether jobs are: a policy that resizes would else have nothing to do
    bag : whether jobs are tasks of a bag: of one machine each, all there at the beginning, on equal machines
    """

    common: dict[str, Any]
    policy: str
    against: str
    metric: str
    seed: int
    groups: int
    malleable: bool
    bag: bool = False

    @property
    def of_profit(self) -> bool:
        """Whether jobs have deadlines, and are worth something."""
        return measure_of(self.metric) == Measure.LOST

    def restricted(self, instance: Instance) -> Instance:
        """The instance next to *instance* among those that are asked for."""
        if not self.bag:
            return instance
        jobs = [job._replace(arrival=0, machines=1, estimate=job.run) for job in instance.jobs]
        return possible((Group(instance.groups[0].machines, 1),), jobs)

    def scenario(self, instance: Instance) -> ParallelJobsScenario:
        """The *instance* as a scenario of both policies: the one that others are compared with is *against*."""
        tree = self.common | instance.tree() | {"policies": [self.against, self.policy]}
        if self.malleable:
            for job in tree["workload"]["arrivals"]["jobs"]:
                job |= {"kind": "malleable", "smallest": 1, "largest": job["machines"]}
        return ParallelJobsScenario.read(tree)


def asked(
    scenario: ParallelJobsScenario, policy: str, against: str, metric: str = "response_time", bag: bool = False
) -> Asked:
    """The question for two policies of the family; *scenario* says the options, the own policies, the seed, and by the
    number of its machine groups how many there may be; `ValueError` says what cannot be asked.

    With *bag* the list is a bag of tasks, whose order under FCFS is any order and under LJF that of Largest Processing
    Time First. Machine events, queues with limits, reservations and the warm-up are left out: an instance is small.
    """
    for name in (policy, against):
        check_breakable(scenario, name, metric)
    if policy == against:
        raise ValueError(f"{policy} is the same policy twice; name two")
    if metric not in METRICS:
        raise ValueError(f'"{metric}" is no metric to break a policy by; allowed are {", ".join(METRICS)}')
    tree = scenario.model_dump(mode="json")
    own = [one for one in tree["own_policies"] if OWN_POLICY + one["name"] in (policy, against)]
    threshold = tree["measurement"]["slowdown_threshold"]
    common = {
        "family": scenario.family,
        "title": f"{policy} broken by {against}",
        "options": tree["options"],
        "own_policies": own,
        "measurement": {"slowdown_threshold": threshold},
        "study": {"replications": 1, "seed": scenario.study.seed},
    }
    malleable = any(POLICIES[name].code in RESIZING for name in (policy, against))
    groups = 1 if bag else min(len(scenario.cluster.groups), MOST_GROUPS)
    return Asked(common, policy, against, metric, scenario.study.seed, groups, malleable, bag)


def breakable(scenario: ParallelJobsScenario, metric: str = METRICS[0]) -> list[str]:
    """The policies of *scenario* that can be held against each other; any other of the family can, too."""
    return [name for name in scenario.policies if _is_told(name, metric)]


def first_metric(scenario: ParallelJobsScenario) -> str:
    """What is told at first: the profit of listed jobs with deadlines where every policy refuses some of them, since
    any mean is then one of other jobs under each policy."""
    arrivals = scenario.workload.arrivals
    has_deadlines = arrivals.process == "listed" and any(job.deadline is not None for job in arrivals.jobs)
    return "profit" if has_deadlines and not breakable(scenario) else METRICS[0]


def everyone_there(scenario: ParallelJobsScenario, metric: str = METRICS[0]) -> list[str]:
    """All that can be held against each other: the policies of *scenario*, its own ones, and those of the family."""
    own = [OWN_POLICY + one.name for one in scenario.own_policies]
    there = dict.fromkeys((*scenario.policies, *own, *POLICIES))
    return [name for name in there if _is_told(name, metric)]


def check_breakable(scenario: ParallelJobsScenario, policy: str, metric: str) -> None:
    """`ValueError` if *policy* cannot be broken in this *metric*, or break another one."""
    own = [OWN_POLICY + one.name for one in scenario.own_policies]
    if policy not in (*POLICIES, *own):
        raise ValueError(f'"{policy}" is no policy of this scenario; allowed are {", ".join((*POLICIES, *own))}')
    if not _is_told(policy, metric):
        raise ValueError(
            f"{policy} refuses jobs, and so its mean is one of other jobs; it can be broken and break another in "
            "profit alone"
        )


def _is_told(policy: str, metric: str) -> bool:
    """Who refuses jobs can be compared by what the others bring, alone."""
    return metric == "profit" or POLICIES[policy].code not in REFUSING
