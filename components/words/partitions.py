"""Partitions with queues of their own, in sentences: what that does to a comparison, and for the methods."""

from engine.inputs.scenario import Scenario
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.partition_numbers import read_partitions


def partition_lines(scenario: Scenario) -> list[str]:
    """Which partition is on which machines, and what that means; none of other studies."""
    if not isinstance(scenario, ParallelJobsScenario) or scenario.workload.logged is None:
        return []
    numbers = read_partitions(scenario.workload.logged.partition_queues)
    if not numbers:
        return []
    pairs = zip(numbers, scenario.cluster.groups, strict=True)
    parts = ", ".join(f"{number} on {group.count:,} machines ({group.name})" for number, group in pairs)
    return [
        f"Each partition of the log has a queue of its own: {parts}. Jobs stay in theirs, though another one may be "
        "idle; jobs of other partitions are left out."
    ]
