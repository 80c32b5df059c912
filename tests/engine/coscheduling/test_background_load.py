"""Owners of nodes (rule 23): what they take is taken from computations on their nodes, and from nothing else."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.replication import replicate
from tests.engine.coscheduling.systems import IMPLEMENTATIONS, MS, US, Job, jobs, system

EVERY_KIND = ["GS", "Local", "SB", "SY", "DCS", "PB", "SS-EASY"]


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@pytest.mark.parametrize("policy", ["GS", "SS-EASY"])
def test_a_job_waits_for_its_task_on_the_loaded_node(implementation: str, policy: str) -> None:
    """Three iterations of 4 ms and a message of 300 us in a ring; the owner of the last node takes a third of it.

    Alone: 3 (4 + 0.36) ms. With the owner its task computes 6 ms and never waits, for the others are there 0.36 + 4 ms
    after they have heard of it; they are held up by it, and hear of its last iteration 0.36 ms after its end.
    """
    machine = system(3)
    alone = jobs(machine, Job(size=3, computation=4 * MS, iterations=3))
    run = IMPLEMENTATIONS[implementation]
    plain = run(alone, machine, SCHEMES[policy], None)
    loaded = run(alone, machine._replace(load=np.array([0.0, 0.0, 1 / 3])), SCHEMES[policy], None)
    took, takes = (int(found.end[0] - found.start[0]) for found in (plain, loaded))
    assert took == 3 * (4 * MS + 360 * US)
    assert takes == 3 * 6 * MS + 360 * US


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(EVERY_KIND), st.integers(1, 40), st.sampled_from([0.2, 0.5, 0.75]))
def test_a_load_everywhere_is_as_good_as_longer_computations(policy: str, units: int, load: float) -> None:
    """To the nanosecond, of jobs whose lengths are whole multiples; the nominal time alone stays what it was."""
    machine = system(4, load=np.full(4, load))
    own = [Job(3, 4 * units * US, 500 * US, 2, 0), Job(2, 8 * units * US, 0, 3, units * US), Job(4, 4 * MS, 0, 2, 0)]
    own = sorted(own, key=lambda job: job.arrival)
    given_jobs = jobs(machine, *own)
    longer = given_jobs._replace(computation=np.rint(given_jobs.computation / (1 - load)).astype(np.int64))
    for run in IMPLEMENTATIONS.values():
        one = run(given_jobs, machine, SCHEMES[policy], None)
        other = run(longer, machine._replace(load=None), SCHEMES[policy], None)
        for name in ("start", "end"):
            assert getattr(one, name).tolist() == getattr(other, name).tolist()


def scenario(**cluster: Any) -> CoschedulingScenario:
    """Jobs that communicate on eight nodes, in two partitions if asked for."""
    return CoschedulingScenario.read(
        {
            "cluster": {"nodes": 8, **cluster},
            "workload": {
                "jobs": 12,
                "arrivals": {"process": "batch"},
                "job_types": [{"computation": 80, "io": 10, "communication": 10}],
                "size_classes": [{"smallest": 2, "largest": 4, "execution_time": 0.1, "variation": 1.0}],
            },
            "policies": ["SB"],
        }
    )


def test_the_loaded_nodes_are_the_first_of_the_cluster_and_not_of_each_partition() -> None:
    parts = replicate(scenario(partitions=2, background_load=0.6, loaded_nodes=4), "SB", 0).parts
    plain = replicate(scenario(partitions=2), "SB", 0).parts
    assert parts[0].records.end.tolist() != plain[0].records.end.tolist()
    assert parts[1].records.end.tolist() == plain[1].records.end.tolist()


def test_no_load_is_the_scenario_that_there_was() -> None:
    """The same key: stored results and links stay what they are."""
    assert "background_load" not in scenario().named_by(set())["cluster"]
