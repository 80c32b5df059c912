"""What was refused though it is cheap, and accepted though it is dear: steps and prices against seconds measured."""

from typing import Any

import pytest

from engine.parallel_jobs.costs.estimate import cost, steps
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.study.registry import EXAMPLES, read_scenario


@pytest.mark.parametrize(
    ("load", "jobs", "took"),
    [
        (0.8, 10_000, 0.08),
        (0.8, 40_000, 0.36),
        (0.9, 40_000, 0.9),
        (0.95, 5_000, 0.08),
        (0.95, 40_000, 1.8),
        (1.2, 10_000, 0.95),
        (2.0, 5_000, 1.0),
    ],
)
def test_conservative_backfilling_with_estimates_of_users(load: float, jobs: int, took: float) -> None:
    """Told 29 to 340 times too high: a packing of a hundred jobs that wastes room said that the queue grows for ever,
    and as many waited as if no small one ever passed."""
    scenario = EXAMPLES["users-estimates"].at({"workload.arrivals.load": load, "workload.jobs": jobs})
    assert isinstance(scenario, ParallelJobsScenario)
    assert took / 5 < cost(scenario, "Conservative").seconds < 5 * took


def batch(jobs: int = 20_000, classes: int = 3, **changes: Any) -> Any:
    """A batch on one machine, under an own order."""
    kind = {"demand": {"distribution": "exponential", "mean": 1000.0}, "min_size": 1, "max_size": 1, "kind": "rigid"}
    own = {"name": "own", "order": "wait / size"} | {
        k: v for k, v in changes.items() if k in ("order", "admit", "backfill")
    }
    return read_scenario(
        {
            "family": "parallel-jobs",
            "version": 1,
            "cluster": {"groups": [{"name": "node", "count": 1, "speed_factor": 1.0}]},
            "workload": {
                "arrivals": {"process": "batch"},
                "jobs": jobs,
                "job_classes": [kind | {"name": f"c{n}"} for n in range(classes)],
            },
            "policies": ["own:own"],
            "options": {"predictions": True, "aging": 1.0},
            "own_policies": [own],
            "advance_reservations": changes.get("windows", []),
        }
    )


@pytest.mark.parametrize("rule", ["idle > 0", "busy < 1", "running < 1"])
def test_of_a_batch_all_are_asked_before_anybody_runs(rule: str) -> None:
    """They were thought to be asked while others run, and all but a few to be sent away: a thousandth of the price."""
    everybody, asked = (steps(batch(admit=admit), "own:own") for admit in ("true", rule))
    assert asked["waiting"] == everybody["waiting"] > 1e8


@pytest.mark.parametrize(
    ("changes", "least"),
    [
        ({"order": "user_waiting - wait / estimate"}, 4),
        ({"backfill": "-area"}, 4),
        ({"windows": [{"name": "w", "begins_s": 1e6, "ends_s": 2e6, "processors": 1}]}, 1.1),
    ],
)
def test_queues_that_are_put_in_order_anew_at_each_pass(changes: dict[str, Any], least: float) -> None:
    """Of jobs of a user who change places with those of another, of those who may pass by a rule of their own, and of
    whoever has to be kept out of a window; measured at 2 to 5, 11 and 2 times what others take (4,000 jobs)."""
    of_one = cost(batch(order=changes.get("order", "wait / size"), classes=1), "own:own").seconds
    several = cost(batch(**changes), "own:own").seconds
    assert several > least * of_one
