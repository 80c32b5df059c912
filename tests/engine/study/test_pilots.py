"""Studies of which no formula tells every cell: what they are priced at, before and after a cell of each kind was
measured."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.contract.cost import Cost
from engine.study.budget import MAXIMUM_SECONDS, budget, limits, pilots_of
from engine.study.registry import FAMILIES
from tests.engine.statistics.test_rounds import scenario

RATES = (0.5, 1.0, 2.0)


def priced(monkeypatch: pytest.MonkeyPatch, guess: float) -> Any:
    """A study of SED, which formulas tell, and of FCFS, which is guessed at, and the more the more jobs come."""

    def cost(point: Any, policy: str) -> Cost:
        if policy == "SED":
            return Cost(0.25, 1e6)
        return Cost(guess * point.workload.arrivals.rate_per_1000_s, 1e6, is_told=False)

    family = replace(FAMILIES["parallel-jobs"], cost=cost)
    monkeypatch.setattr("engine.study.budget.FAMILIES", {"parallel-jobs": family})
    return scenario(("SED", "FCFS"), RATES, replications=4)


@given(guess=some.floats(1e-3, 1e4), took=some.floats(1e-3, 1e4))
def test_a_pilot_replaces_the_guess_and_nothing_else(guess: float, took: float) -> None:
    """The dearest cell is the pilot, and the others are as much dearer or cheaper; what is told stays as it is."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        study = priced(monkeypatch, guess)
        before = budget(study)
        pilots: Any = pilots_of(study)
        after = budget(study, {"FCFS": took})
        assert [(one.policy, one.point.workload.arrivals.rate_per_1000_s) for one in pilots.values()] == [("FCFS", 2.0)]
    assert (before.told, before.guessed, after.told, after.guessed) == ("estimated", True, "measured", False)
    assert before.objection == ""
    assert after.seconds == pytest.approx(4 * (3 * 0.25 + took * sum(RATES) / 2))
    assert bool(after.objection) == (after.seconds > MAXIMUM_SECONDS or took > 300)
    assert bool(before.doubt) == (before.seconds > MAXIMUM_SECONDS or 2 * guess > 300)
    assert after[:1] + after[2:3] == before[:1] + before[2:3]


def test_what_is_too_much_whatever_is_measured_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """More cells than are allowed; and 1,250 s of cells that formulas tell."""
    assert budget(priced(monkeypatch, 1.0)).guessed
    many, long = (
        scenario(("SED", "FCFS"), [n / 10 for n in range(1, points + 1)], replications=1000) for points in (14, 5)
    )
    assert "28,000 cells" in budget(many).objection
    assert "on one core (estimated); at most 15" in budget(long).objection


def test_how_far_a_point_is_replicated_depends_on_no_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the same study would have other results on another computer."""
    study = priced(monkeypatch, 0.1)
    precise = scenario(("SED", "FCFS"), RATES, replications=10, precision={"maximum_seconds": 30.0})
    before = limits(precise)
    budget(study, {"FCFS": 100.0})
    budget(precise, {"FCFS": 100.0})
    assert limits(precise) == before
    assert budget(precise, {"FCFS": 100.0}).most_cells == budget(precise).most_cells
