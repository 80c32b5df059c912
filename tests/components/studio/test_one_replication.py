"""What is said and drawn where little is known: a single replication has no interval, noise no winner."""

from collections.abc import Callable
from typing import Any

import numpy as np

from components.words.verdicts.leaders import best_policy
from components.words.verdicts.pairs import difference_words
from engine.results.comparison import differences
from engine.results.result import Result
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.figures.checked import draw_curves

POINTS = (0.2, 0.5, 0.8)


def result_of(replications: int, response_time: Callable[[str], float]) -> Result:
    """A result whose cells say what the test wants: of queues that settle, the *response_time* of a policy."""
    tree: dict[str, Any] = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    tree["policies"] = ["SED", "FCFS"]
    tree["study"] |= {"replications": replications, "vary": {"field": "offered_load", "values": list(POINTS)}}
    plan = StudyPlan(read_scenario(tree))
    usual = dict.fromkeys(plan.metric_names(), 1.0)
    return plan.combine(
        {n: usual | {"response_time": response_time(tree["policies"][plan.cell(n).policy])} for n in range(len(plan))}
    )


def test_one_replication_is_said_to_be_one_and_no_verdict_is_made_of_it() -> None:
    single = result_of(1, lambda policy: 900.0 if policy == "SED" else 1200.0)
    (found,) = differences(single, 0, "response_time")
    words = difference_words(found, "response_time")
    assert "in one replication" in words
    assert not any(word in words for word in ("beats", "the shortest", "no difference", "nan"))


def test_points_with_a_single_replication_are_drawn_without_a_band() -> None:
    single = result_of(1, lambda policy: 900.0 if policy == "SED" else 1200.0)
    figure = draw_curves(single, "response_time", ["SED", "FCFS"], "light")
    lines = {line.name: line for line in figure.data}
    assert list(lines["SED"].x) == list(POINTS)
    assert list(lines["SED"].y) == [900.0] * len(POINTS)
    assert "SED band" not in lines


def test_the_leader_by_accident_is_not_called_the_best_policy() -> None:
    draws = np.random.default_rng(7)
    accident = result_of(6, lambda _: draws.normal(1000, 50))
    assert {best_policy(accident, n, "response_time") for n in range(len(POINTS))} == {""}
    clear = result_of(6, lambda policy: draws.normal(1000 if policy == "SED" else 2000, 50))
    assert {best_policy(clear, n, "response_time") for n in range(len(POINTS))} == {"SED"}
