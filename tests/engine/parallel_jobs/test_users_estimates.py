"""What the notes of the example of users' estimates say is so in the numbers."""

from typing import Any

import numpy as np
import pytest

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.papers.examples import EXAMPLES

OF = EXAMPLES["users-estimates"]


def at_load(estimate: dict[str, Any] | None = None) -> ParallelJobsScenario:
    tree = OF.at({"offered_load": 0.7}).model_dump(mode="json")
    tree["workload"]["arrivals"]["estimate"] = estimate or tree["workload"]["arrivals"]["estimate"]
    return ParallelJobsScenario.read(tree)


TOLD, KNOWN = at_load(), at_load({"estimate": "exact"})


@pytest.mark.parametrize(
    ("policy", "told", "known"), [("EASY", 378, 188), ("Conservative", 310, 174), ("FF", 244, 260)]
)
def test_what_the_notes_say(policy: str, told: int, known: int) -> None:
    found = [
        round(float(np.mean([simulate(of, policy, n)["bounded_slowdown"] for n in range(OF.study.replications)])))
        for of in (TOLD, KNOWN)
    ]
    assert found == [told, known]
    assert all(str(number) in OF.notes for number in found)


def test_a_replication_is_as_long_as_it_says() -> None:
    ends = [draw_jobs(TOLD, n).gap.sum() / 86_400 for n in range(OF.study.replications)]
    assert round(float(np.mean(ends))) == 67
