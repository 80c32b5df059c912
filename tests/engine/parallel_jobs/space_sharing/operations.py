"""Generated ways to run a site: queues with limits, reserved windows, predictions, preemption."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from engine.parallel_jobs.inputs.site.operation import of_queue
from engine.parallel_jobs.inputs.site.own_policies import OwnPolicy
from engine.parallel_jobs.model import Operation, OwnRules, QueueRules, Window
from tests.engine.parallel_jobs.systems import System

TAKES = ["true", "size <= 2", "estimate > 10", "class == 1", "queue == 2", "area < 40 and size > 1", "false"]
"""Rules that say who is in a queue."""

ORDERS = ["-submit", "-submit", "-area", "wait / size", "queue_priority", "1000 * fair + queue", "-estimate", "0"]


def own(order: str = "-submit", **parts: Any) -> OwnRules:
    """An own policy by its parts."""
    return OwnPolicy.model_validate({"name": "own", "order": order, **parts}).rules()


def drawn(seed: int, preempts: bool | None = None) -> Operation:
    """An operation of a kind that hypothesis chooses by its seed."""
    rng = np.random.default_rng(seed)

    def limit(of: list[int]) -> int:
        return int(rng.choice([2**40, 2**40, *of]))

    queues = tuple(
        QueueRules(
            takes=of_queue(str(rng.choice(TAKES))),
            priority=float(rng.integers(0, 4)),
            most=limit([2, 5, 9]),
            most_of_user=limit([2, 4]),
            most_jobs=limit([1, 2]),
            longest=float(rng.choice([np.inf, np.inf, 40.0])),
            may_preempt=bool(rng.random() < 0.5) if preempts is None else preempts,
            may_be_preempted=bool(rng.random() < 0.7) if preempts is None else preempts,
        )
        for _ in range(rng.integers(0, 4))
    )
    windows = []
    for _ in range(rng.choice([0, 0, 1, 4])):
        begins = float(rng.choice([0, 4, 20, 50, 51.5, 120]))
        ends = begins + float(rng.choice([1, 4, 30, 1000]))
        windows.append(Window(begins, ends, int(rng.integers(1, 8)), float(rng.choice([0.0, 0.0, begins, 10.0]))))
    return Operation(queues, tuple(windows), bool(rng.random() < 0.5))


def policies() -> st.SearchStrategy[OwnRules]:
    """Own policies in which everything counts that an operation says."""
    return st.builds(
        own,
        st.sampled_from(ORDERS),
        reservation=st.sampled_from([1, 1, 1, "none", "skip", "all", 2]),
        backfill=st.sampled_from(["", "", *ORDERS]),
        admit=st.sampled_from(["true", "true", "estimate < 30 or idle > 2"]),
        half_life_s=st.just(60.0),
    )


def operated(system: System, rules: OwnRules, operation: Operation, seed: int = 1) -> System:
    """The same system run so, its jobs those of four users who send them to three queues."""
    rng, n = np.random.default_rng(seed), len(system.jobs.gap)
    jobs = system.jobs._replace(user=rng.integers(0, 4, n), queue=rng.integers(1, 4, n))
    return System(jobs, system.machines, system.rules._replace(own=rules, operation=operation))
