"""Schedules below each other on the Compare page: which rows, at which point, on one axis of time."""

from typing import Any

import pytest

from components.pages.compare import on_schedules
from components.pages.compare.schedules import (
    MOST,
    describe_rows,
    draw_rows,
    first_rows,
    places_of,
    rows_of,
    table_of_rows,
)
from components.pages.compare.schedules_box import Offer
from components.pages.compare.sides import described
from components.visits.answers import UnavailableError
from engine.parallel_jobs.replay.trace import trace
from engine.parallel_jobs.replay.tree import Trace
from engine.study.registry import EXAMPLES
from tests.components.pages.compared import scenario

STUDIES = {"A": scenario([0.5, 1.0]), "B": scenario([1.0, 2.0], slow=10)}
OTHERS = EXAMPLES["heymann-predict"]


def replayed(name: str, point: int) -> Trace:
    side, policy = name.split(" ")
    study: Any = STUDIES[side]
    found: Any = trace(study.at(study.points()[point]), policy, 0, {"first_job": 0})
    return found


def test_rows_begin_with_the_first_policy_of_each_study_and_are_never_more_than_four() -> None:
    assert [row.name for row in rows_of(STUDIES)] == ["A SED", "A FCFS", "B SED", "B FCFS"]
    assert [row.name for row in first_rows(STUDIES)] == ["A SED", "B SED"]
    assert [row.name for row in first_rows({"A": STUDIES["A"], "B": OTHERS})] == ["A SED", "A FCFS"]
    assert len(first_rows(dict.fromkeys("ABCD", STUDIES["A"]))) == MOST
    assert Offer({"A": OTHERS, "B": OTHERS}).box == "hidden"


def test_the_point_is_one_that_all_have() -> None:
    (place,) = places_of(STUDIES)
    assert place.points == {"A": 1, "B": 0}
    apart = {"A": scenario([0.2, 0.4]), "B": scenario([0.3, 0.5])}
    assert [one.words for one in places_of(apart)] == ["the middle of each study"]


def test_all_rows_show_the_same_span_of_time_and_are_told() -> None:
    traces = {"A SED": replayed("A SED", 1), "B SED": replayed("B SED", 0)}
    figures = draw_rows(traces, "dark")
    spans = {tuple(figure.layout.xaxis.range) for figure in figures.values()}
    assert len(spans) == 1
    ((_, last),) = spans
    assert last == max(one["steps"][-1]["time"] for one in traces.values())
    assert "A SED at " in describe_rows(traces, STUDIES)
    assert "Other jobs" not in describe_rows(traces, STUDIES)
    strangers = STUDIES | {"B": scenario([1.0], seed=4)}
    assert describe_rows(traces, strangers).endswith("Other jobs than those of A: B.")
    rows = table_of_rows(traces).body
    jobs = [{row[1] for row in rows if row[0] == name} for name in traces]
    assert jobs[0] == jobs[1]  # the same jobs


def test_a_trace_that_cannot_be_had_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any) -> None:
        raise UnavailableError("the workers are away")

    monkeypatch.setattr(on_schedules, "trace_of", none)
    chosen = {side: described(study) for side, study in STUDIES.items()}
    assert on_schedules.show_schedules(1, ["A SED"], "0", None, chosen).children == "the workers are away"
    assert "at least one" in on_schedules.show_schedules(1, ["Z no such row"], "0", None, chosen).children
