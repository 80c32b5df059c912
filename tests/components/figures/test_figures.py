"""Figures, sentences and tables, made by calling them."""

import plotly.graph_objects as go
import pytest

from components.figures.parallel_jobs.over_time import over_time_tree
from components.figures.parallel_jobs.schedules.schedule import draw_schedule
from components.figures.parallel_jobs.states.state_diagram import draw_state_diagram
from components.looks.theme import LOOKS
from components.pages.studio.answer.answer import table_of_comparisons, table_of_curves, table_of_data
from components.pages.studio.face import table_of
from components.pages.studio.families.parallel_jobs.why.answer import why_of
from components.visits.answers import empty_result
from components.words.verdicts.leaders import best_policy
from components.words.verdicts.verdict import verdict
from components.words.wording import number, with_uncertainty
from engine.metrics.catalogue import metric_of
from engine.parallel_jobs.replay.tree import Trace
from engine.results.result import Result
from engine.statistics.means import Estimate
from engine.study.ahead import result_ahead
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, FAMILIES
from tests.components.figures.checked import draw_curves, draw_speed_up


@pytest.fixture(scope="module")
def result() -> Result:
    found = result_ahead(EXAMPLES["schnor-system-1"])
    assert found is not None, "run: python3 app.py dev ahead"
    return found


@pytest.fixture(scope="module")
def trace() -> Trace:
    scenario = EXAMPLES["schnor-system-1"].at({"workload.jobs": 2000})
    return FAMILIES[scenario.family].runs.trace(scenario, "SED", 0)


def test_every_policy_has_one_look_of_its_own() -> None:
    names = [name for family in FAMILIES.values() for name in family.policies]
    assert set(names) == set(LOOKS)
    assert len(names) == len(set(names))
    for family in FAMILIES.values():
        looks = [LOOKS[name] for name in family.policies]
        assert len({look.color for look in looks}) == len({look.dark for look in looks}) == len(looks)


def test_curves_have_a_band_and_end_where_the_queue_does_not_settle(result: Result) -> None:
    figure = draw_curves(result, "response_time", list(result.scenario.policies), "light")
    by_name = {line.name: line for line in figure.data}
    assert {"SED", "SED band", "FCFS", "FCFS band"} <= set(by_name)
    assert max(by_name["SED"].x) == 1.8
    assert max(by_name["FCFS"].x) == 1.25  # the critical rate, at which nothing is shown yet
    words = [note.text for note in figure.layout.annotations]
    assert words[:2] == ["SED-NU overload at 1.6–1.7 ■", "FCFS overload at 1.25–1.4 ✕"]
    assert words[2].startswith("● SED<br>")
    assert figure.layout.yaxis.range[1] < 20_000  # the point in doubt, 36 000 s, does not fill the picture
    assert figure.layout.yaxis.title.text == "Mean response time (s)"
    assert figure.layout.xaxis.title.text == "Arrival rate (jobs per 1000 s)"


def test_what_a_verdict_can_hold_against_each_other_is_in_the_picture() -> None:
    """PB-SB against PB at 72 jobs per minute, 3 against 4 s: the picture ended at 2.4, as points are in doubt there."""
    scenario = EXAMPLES["zhang-load"]
    found = result_ahead(scenario)
    assert found is not None
    figure = draw_curves(found, "response_time", list(scenario.policies), "light")
    assert 5.5 < figure.layout.yaxis.range[1] < 8  # two of 1 600 jobs per 1000 s take 5.1 and 5.2 s


def test_without_curves_there_are_words_and_no_axes(result: Result) -> None:
    figure = draw_curves(empty_result(result.scenario), "response_time", ["SED"], "light")
    assert not any(line.x for line in figure.data)
    assert [note.text for note in figure.layout.annotations] == ["Nothing has been computed yet."]
    assert (figure.layout.xaxis.visible, figure.layout.yaxis.visible) == (False, False)
    failed = empty_result(result.scenario)
    failed.failed = frozenset({0})
    assert "failed" in draw_curves(failed, "response_time", ["SED"], "light").layout.annotations[0].text
    assert draw_curves(result, "response_time", ["SED"], "light").layout.xaxis.visible is None


