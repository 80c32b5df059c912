"""A small instance of the problem: machine groups and a list of jobs, all numbers whole and small."""

from typing import Any, NamedTuple

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
