"""As recorded, in sentences, tables and pictures of curves: at its own load, and no policy."""

import re
from typing import Any

import pytest

from components.figures.result.curves import draw_curves
from components.pages.studio.answer.answer import table_of_curves
from components.words.as_recorded import LEGEND, LOAD_FACTOR, recorded_lines, recorded_value
from components.words.units import PEOPLE, told_in
from components.words.verdicts.verdict import NARROW, verdict
from components.words.wording import THIN, metric_words
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.results.result import Result
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.test_as_recorded import log_under_fcfs


def result_of(study: dict[str, Any] | None = None, **changes: Any) -> Result:
    tree = log_under_fcfs(**changes).model_dump(mode="json")
    return run_study(ParallelJobsScenario.read(tree | {"study": tree["study"] | (study or {})}))


def recorded_in(figure: Any) -> list[Any]:
    return [trace for trace in figure["data"] if trace["name"] == LEGEND]


@pytest.fixture(scope="module")
def loads() -> Result:
    return result_of({"vary": {"field": LOAD_FACTOR, "values": [0.8, 1.0, 1.2]}})


def test_in_curves_over_the_load_it_is_one_mark_at_its_own_load(loads: Result) -> None:
    figure = draw_curves(loads, "wait_time", ["EASY", "FCFS"], "light")
    (mark,) = recorded_in(figure)
    at = loads.scenario.points().index({LOAD_FACTOR: 1.0})
    fcfs = next(trace for trace in figure["data"] if trace["name"] == "FCFS" and "markers" in trace["mode"])
    assert (mark["x"], mark["mode"]) == ([1.0], "markers")
    assert mark["y"][0] == pytest.approx(fcfs["y"][at])
    assert figure["layout"]["showlegend"]
    table = table_of_curves(loads, "wait_time")
    column = next(n for n, name in enumerate(table.head) if name.startswith("as recorded"))
    assert [bool(row[column]) for row in table.body] == [False, True, False]


def test_over_anything_else_it_is_a_line_across() -> None:
    policies = {"vary": {"field": "measurement.slowdown_threshold", "values": [1.0, 10.0, 60.0]}}
    found = result_of(policies)
    (line,) = recorded_in(draw_curves(found, "wait_time", ["EASY", "FCFS"], "dark"))
    assert (line["x"], line["mode"]) == ([1.0, 60.0], "lines")
    assert line["y"][0] == line["y"][1]


def test_of_one_point_it_has_a_row_of_its_own_without_an_interval() -> None:
    found = result_of()
    figure = draw_curves(found, "wait_time", ["EASY", "FCFS"], "light")
    (mark,) = recorded_in(figure)
    assert figure["layout"]["yaxis"]["ticktext"][0].endswith("as recorded")
    assert mark["y"] == [0]
    assert min(trace["y"][0] for trace in figure["data"] if trace is not mark) == 1
    low, high = figure["layout"]["xaxis"]["range"]
    assert low <= mark["x"][0] <= high


def test_the_words_say_that_it_is_no_policy(loads: Result) -> None:
    with told_in(PEOPLE):
        (line,) = recorded_lines(loads, "wait_time")
    assert line.startswith("Mean wait time as recorded, by the machine's own scheduler, at its own load: ")
    assert line.endswith(
        " min. That is no policy and has no interval: it had outages, reservations and priorities that "
        "the log does not show."
    )
    assert any("as recorded" in one for one in verdict(loads, "wait_time").more)


def test_at_another_load_or_of_what_no_log_tells_there_is_nothing() -> None:
    found = result_of(load_factor=1.25)
    assert recorded_value(found, "wait_time") is None
    assert not recorded_in(draw_curves(found, "wait_time", ["EASY", "FCFS"], "light"))
    assert not any("as recorded" in name for name in table_of_curves(found, "wait_time").head)
    assert recorded_lines(result_of(), "makespan") == []


def test_a_value_far_below_those_of_the_policies_has_a_unit_of_its_own(
    loads: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    """66 s were told as 0.0007627 d, the unit of what the policies made of it."""
    from components.words import as_recorded

    monkeypatch.setattr(as_recorded, "recorded_value", lambda *_: 66.0)
    monkeypatch.setattr(
        as_recorded,
        "shown_metric",
        lambda name, _: metric_words(name)._replace(scale=1 / 86_400, shown_unit="d"),
    )
    with told_in(PEOPLE):
        assert "its own load: 66 s." in as_recorded.recorded_words(loads, "wait_time")


def test_the_verdict_on_one_log_has_each_policy_and_the_recorded_scheduler() -> None:
    """It was "One log: EASY has ... than FCFS", whatever the machine's own scheduler did."""
    found = result_of({"replications": 1})
    means = {name: found.estimate(0, name, "wait_time").mean for name in found.scenario.policies}
    first, second = sorted(means, key=lambda name: means[name])
    said = verdict(found, "wait_time").short
    told = re.fullmatch(rf"On this log, mean wait time: {first} (.+), {second} (.+), as recorded (.+) (s|min)\.", said)
    assert told is not None, said
    values = [float(told[n].replace(THIN, "").replace(NARROW, "")) * (60 if told[4] == "min" else 1) for n in (1, 2, 3)]
    recorded = recorded_value(found, "wait_time")
    assert values == pytest.approx([means[first], means[second], recorded], rel=0.01)
