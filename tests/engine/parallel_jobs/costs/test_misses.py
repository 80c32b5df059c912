"""Cells that were told to take a tenth or ten times of what they took: why, and that they are not any more."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.parallel_jobs.costs.counting import is_counted
from engine.parallel_jobs.costs.estimate import cost
from engine.parallel_jobs.costs.sizes_asked_for import sizes_of
from engine.parallel_jobs.inputs.forecast.typical import typical_jobs
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


def scenario(
    groups: list[tuple[int, float]], events: list[dict[str, Any]], kinds: list[dict[str, Any]], **more: Any
) -> ParallelJobsScenario:
    """Events say by number of which group they speak."""
    return ParallelJobsScenario.read(
        {
            "family": "parallel-jobs",
            "cluster": {
                "groups": [{"name": str(n), "count": m, "speed_factor": a} for n, (m, a) in enumerate(groups)],
            },
            "machine_events": events,
            "options": more.pop("options", {}),
            "policies": [more.pop("policy", "SAF")],
            "study": {"replications": 1, "seed": 11},
            "workload": {"job_classes": kinds, **more},
        }
    )


def evenly(up_to: int) -> dict[str, Any]:
    return {"spread": "evenly", "up_to": up_to}


def failing(group: str, between: float, repair: float) -> dict[str, Any]:
    return {"event": "failures", "group": group, "mean_between": between, "mean_repair": repair}


NEARLY_ALL = scenario(
    [(2, 1.0), (9, 10.0), (3, 2.0)],
    [
        {"event": "shutdown", "group": "0", "count": 1, "at": 194_549.0, "duration": 0.0, "notice": 0.0},
        {"event": "addition", "group": "2", "count": 1, "at": 168_123.0},
        {"event": "sessions", "group": "1", "mean_away": 2721.6, "mean_session": 2366.8},
        failing("2", 1252.5, 264.8),
        failing("0", 26_530.0, 5504.5),
        failing("0", 13_592.0, 2049.3),
        failing("1", 2241.0, 400.1),
        failing("0", 21_774.0, 1142.4),
    ],
    [
        {
            "demand": {"distribution": "hyperexponential", "mean": 1989.7, "coefficient_of_variation": 2.8656},
            "estimate": {"estimate": "uniform-error", "at_most": 8.75},
            "min_size": 13,
            "min_size_spread": evenly(14),
            "max_size": 14,
            "requested_size": "smallest",
            "speedup": {"model": "downey", "parallelism": 30.0, "variance": 2.0},
            "weight": 0.6537,
        },
        {
            "kind": "moldable",
            "demand": {"distribution": "constant", "mean": 128.98},
            "min_size": 1,
            "max_size": 14,
            "requested_size": "smallest",
            "speedup": {"model": "amdahl", "serial_share": 0.1},
            "weight": 0.1945,
        },
    ],
    policy="XF",
    jobs=813,
    arrivals={"process": "poisson", "rate_per_1000_s": 2.6745},
    options={"aging": 1.25e9, "checkpoint_interval": 27.9},
)
"""Half of the large jobs ask for 13 of 14 machines that fail, of which one goes for good."""

LATE = scenario(
    [(1, 1.0)],
    [{"event": "addition", "group": "0", "count": 1, "at": 5_797_898.0}],
    [{"demand": {"distribution": "uniform", "low": 130.0, "high": 400.0}, "min_size": 1, "max_size": 1}],
    policy="F2",
    jobs=20_000,
    arrivals={"process": "poisson", "rate_per_1000_s": 2.2},
)
"""The only machine comes when two thirds of the jobs have come."""


@pytest.mark.parametrize(
    ("name", "of", "policy", "seconds"),
    [("nearly all machines", NEARLY_ALL, "XF", 1.25), ("machines that come later", LATE, "F2", 8.0)],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_was_wrong_by_ten_is_not(name: str, of: ParallelJobsScenario, policy: str, seconds: float) -> None:
    """A thirteenth and a three-hundredth of that was told: sizes were no whole numbers, and nobody waited in vain."""
    assert 1 / 4 < cost(of, policy).seconds / seconds < 4, name


@given(size=some.integers(1, 60), more=some.integers(0, 60), machines=some.integers(1, 100))
@pytest.mark.parametrize("spread", ["evenly", "powers-of-two"])
def test_the_sizes_of_a_class_are_whole_numbers_and_all_of_its_jobs(
    spread: str, size: int, more: int, machines: int
) -> None:
    """Of a class with few sizes there were up to twice as many jobs as there are: the largest size came on top."""
    up_to = {"spread": spread, "up_to": size + more}
    kind = {
        "demand": {"distribution": "exponential", "mean": 100.0},
        "min_size": size,
        "min_size_spread": up_to,
        "max_size": size,
        "max_size_spread": up_to,
        "kind": "moldable",
    }
    of = scenario([(size + more, 1.0)], [], [kind], jobs=10, arrivals={"process": "batch"})
    (job,) = typical_jobs(of)
    sizes = sizes_of(job, "FCFS", machines)
    assert sum(one.share for one in sizes) == pytest.approx(1.0)
    assert all(value == int(value) for one in sizes for value in (one.least, one.largest, one.floor))
    assert all(size <= one.floor <= size + more for one in sizes)


def test_owners_who_never_come_cost_nothing_but_that_it_is_drawn() -> None:
    """A replication without machine events is one that only counts processors, whoever may have come."""
    kind = {"demand": {"distribution": "exponential", "mean": 100.0}, "min_size": 1, "max_size": 2}
    never, daily = ({"event": "owners", "group": "0", "presence": share} for share in (0.0, 1.0))
    batch = {"policy": "SJF", "jobs": 5000, "arrivals": {"process": "batch"}}
    calm, quiet, disturbed = (scenario([(2, 1.0)], events, [kind], **batch) for events in ([], [never], [daily]))
    assert is_counted(quiet, "SJF")
    assert not is_counted(disturbed, "SJF")
    assert cost(calm, "SJF").seconds == pytest.approx(cost(quiet, "SJF").seconds, rel=0.5)


def test_spares_that_come_too_late_are_none() -> None:
    """And those that come at once leave no machine missing."""
    kind = {"demand": {"distribution": "exponential", "mean": 1000.0}, "min_size": 10, "max_size": 10}
    of = {
        delay: scenario(
            [(15, 1.0)],
            [failing("0", 20_000.0, 2000.0), {"event": "spares", "group": "0", "count": 5, "delay": delay}],
            [kind],
            jobs=2000,
            arrivals={"process": "poisson", "rate_per_1000_s": 7.0},
        )
        for delay in (0.0, 1e8)
    }
    assert cost(of[0.0], "SAF").seconds < cost(of[1e8], "SAF").seconds / 3
