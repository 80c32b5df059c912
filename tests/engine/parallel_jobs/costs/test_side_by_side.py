"""How many jobs are done while many wait, and how many wait under Conservative, which pays for each pair of them."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.parallel_jobs.costs.estimate import cost
from engine.parallel_jobs.costs.queues.crowd import crowd
from engine.parallel_jobs.costs.queues.side_by_side import served
from engine.parallel_jobs.inputs.forecast.disturbance import CALM, disturbance
from engine.parallel_jobs.inputs.forecast.typical import machines_at_work, machines_there
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.replication import replicate

SECONDS = 1000.0


def scenario(
    groups: list[tuple[int, float]], size: int, load: float = 0.8, up_to: int = 0, **more: Any
) -> ParallelJobsScenario:
    """Rigid jobs of 1000 machine seconds per machine, of one size, or evenly of all up to another."""
    mean = (size + max(size, up_to)) / 2
    rate = 1000 * load * sum(count / factor for count, factor in groups) / SECONDS / mean
    kind: dict[str, Any] = {"kind": "rigid", "demand": {"distribution": "constant", "mean": SECONDS * mean}}
    kind |= {"min_size": size, "max_size": size, "requested_size": "largest"}
    if up_to:
        kind["max_size_spread"] = {"spread": "evenly", "up_to": up_to}
    tree = {
        "family": "parallel-jobs",
        "cluster": {"groups": [{"name": str(n), "count": m, "speed_factor": a} for n, (m, a) in enumerate(groups)]},
        "workload": {
            "arrivals": {"process": "poisson", "rate_per_1000_s": rate},
            "jobs": more.get("jobs", 2000),
            "job_classes": [kind | more.get("kind", {})],
        },
        "policies": ["Conservative", "FCFS", "FF", "EASY", "UFF"],
        "machine_events": more.get("events", []),
        "options": more.get("options", {}),
    }
    return ParallelJobsScenario.read(tree)


def test_jobs_that_fill_equal_machines_are_done_as_fast_as_these_can() -> None:
    for machines, size, beside in ((20, 1, 20), (20, 3, 6), (20, 11, 1), (1000, 5, 200)):
        assert served(scenario([(machines, 1.0)], size), CALM) == pytest.approx(beside / SECONDS, rel=0.02)


def test_one_slow_machine_makes_a_job_slow() -> None:
    """Eleven of twenty-one machines are always one of the slow ones; ten are not while it is idle."""
    groups = [(10, 1.0), (11, 50.0)]
    assert served(scenario(groups, 11), CALM) == pytest.approx(1 / SECONDS / 50, rel=0.02)
    assert served(scenario(groups, 10), CALM) > 0.8 / SECONDS


def test_a_cluster_four_times_as_large_does_four_times_as_many() -> None:
    small, large = (scenario([(m, 1.0), (m, 4.0)], 2, up_to=12) for m in (200, 800))
    assert served(large, CALM) / served(small, CALM) == pytest.approx(4, rel=0.05)


@pytest.mark.parametrize(("load", "slow"), [(0.5, 0), (0.6, 60), (0.8, 60), (1.5, 0)])
def test_as_many_wait_as_in_a_replication_where_one_slow_machine_makes_a_job_slow(load: float, slow: int) -> None:
    """Below a load of 1 hardly anybody was thought to wait, and cells took a hundred times what was said."""
    of = scenario([(20, 1.0), *([(slow, 50.0)] if slow else [])], 1, load, up_to=20)
    records = replicate(of, "Conservative", 0, draw_jobs(of, 0)).records
    ends = np.sort(records.end)
    came, begun = (np.searchsorted(np.sort(one), ends, "right") for one in (records.arrival, records.start))
    waiting = float((came - begun).mean())
    assert 1 / 3 < (crowd(of, "Conservative", CALM).waiting + 10) / (waiting + 10) < 3


@given(some.data())
def test_what_is_remembered_is_what_would_be_computed(data: some.DataObject) -> None:
    """Of scenarios that differ in one thing or another, one after the other: a failure is an answer of another one."""
    groups = some.lists(some.tuples(some.integers(9, 30), some.sampled_from((1.0, 2.0, 3.5))), min_size=1, max_size=2)
    spares = {"event": "spares", "group": "0", "count": 1, "delay": 10.0}
    failures = {"event": "failures", "group": "0", "mean_between": 5e4, "mean_repair": 500.0}
    one: dict[str, Any] = {
        "groups": data.draw(groups),
        "size": data.draw(some.integers(1, 8)),  # of nine machines one may be a spare
        "load": data.draw(some.sampled_from((0.5, 1.5))),
        "events": data.draw(some.sampled_from(([], [spares], [failures], [spares, failures]))),
        "options": data.draw(some.sampled_from(({}, {"checkpoint_interval": 100.0, "checkpoint_cost": 5.0}))),
    }
    for _ in range(4):
        of = scenario(**one)
        assert served(of, disturbance(of)) == served.__wrapped__(of, disturbance(of))  # type: ignore[attr-defined]
        name = data.draw(some.sampled_from(sorted(one)))
        other = {"groups": groups, "size": some.integers(1, 8), "load": some.sampled_from((0.5, 1.5))}
        if name in other:
            one[name] = data.draw(other[name])
        else:
            one[name] = [] if name == "events" else {}


def test_who_ends_as_early_as_told_moves_nobody() -> None:
    """A class of which only some jobs get fast machines alone was thought to end when it was told to."""
    groups, equal = [(48, 1.0), (80, 4.0)], [(128, 4.0)]
    found = [
        crowd(of, "Conservative", CALM).early
        for of in (
            scenario(equal, 1, up_to=128),
            scenario(groups, 1, up_to=128),
            scenario(groups, 1, up_to=8),
            scenario(groups, 1, up_to=8, kind={"estimate": {"estimate": "multiple", "multiple_of": 2.0}}),
        )
    ]
    assert found == sorted(found)
    assert found[0] == 0 < found[1] < 0.3
    assert found[3] == 1
    many = [cost(scenario(one, 1, 1.5, up_to=128), "Conservative").seconds for one in (equal, groups)]
    assert many[1] > 2 * many[0]


def test_machines_that_come_later_do_no_work_before() -> None:
    spares = {"event": "spares", "group": "0", "count": 30, "delay": 10.0}
    late = {"event": "addition", "group": "0", "count": 50, "at": 1e9}
    soon = late | {"at": 0.0}
    for events, left in (([], 100), ([spares], 70), ([late], 50), ([late, spares], 50), ([soon], 100)):
        of = scenario([(100, 1.0)], 2, events=events)
        assert machines_there(of) >= left
        assert machines_at_work(of) == pytest.approx(left, abs=0.1)
    of, calm = (scenario([(100, 1.0)], 2, 0.8, events=events) for events in ([late], []))
    assert crowd(of, "Conservative", disturbance(of)).waiting > 100
    assert crowd(calm, "Conservative", CALM).waiting < 20
