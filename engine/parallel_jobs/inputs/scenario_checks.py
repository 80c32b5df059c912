"""What a scenario of parallel jobs may not hold together, though each of its fields is right."""

from __future__ import annotations  # the scenario asks for these checks

from typing import TYPE_CHECKING

from engine.inputs.rejection import Rejection
from engine.parallel_jobs.inputs.sources.listed import Listed
from engine.parallel_jobs.inputs.sources.logged import RESAMPLED
from engine.parallel_jobs.policies import ORDERED, OWN_POLICY, POLICIES, PolicyCode

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

IN_A_QUEUE = (
    *(PolicyCode.FCFS, PolicyCode.FF, PolicyCode.EASY, PolicyCode.CONSERVATIVE),
    *(code for code in PolicyCode if code >= ORDERED),
)
"""Policies whose jobs have one size and wait in a queue: for them there are queues, windows and predictions."""

MOST_BLOCKS = 8
"""Of a log: few and long ones (family README, logs)."""


def check_operated(scenario: ParallelJobsScenario) -> None:
    """What is said of the operation holds for queues of jobs of one size, and for no other policies."""
    if scenario.operation is None:
        return
    for number, name in enumerate(scenario.policies):
        if POLICIES[name].code not in IN_A_QUEUE:
            windows = "advance reservations" if scenario.advance_reservations else "predictions"
            said = "queues" if scenario.queues else windows
            raise Rejection(
                f"policies.{number}",
                f'"{name}" knows nothing of {said}; FCFS, FF, EASY, Conservative, ordered and own queues do',
            )


def check_own_policies(scenario: ParallelJobsScenario) -> None:
    """Own policies have names of their own, and those that are simulated are there."""
    names = [one.full_name for one in scenario.own_policies]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise Rejection(f"own_policies.{number}.name", "another own policy has that name; they have to differ")
    for number, name in enumerate(scenario.policies):
        if name.startswith(OWN_POLICY) and name not in names:
            there = ", ".join(f'"{one}"' for one in names) or "none"
            raise Rejection(f"policies.{number}", f'"{name}" is no own policy of this scenario; there are: {there}')


def check_list(scenario: ParallelJobsScenario, listed: Listed) -> None:
    """Listed jobs have machines enough, and nothing random to be replicated for."""
    for number, job in enumerate(listed.jobs):
        if job.machines > scenario.cluster.machines:
            raise Rejection(
                f"workload.arrivals.jobs.{number}.machines",
                f"job {number + 1} asks for {job.machines} machines, but the cluster has {scenario.cluster.machines}",
            )
    if not scenario.is_random and (scenario.study.replications > 1 or scenario.study.precision is not None):
        raise Rejection(
            "study.replications",
            "a list of jobs has nothing random: all replications are the same; 1 is allowed, and no precision",
        )


def check_log(scenario: ParallelJobsScenario) -> None:
    """A log is one path: its replications are blocks of it, and nothing else may be random."""
    if scenario.study.precision is not None:
        raise Rejection(
            "study.precision",
            "replications of a log are blocks of it, and more of them make nothing more precise; leave it out",
        )
    if scenario.fewest_together:
        least, most = RESAMPLED
        if not least <= scenario.study.replications <= most:
            raise Rejection(
                "study.replications",
                f"each replication of a log that is resampled is another log; from {least} to {most} are allowed",
            )
    elif scenario.study.replications > MOST_BLOCKS:
        raise Rejection(
            "study.replications", f"a log is cut into at most {MOST_BLOCKS} blocks, long ones, as its replications"
        )
    if scenario.machine_events:
        raise Rejection("machine_events", "a log is replayed on machines that stay; leave machine events out")
    if scenario.measurement.warm_up.method != "none":
        raise Rejection("measurement.warm_up", "the first week of a log is its warm-up; choose none")
