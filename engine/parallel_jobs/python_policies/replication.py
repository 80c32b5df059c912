"""One replication that a policy in Python decides, from start to end, and the metrics of its cell."""

from functools import partial
from random import Random

import numpy as np

from engine.inputs.draws import Draws
from engine.parallel_jobs.inputs.jobs import drawn
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import machines_of, rules_of
from engine.parallel_jobs.job_metrics.of_blocks import values_of_blocks
from engine.parallel_jobs.machine_events.as_far_as_needed import complete
from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.measures import of_all_metrics
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.python_policies.clock import Call, DecidedClock
from engine.parallel_jobs.python_policies.refusals import asked
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.replication import Replication
from engine.policy import Policy


def replicate(
    scenario: ParallelJobsScenario,
    kind: type[Policy],
    replication: int,
    jobs: Jobs,
    calls: list[Call] | None = None,
) -> Replication:
    """Let a new policy of this *kind* serve *jobs*, with the machine events of this replication.

    All calls of `decide` are put into *calls*. `PolicyError` says what it must not decide, or how it failed.
    """
    if scenario.has_feedback:
        raise ValueError("jobs follow others here (feedback), which policies in Python do not know; leave it out")
    if len(jobs.partition):
        raise ValueError("partitions have queues of their own here, which policies in Python do not know; leave it out")
    machines, rules = machines_of(scenario), rules_of(scenario)
    last: list[DecidedClock] = []

    def simulate(machine_events: MachineEvents) -> Records:
        if calls is not None:
            calls.clear()  # of a shorter horizon
        policy = asked(kind, 0.0, kind)
        policy.random = random_of(scenario, replication)
        asked(kind, 0.0, lambda: policy.begin(scenario))
        listener = None if calls is None else calls.append
        last[:] = [DecidedClock(jobs, machines, rules, policy, machine_events, listener)]
        return last[0].run()

    records = complete(scenario, replication, simulate)
    if last[0].queue and not np.isfinite(records.end).all():
        last[0].refuse_waiting()
    return Replication(jobs, machines, last[0].machine_events, records)


def random_of(scenario: ParallelJobsScenario, replication: int) -> Random:
    """The random numbers of a replication: the same for all policies and points."""
    stream = Draws(scenario.study.seed, replication).stream("python policy")
    return Random(int(stream.integers(0, 2**62, 1)[0]))


def simulate(scenario: ParallelJobsScenario, kind: type[Policy], replication: int) -> dict[str, float]:
    """One cell: the metrics of one replication of a policy in Python at one point."""
    if scenario.blocks:
        return _of_blocks(scenario, kind)[replication]
    there = drawn(scenario, replication)
    _, machines, _, records = replicate(scenario, kind, replication, there.jobs)
    return of_all_metrics(scenario, machines, there, records)


_last: tuple[ParallelJobsScenario | None, dict[type[Policy], list[dict[str, float]]]] = (None, {})


def _of_blocks(scenario: ParallelJobsScenario, kind: type[Policy]) -> list[dict[str, float]]:
    """Of each block of a log, which is replayed once for all of them."""
    global _last
    of, found = _last
    if of is not scenario:
        found = {}
        _last = scenario, found
    if kind not in found:
        measure = partial(of_all_metrics, scenario)
        found[kind] = values_of_blocks(scenario, lambda jobs: replicate(scenario, kind, 0, jobs), measure)
    return found[kind]
