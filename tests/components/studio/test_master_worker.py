"""The tabs and pictures of master-worker applications, of real traces and small studies: made by calling them."""

from itertools import combinations
from typing import Any

import pytest
from dash.exceptions import PreventUpdate

from components.controls.data_table import to_csv
from components.figures.master_worker.iteration_gantt import bound_of, draw_gantt
from components.figures.master_worker.learned_averages import draw_learning
from components.figures.master_worker.loss_distribution import distribution, draw_losses
from components.figures.master_worker.table_2 import draw_table_2, rows_of
from components.figures.master_worker.worker_numbers import draw_numbers, draw_times, recommended
from components.figures.master_worker.worker_pool import draw_pool
from components.looks.master_worker import MASTER_WORKER_LOOKS
from components.pages.studio.face import table_of
from components.pages.studio.families.master_worker import words
from components.pages.studio.families.master_worker.result_tables import table_of_losses, table_of_workers
from components.pages.studio.families.master_worker.result_words import describe_losses, describe_table_2
from components.pages.studio.families.master_worker.tables import TABLES
from components.pages.studio.ids import Id
from components.pages.studio.on_open import fields_of_bar
from components.pages.studio.replay import on_live
from components.pages.studio.replay.on_pictures import draw_tab
from components.pages.studio.replay.on_replay import replication_of, tabs_alike
from components.pages.studio.tabs import CURVES, DATA, FAIRNESS, all_tabs, shown_tabs, tabs_of
from engine.master_worker.family import MASTER_WORKER
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.policies import POLICIES
from engine.results.result import Result
from engine.study.registry import EXAMPLES
from engine.study.run import run_study

POOL = {"presence": "opportunistic", "up": {"mean": 30.0}, "suspended": {"mean": 5.0}, "away": {"mean": 15.0}}
SPEEDS = [{"name": "fast", "count": 4, "speed": 2.0}, {"name": "slow", "count": 8, "speed": 0.5}]
WORKERS: dict[str, dict[str, Any]] = {
    "plain": {},
    "predict": {"number": {"rule": "predict"}, "time_tolerance": 900.0},
    "infeasible": {"number": {"rule": "predict"}, "target_efficiency": 99.0, "time_tolerance": 0.0},
    "pool": {"number": {"rule": "fixed", "workers": 8}, "availability": POOL},
    "speeds": {"number": {"rule": "fixed", "workers": 10}, "groups": SPEEDS},
}


def scenario_of(case: str, policies: tuple[str, ...] = ("Random & Average", "Random")) -> MasterWorkerScenario:
    tree = {"family": "master-worker", "policies": list(policies), "workers": WORKERS[case]}
    tree["application"] = {"tasks": 20, "iterations": 12, "largest": "different"}
    tree["master"] = {"dispatch_time": 0.02} if case == "pool" else {}
    return MasterWorkerScenario.read(tree | {"study": {"replications": 2}})


CASES = [(case, policy) for case in WORKERS for policy in ("Random & Average", "Random")]


@pytest.fixture(scope="module")
def traces() -> dict[tuple[str, str], Any]:
    run = MASTER_WORKER.runs.trace
    return {(case, policy): run(scenario_of(case), policy, 0, {"hand_outs": 1}) for case, policy in CASES}


@pytest.fixture(scope="module")
def population() -> Result:
    tree = EXAMPLES["heymann-worst-cases"].model_dump(mode="json")
    tree["population"] |= {"tasks": [12], "iterations": [5, 10]}
    tree["study"] |= {"replications": 2, "and_vary": None}
    tree["study"]["vary"]["values"] = [30.0, 60.0]
    return run_study(MasterWorkerScenario.read(tree))


@pytest.fixture(scope="module")
def workers() -> Result:
    tree = EXAMPLES["heymann-predict-table-2"].model_dump(mode="json")
    tree["study"]["replications"] = 2
    tree["study"]["and_vary"]["values"] = [10.0, 100.0]
    return run_study(MasterWorkerScenario.read(tree))


@pytest.mark.parametrize("case", CASES)
def test_every_picture_sentence_and_table_can_be_made(traces: dict, case: tuple[str, str]) -> None:
    trace = traces[case]
    for scheme in ("light", "dark"):
        for draw in (draw_numbers, draw_times, draw_gantt, draw_learning, draw_pool):
            figure = draw(trace, scheme)
            assert len(figure.data) > 1
            assert figure.layout.xaxis.title.text or figure.layout.xaxis2.title.text or figure.layout.xaxis3.title.text
    for describe in (words.describe_numbers, words.describe_gantt, words.describe_learning, words.describe_pool):
        assert describe(trace).endswith(".")
        assert case[1] in describe(trace)
        assert "  " not in describe(trace)
    for name in TABLES:
        table = table_of(name, trace)
        assert {len(row) for row in table.body} == {len(table.head)}, name
        assert to_csv(table).count("\n") == len(table.body) + 1


