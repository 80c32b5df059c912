"""Shares of an iteration as axes: all job types at once, and they always make 100 %."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.inputs.rejection import ScenarioError
from engine.study.registry import EXAMPLES

TYPES = [
    {"name": "A", "computation": 35.0, "io": 15.0, "communication": 50.0},
    {"name": "B", "computation": 90.0, "io": 5.0, "communication": 5.0},
]


def scenario(types: int) -> CoschedulingScenario:
    workload = {"job_types": TYPES[:types], "jobs": 3}
    return CoschedulingScenario.read({"family": "coscheduling", "policies": ["SS-EASY"], "workload": workload})


@given(io=st.integers(0, 60), communication=st.integers(1, 39), types=st.integers(1, 2))
def test_computation_takes_what_the_others_leave(io: int, communication: int, types: int) -> None:
    """In either order."""
    point = {"io_share": float(io), "communication_share": float(communication)}
    for one in (point, dict(reversed(point.items()))):
        for kind in scenario(types).at(one).workload.job_types:
            assert (kind.io, kind.communication) == (io, communication)
            assert kind.computation == 100 - io - communication


def test_types_that_differ_have_no_share_in_common() -> None:
    assert scenario(1).sweepable()["io_share"] == 15.0
    assert "io_share" not in scenario(2).sweepable()
    assert scenario(2).at({"io_share": 20.0}).sweepable()["io_share"] == 20.0


def test_more_than_everything_is_refused_in_a_sentence() -> None:
    with pytest.raises(ScenarioError, match="computation"):
        scenario(1).at({"io_share": 60.0, "communication_share": 50.0})


def test_the_example_asks_at_which_share_of_io() -> None:
    points = EXAMPLES["coscheduled-or-easy"].points()
    assert {one["communication_share"] for one in points} == {5.0, 30.0}
    assert points[0]["io_share"] == 0.0
