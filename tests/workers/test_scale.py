"""What `dev scale` makes of what it measured."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.study.cells import StudyPlan
from tests.workers.site import Site
from workers import scale

BROKERS = ("valkey",)


def test_speedup_and_overhead_are_over_one_process_that_carries_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def carried(processes: Sequence[int], _seeds: Iterator[int]) -> Iterator[dict[str, Any]]:
        for number in processes:
            yield {"processes": number, "cells_per_second": 80.0 * number}

    speeds = iter([90.0, 110.0])  # before and after
    monkeypatch.setattr(scale, "warm_up", lambda: None)
    monkeypatch.setattr(scale, "_alone", lambda _scenario: next(speeds))
    monkeypatch.setattr(scale, "_carried", carried)
    found = scale.run_scale((1, 2))
    assert found["alone"] == [90.0, 110.0]
    assert [case["speedup"] for case in found["cases"]] == pytest.approx([0.8, 1.6])
    assert [case["overhead"] for case in found["cases"]] == [pytest.approx(0.25), None]


def test_it_measures_as_many_cells_as_it_says() -> None:
    assert len(StudyPlan(scale._study(1))) == scale.CELLS


@pytest.mark.worker
def test_what_carrying_costs_can_be_measured(monkeypatch: pytest.MonkeyPatch, site: Site) -> None:
    """A cell of each policy at each value, by the workers that other tests have, too."""
    monkeypatch.setattr(scale, "CELLS", 12)
    monkeypatch.setattr(scale, "CELL_JOBS", 100)
    scenario = scale._study(1)
    found = scale._speed(site.client, scenario)
    assert found["cells_per_second"] == pytest.approx(12 / found["seconds"])
    assert scale._alone(scenario) > 0