def test_policies_can_be_told_apart_by_color_and_without_it() -> None:
    assert set(MASTER_WORKER_LOOKS) == set(POLICIES)
    for one, other in combinations(MASTER_WORKER_LOOKS.values(), 2):
        assert one.color != other.color
        assert one.dark != other.dark
        assert one.symbol != other.symbol
        assert one.glyph != other.glyph


def test_recommended_numbers_are_those_of_the_trace_and_published_ones_are_hollow(traces: dict) -> None:
    trace = traces["plain", "Random"]
    curves = trace["curves"]
    found = {mark.words: mark for mark in recommended(trace)}
    assert found["most for 80 %"].number == curves["policies"]["Random"]["within_target"]
    assert found["table 2, published"].number == curves["marks"]["table_2"]
    assert found["table 2, published"].symbol.endswith("-open")
    assert found["in use"].number == 12
    assert "in use" not in {mark.words for mark in recommended(traces["predict", "Random"])}
    marks = [one for one in draw_numbers(trace, "light").data if one.yaxis == "y2"]
    assert [one.x[0] for one in marks] == [mark.number or 1 for mark in found.values()]


def test_curves_lie_on_their_bands_and_lptf_is_the_measure(traces: dict) -> None:
    trace = traces["plain", "Random"]
    lines = [one for one in draw_numbers(trace, "light").data if one.mode == "lines+markers"]
    bands = [one for one in draw_numbers(trace, "light").data if one.fill == "toself"]
    assert [one.name for one in lines] == [one.legendgroup for one in bands] == list(trace["curves"]["policies"])
    for line, band in zip(lines, bands, strict=True):
        n = len(line.x)
        assert all(band.y[k] >= line.y[k] >= band.y[2 * n - 1 - k] for k in range(n))
    below = [one.name for one in draw_times(trace, "light").data if one.yaxis == "y2" and one.mode != "lines"]
    assert below == ["Random & Average", "Random"]  # LPTF loses nothing against itself


def test_the_sentence_says_whether_target_and_time_can_both_be_had(traces: dict) -> None:
    assert "both hold" in words.describe_numbers(traces["plain", "Random & Average"])
    said = words.describe_numbers(traces["infeasible", "Random"])
    own = traces["infeasible", "Random"]["curves"]["policies"]["Random"]
    assert f"target infeasible: the efficiency wants at most {own['within_target']}" in said
    assert f"the time at least {own['within_time']}" in said


def test_the_bars_of_an_iteration_fill_it_but_for_the_idle_time(traces: dict) -> None:
    for trace in traces.values():
        gantt = trace["gantt"]
        bars = [one for one in draw_gantt(trace, "light").data if one.base[0] is not None]
        drawn = sum(sum(one.x) for one in bars)
        assert drawn == pytest.approx(sum(time for name, time in gantt["spent"].items() if name != "idle"))
        assert bound_of(gantt) <= gantt["length"] * (1 + 1e-6)
        large = next(one for one in bars if "largest" in one.name)
        assert all(int(text) <= gantt["tasks"]["largest"] for text in large.text if text)


def test_lines_say_where_another_group_of_workers_begins(traces: dict) -> None:
    texts = {one.text for one in draw_gantt(traces["speeds", "Random"], "light").layout.annotations}
    assert {"fast", "slow"} <= texts
    assert "workers" not in {one.text for one in draw_gantt(traces["plain", "Random"], "light").layout.annotations}


def test_lost_work_and_infeasible_targets_are_seen_where_there_are_any(traces: dict) -> None:
    names = {case: {one.name for one in draw_pool(traces[case, "Random"], "light").data} for case in WORKERS}
    assert "work lost" in names["pool"]
    assert "work lost" not in names["predict"]
    assert "target infeasible" in names["infeasible"]
    assert "target infeasible" not in names["predict"]
    assert "Target infeasible at" in words.describe_pool(traces["infeasible", "Random"])
    heads = {case: table_of("pool", traces[case, "Random"]).head for case in ("plain", "predict")}
    assert "most workers for the target" in heads["predict"]
    assert "most workers for the target" not in heads["plain"]


def test_learning_says_for_whom_the_averages_are(traces: dict) -> None:
    assert "Random & Average hands out tasks by these" in words.describe_learning(traces["plain", "Random & Average"])
    assert "Random does not use them" in words.describe_learning(traces["plain", "Random"])


@pytest.mark.parametrize("points", [None, [1]])
def test_losses_are_cumulative_and_stand_beside_what_is_published(population: Result, points: list[int] | None) -> None:
    found = distribution(population, "Random", points)
    assert found is not None
    assert all(a <= b + 1e-9 for a, b in zip(found.share, found.share[1:], strict=False))
    assert found.share[-1] == pytest.approx(100)
    for scheme in ("light", "dark"):
        figure = draw_losses(population, points, scheme)
        hollow = [one for one in figure.data if one.name == "Random, published"]
        assert [(list(one.x), list(one.y)) for one in hollow] == [([25.4, 26.96], [95, 100])]
    said = describe_losses(population, points)
    assert "published 25.4 % and 26.96 %" in said
    assert ("W = 30, 60 %" if points is None else "W = 60 %") in said
    table = table_of_losses(population, points)
    assert [row[0] for row in table.body] == list(population.scenario.policies)
    assert table.body[2][2] == "25.4"


