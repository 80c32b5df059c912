"""What the notes of the example of a day say is so in the numbers."""

import numpy as np

from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.papers.examples import EXAMPLES

OF = EXAMPLES["night-and-day"]
FLAT, DRAWN = (OF.at({"workload.arrivals.strength": strength}) for strength in (0.0, 1.0))


def minutes(metric: str, policy: str) -> list[int]:
    """Means of all replications, evenly and in office hours."""
    cells = [[simulate(of, policy, n)[metric] for n in range(OF.study.replications)] for of in (FLAT, DRAWN)]
    return [round(float(np.mean(one)) / 60) for one in cells]


def test_what_the_notes_say() -> None:
    assert minutes("wait_time", "FCFS") == [18, 158]
    assert minutes("wait_time", "EASY") == [10, 100]
    assert minutes("wait_time", "UFF") == [0, 10]
    assert minutes("response_time", "UFF") == [60, 147]
    assert all(number in OF.notes for number in ("18", "158", "10", "100", "60", "147"))


def test_from_nine_to_four_more_comes_than_can_be_done() -> None:
    load = FLAT.sweepable()["offered_load"]
    assert round(load, 3) == 0.6
    assert round(86.4 * OF.workload.arrivals.rate_per_1000_s) == 120  # type: ignore[union-attr]
    busy = [load * share > 1 for share in DRAWN.workload.arrivals.relative]  # type: ignore[union-attr]
    assert [hour for hour, is_busy in enumerate(busy) if is_busy] == [9, 10, 11, 13, 14, 15]


def test_the_jobs_are_the_same_in_all_but_when_they_come() -> None:
    one, other = draw_jobs(FLAT, 3), draw_jobs(DRAWN, 3)
    assert [name for name, a, b in zip(one._fields, one, other, strict=True) if not (a == b).all()] == ["gap"]