def test_the_speed_up_at_1_is_the_published_one(result: Result) -> None:
    figure = draw_speed_up(result, list(result.scenario.policies), "light")
    line = next(line for line in figure.data if line.name == "SED-NU")
    assert line.y[list(line.x).index(1.0)] == pytest.approx(1.24, abs=0.03)


def test_one_point_is_drawn_without_a_sweep() -> None:
    scenario = EXAMPLES["schnor-system-1"].at({"workload.jobs": 50})
    plan = StudyPlan(scenario)
    alone = plan.combine({cell.index: plan.compute(cell) for cell in plan.cells()})
    figure = draw_curves(alone, "wait_time", ["SED"], "dark")
    (dot,) = [trace for trace in figure.data if trace.mode == "markers"]
    assert (dot.name, list(dot.x)) == ("SED", [pytest.approx(alone.estimate(0, "SED", "wait_time").mean)])
    assert verdict(alone).short


def test_the_diagram_has_the_published_states_and_finds_its_curves(trace: Trace) -> None:
    figure = draw_state_diagram(trace, "light")
    text = [state["label"] for state in figure.layout.meta["diagram"]["states"]]
    for state in ("(0, 0, 0, 0)", "(0, 0, 0, 30)", "(0, 5, 0, 30)", "(5, 0, 0, 0)", "(5, 0, 0, 25)"):
        assert state in text
    for key, place in figure.layout.meta["edges"].items():
        source, target, kind = key.split("-")
        told = next(edge for edge in figure.layout.meta["diagram"]["edges"] if edge["trace"] == place)
        assert (str(told["source"]), str(told["target"]), told["kind"]) == (source, target, kind)
    for before, after, step in zip(trace["step_state"], trace["step_state"][1:], trace["steps"][1:], strict=False):
        assert f"{before}-{after}-{step['kind']}" in figure.layout.meta["edges"]


def test_the_schedule_has_a_shape_per_job_and_the_instant_first(trace: Trace) -> None:
    figure = draw_schedule(trace, "light")
    assert figure.layout.shapes[0].x0 == trace["steps"][0]["time"]
    assert {line.meta["job"] for line in figure.data if line.meta and "job" in line.meta} == set(trace["bars"]["job"])


def test_over_time_shows_percentages(trace: Trace) -> None:
    figure = go.Figure(over_time_tree(trace, "light", "run"))
    assert all(0 <= share <= 100 + 1e-6 for line in figure.data[2:] for share in line.y)


@pytest.mark.parametrize("name", ["states", "transitions", "schedule", "allocation", "over-time", "decisions"])
def test_every_picture_of_a_trace_has_its_table(trace: Trace, name: str) -> None:
    table = table_of(name, trace)
    assert table.body
    assert {len(row) for row in table.body} == {len(table.head)}


def test_tables_of_the_result_are_complete(result: Result) -> None:
    assert len(table_of_curves(result, "response_time").body) == 12
    assert len(table_of_curves(result, "speed-up").head) == 1 + 2 * 2 + 2
    shown = [name for name in result.names if metric_of(name).group]
    assert len(table_of_data(result).body) == 12 * 3 * len(shown)
    for table in (table_of_curves(result, "gini"), table_of_comparisons(result, "gini"), table_of_data(result)):
        assert {len(row) for row in table.body} == {len(table.head)}
    settled = sum(
        result.settles(n, "SED") and result.settles(n, name) for n in range(12) for name in ("SED-NU", "FCFS")
    )
    of_best = sum(best_policy(result, n, "response_time") == "FCFS" for n in range(12))  # FCFS and SED-NU, too
    assert len(table_of_comparisons(result, "response_time").body) == settled + of_best


def test_every_decision_is_explained(trace: Trace) -> None:
    for step in trace["steps"]:
        why = why_of(trace, step)
        assert len(why.tables) == len(step["decisions"])
        assert len(why.sentences) >= max(1, len(step["decisions"]))  # jobs are upgraded without a table


def test_numbers_have_thin_spaces_and_two_digits_of_uncertainty() -> None:
    assert number(12345.678, 7) == "12\u2009345.68"
    assert number(float("nan")) == "–"
    assert with_uncertainty(Estimate(1253.77, 1246.72, 1260.82, 10)) == "1\u2009253.8 ± 7.0"