def test_table_2_stands_beside_what_is_measured_and_too_many_is_shaded(workers: Result) -> None:
    much = next(n for n, point in enumerate(workers.points) if point["application.variation"] == 100)
    assert [row.factor for row in rows_of(workers, much)] == [30, 50, 70]
    assert [row.published for row in rows_of(workers, much)] == [70, 45, 35]
    names = [one.name for one in draw_table_2(workers, much, "light").data]
    assert "the rule takes too many for Random & Average" in names
    assert "published" in names
    assert describe_table_2(workers, much).startswith("With variation 100 %, the published values of row 1")
    assert "times the" in describe_table_2(workers, much)
    table = table_of_workers(workers, much)
    assert {len(row) for row in table.body} == {len(table.head)}


def test_nothing_computed_is_said() -> None:
    from components.visits.answers import empty_result

    cases, rows = (empty_result(EXAMPLES[f"heymann-table-{n}"]) for n in (1, 2))
    assert describe_losses(cases, None).startswith("Nothing")
    assert describe_table_2(rows, 0).startswith("Nothing")
    assert draw_losses(cases, None, "light").data
    assert draw_table_2(rows, 0, "light").data


def test_tabs_are_there_when_they_have_something_to_show() -> None:
    def shown(name: str) -> list[str]:
        return shown_tabs(EXAMPLES[name].model_dump(mode="json"), None)

    always = ["curves", "why", "numbers", "gantt", "race", "task-decisions", "learning", "data"]
    assert shown("heymann-figure-2a") == always
    # Of a population nobody tells why, and nothing races.
    assert shown("heymann-table-1") == ["curves", "numbers", "gantt", "learning", "losses", "data"]
    assert shown("heymann-table-2") == [*always[:-1], "table-2", "data"]
    assert shown("heymann-predict") == [*always[:-1], "pool", "table-2", "data"]
    assert shown("opportunistic-pool") == [*always[:-1], "pool", "data"]
    assert FAIRNESS not in tabs_of("master-worker")
    assert (all_tabs()[0], all_tabs()[-1]) == (CURVES, DATA)


def fields(iteration: int = 1) -> dict[str, Any]:
    return {name: None for name in fields_of_bar()} | {
        Id.REPLAY_POLICY: "Random",
        Id.REPLAY_POINT: "0",
        Id.REPLAY_REPLICATION: 1,
        Id.ITERATION: iteration,
    }


def test_an_iteration_that_is_not_there_is_the_last_one() -> None:
    tree = scenario_of("plain").model_dump(mode="json")
    asked = {iteration: {"tab": "gantt", "tree": tree, "fields": fields(iteration)} for iteration in (3, 99)}
    windows = {iteration: replication_of(wanted)["window"] for iteration, wanted in asked.items()}
    assert windows == {3: {"part": 1, "iteration": 3}, 99: {"part": 1, "iteration": 12}}


def test_tabs_of_another_part_are_not_alike() -> None:
    """A failure: the tab that is opened next draws the window of another one, which has not what it shows."""
    tree = scenario_of("plain").model_dump(mode="json")
    for tab in ("gantt", "learning", "task-decisions"):
        wanted = {"tab": tab, "tree": tree, "fields": fields(3)}
        alike = tabs_alike(wanted, replication_of(wanted))
        assert tab in alike
        for other in alike:
            assert replication_of(wanted | {"tab": other}) == replication_of(wanted)
        assert {"numbers", "race"}.isdisjoint(alike)  # one follows the sketch, one has several


def test_a_live_tab_draws_what_is_typed_at_once_and_not_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def trace_named(which: dict[str, Any]) -> dict[str, Any]:
        asked.append(which)
        one = MasterWorkerScenario.read(which["tree"])
        return MASTER_WORKER.runs.trace(one, which["policy"], which["replication"], which["window"])

    monkeypatch.setattr("components.pages.studio.replay.on_pictures.trace_named", trace_named)
    tree = scenario_of("plain").model_dump(mode="json")
    ids = [{"path": "application.variation"}]

    def typed(value: Any, drawn: Any = None) -> tuple[Any, ...]:
        sent: on_live.Typed = {"values": [value], "ids": ids}
        return on_live.draw_sketch("numbers", sent, tree, "light", drawn, *fields().values())

    *drawn, wanted = typed(60.0)
    assert asked[0]["tree"]["application"]["variation"] == 60.0
    assert asked[0]["window"] == {"part": 4}
    assert "Under Random the most workers" in drawn[2]
    with pytest.raises(PreventUpdate):
        typed(60.0, drawn=wanted)
    for wrong in ("", 101.0):
        with pytest.raises(PreventUpdate):
            typed(wrong)
    shown: Any = {"which": asked[0], "scheme": "light"}
    with pytest.raises(PreventUpdate):  # it comes late: the sketch has gone on
        draw_tab("numbers", shown, "", None, tree)
