"""A small instance of the problem: a few nodes and a list of jobs, all numbers whole and small."""

from typing import Any, NamedTuple

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
