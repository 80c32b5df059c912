"""The weeks of a log are counted: no tick stands between two of them."""

import pytest

from components.figures.parallel_jobs.logs.log_pictures import draw_weeks


@pytest.mark.parametrize(
    ("count", "apart"), [(1, 1), (2, 1), (4, 1), (10, 1), (11, 2), (26, 5), (104, 20), (3_000, 200)]
)
def test_ticks_are_whole_weeks_and_few_enough_for_a_phone(count: int, apart: int) -> None:
    weeks = {"week": list(range(1, count + 1)), "jobs": [7] * count, "load": [0.5] * count}
    recorded = {"weeks": weeks, "measured": [0, 0], "edges": [], "flurries": []}
    axis = draw_weeks(recorded, "light").layout.xaxis
    assert (axis.tick0, axis.dtick) == (0, apart)
