"""The tabs and pictures of synchronous iterative applications, of real traces: made by calling them."""

from itertools import combinations
from typing import Any

import plotly.graph_objects as go
import pytest
from dash.exceptions import PreventUpdate

from components.controls.data_table import to_csv
from components.figures.synchronous_iterative.eta_curves import Curve, draw_eta, draw_run_time, half_widths
from components.figures.synchronous_iterative.eta_errors import (
    draw_formula_error,
    draw_length_aware_error,
    percent_words,
)
from components.figures.synchronous_iterative.eta_parts import HOURS, draw_parts, draw_reasons, has_hours, last_part
from components.figures.synchronous_iterative.iterations import draw_iterations
from components.figures.synchronous_iterative.machine_choice import bound_axis, step_at, x_over_c
from components.figures.synchronous_iterative.machine_costs import draw_cost_surface, draw_pareto_front
from components.figures.synchronous_iterative.processor_staircase import draw_staircase, steps_at_present
from components.figures.synchronous_iterative.workstations import draw_chosen_machines, draw_workstations
from components.looks.synchronous_iterative import ETA_LOOKS, REASONS
from components.looks.theme import LOOKS
from components.pages.studio.face import FACES, table_of
from components.pages.studio.families.synchronous_iterative import on_tabs, words
from components.pages.studio.families.synchronous_iterative.tables import TABLES
from components.pages.studio.ids import Id
from components.pages.studio.tabs import all_tabs, is_live, tabs_of
from engine.study.registry import EXAMPLES, FAMILIES
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.papers.examples import MIXED

FAMILY = FAMILIES["synchronous-iterative"]
WHOLE = {"replications": 3, "first_iteration": 2, "iterations": 3}

SCENARIOS: dict[str, tuple[str, dict[str, float], str]] = {
    "staircase": ("peterson-figure-6", {"choice.x_over_c": 4.65}, "Prefix Scan"),
    "mixed": ("mixed-laboratory", {"choice.x_over_c": 10.0}, "Exact"),
    "in time": ("finish-in-time", {"choice.run_time_bound": 4000.0}, "Exact"),
    "too late": ("finish-in-time", {"choice.run_time_bound": 1500.0}, "Prefix and Exchange"),
    "by hour": ("office-hours", {"background.start_hour": 9.0}, "Prefix Scan"),
    "uneven": ("peterson-figure-4", {"cluster.groups.0.count": 6.0}, "All Machines"),
}


def at(name: str) -> SynchronousIterativeScenario:
    example, point, _ = SCENARIOS[name]
    found = EXAMPLES[example].at(point)
    assert isinstance(found, SynchronousIterativeScenario)
    return found


@pytest.fixture(scope="module")
def traces() -> dict[str, Any]:
    return {name: FAMILY.runs.trace(at(name), policy, 0, WHOLE) for name, (_, _, policy) in SCENARIOS.items()}


@pytest.fixture(scope="module")
def errors() -> dict[str, Any]:
    """A table of errors with as many cells as that of the engine, which takes two seconds."""
    loads, processors, lengths = [0.2, 0.5], [1, 2, 32], [0.1, 100.0]
    cells = [[[load + 0.01 * p * w / 100 for w in lengths] for p in processors] for load in loads]
    return {
        "errors": {
            "loads": loads,
            "processors": processors,
            "lengths": lengths,
            "replications": 5,
            "eta": cells,
            "eta_length_aware": cells,
            "eta_simulated": cells,
            "standard_error": cells,
            "formula_error": [[[-0.14, 1.37] for _ in processors] for _ in loads],
            "length_aware_error": [[[-0.12, 0.004] for _ in processors] for _ in loads],
            "warning": [[[False, True] for _ in processors] for _ in loads],
        }
    }


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_picture_sentence_and_table_can_be_made(traces: dict, name: str) -> None:
    trace = traces[name]
    for tab, shown in FACES["synchronous-iterative"].pictures.items():
        if tab in ("errors", "race") or tab not in {one.value for one in tabs_of("synchronous-iterative")}:
            continue
        for scheme in ("light", "dark"):
            for draw in shown.figures.values():
                figure = draw(trace, scheme)
                assert figure.data
                assert figure.layout.yaxis.title.text
        assert all(describe(trace).endswith(".") for describe in shown.sentences.values())
    for table_name in list(TABLES)[:-1]:
        table = table_of(table_name, trace)
        assert {len(row) for row in table.body} == {len(table.head)}, table_name
        assert to_csv(table).count("\n") == len(table.body) + 1


def test_the_errors_have_a_cell_each_and_a_mark_where_the_page_warns(errors: Any) -> None:
    figure = draw_formula_error(errors, "light")
    assert len(figure.data) == 2
    assert [list(row) for row in figure.data[0].text] == [["\u221214", "+137 !"]] * 3
    assert list(draw_length_aware_error(errors, "dark").data[1].text[0]) == ["\u221212", "+0.4 !"]
    text = words.describe_errors(errors)
    assert "up to +137 % off, the length-aware one up to \u221212 %" in text
    assert "marks the 6 of 12 cells" in text
    assert "6 more cells are off by as much without a warning" in text
    table = table_of("eta-errors", errors)
    assert len(table.body) == 12
    assert {len(row) for row in table.body} == {len(table.head)}
    assert [row[-1] for row in table.body[:2]] == ["no", "yes"]


def test_errors_in_percent_have_a_sign() -> None:
    assert [percent_words(one) for one in (0.004, -0.2, 1.37)] == ["+0.4", "\u221220", "+137"]


def line(figure: go.Figure, name: str) -> Any:
    return next(one for one in figure.data if one.name == name)


def test_formulas_and_simulation_have_one_look_each_in_both_pictures(traces: dict) -> None:
    drawn: tuple[tuple[Any, Curve], ...] = ((draw_eta, "eta"), (draw_run_time, "run_time"))
    for draw, name in drawn:
        trace = traces["mixed"]
        figure = draw(trace, "light")
        assert list(line(figure, "formula").y) == trace["by_processors"][name]
        assert list(line(figure, "length-aware").y) == trace["by_processors"][f"{name}_length_aware"]
        simulated = line(figure, "simulated ± 95 %")
        assert list(simulated.y) == trace["simulated"][name]
        assert list(simulated.error_y.array) == half_widths(trace["simulated"], name)
        assert simulated.marker.color == ETA_LOOKS["simulated"].color
        assert line(figure, "chosen").y[0] == trace["chosen"][name]
        assert line(figure, "chosen").marker.symbol == LOOKS["Exact"].symbol


def test_a_half_width_is_that_of_students_t(traces: dict) -> None:
    simulated = traces["mixed"]["simulated"]
    assert half_widths(simulated, "eta")[0] == pytest.approx(4.302653 * simulated["eta_error"][0])
    one: Any = {"replications": 1, "eta_error": [None]}
    assert half_widths(one, "eta") == [0.0]


def test_looks_are_distinct() -> None:
    for looks in (list(ETA_LOOKS.values()), [one.look for one in REASONS.values()]):
        for one, other in combinations(looks, 2):
            assert one.color != other.color
            assert one.dark != other.dark
            assert one.symbol != other.symbol
            assert one.dash != other.dash
    assert len({one.pattern for one in REASONS.values()}) == len(REASONS)


def test_numbers_where_the_formulas_differ_are_grey(traces: dict) -> None:
    trace = traces["staircase"]
    warned = [n for n, far in zip(range(1, 33), trace["by_processors"]["warning"], strict=True) if far]
    (grey,) = [one for one in draw_eta(trace, "light").layout.shapes if one.type == "rect"]
    assert (grey.x0, grey.x1) == (warned[0] - 0.5, warned[-1] + 0.5)
    assert f"at {len(warned)} numbers from {warned[0]} to {warned[-1]}" in words.describe_processors(trace)
    none: Any = {**trace, "by_processors": {**trace["by_processors"], "warning": [False] * 32}}
    assert not draw_eta(none, "light").layout.shapes
    assert "nowhere more than 10 % apart" in words.describe_processors(none)


def test_without_simulation_the_sentence_says_that_it_follows(traces: dict) -> None:
    trace: Any = {**traces["mixed"], "simulated": None}
    assert words.describe_processors(trace).endswith("The simulation follows.")
    assert "simulated ± 95 %" not in [one.name for one in draw_eta(trace, "light").data]
    assert "\u2013" in table_of("by-processors", trace).body[0]


def test_parts_add_up_to_eta(traces: dict) -> None:
    for name in ("mixed", "uneven", "by hour"):
        bars = draw_parts(traces[name], "light").data
        total = [sum(values) for values in zip(*(bar.y for bar in bars), strict=True)]
        assert total == pytest.approx(traces[name]["by_processors"]["eta"])
        assert draw_parts(traces[name], "light").layout.barmode == "relative"
    assert last_part(traces["uneven"]) == "application"
    assert len(draw_reasons(traces["uneven"], "light").data) == 4


def test_later_hours_are_no_part_of_the_application(traces: dict) -> None:
    trace = traces["by hour"]
    assert last_part(trace) == HOURS
    assert "hour of the start" in words.describe_parts(trace)
    assert not has_hours(traces["mixed"])


def test_the_present_price_is_read_from_the_costs(traces: dict) -> None:
    assert x_over_c(traces["staircase"]) == pytest.approx(4.65)
    assert steps_at_present(traces["staircase"])["Prefix Scan"] == traces["staircase"]["chosen"]["processors"]
    steps: Any = {"since": [0.0, 0.4, 0.9]}
    assert [step_at(steps, price) for price in (0.0, 0.4, 0.41, 5.0)] == [0, 0, 1, 2]


def test_the_staircase_goes_up_at_its_breakpoints(traces: dict) -> None:
    trace = traces["staircase"]
    figure = draw_staircase(trace, "light")
    steps = figure.data[1]
    assert steps.line.shape == "hv"
    assert list(steps.x[:-1]) == trace["staircases"]["Prefix Scan"]["since"]
    assert list(steps.y[:32]) == list(range(1, 33))
    assert [one.line.width for one in figure.data[:3]] == [9, 5, 2]
    assert "All of them agree everywhere" in words.describe_staircase(trace)
    assert "from 1 to 32 machines" in words.describe_staircase(trace)


def test_the_staircase_says_when_the_choice_is_for_something_else(traces: dict) -> None:
    assert "does not ask for the least cost" in words.describe_staircase(traces["in time"])
    assert "does not ask" not in words.describe_staircase(traces["mixed"])


def test_every_machine_is_drawn_filled_or_hollow(traces: dict) -> None:
    trace = traces["mixed"]
    chosen, left = draw_chosen_machines(trace, "light").data
    assert (len(chosen.x), len(left.x)) == (trace["chosen"]["processors"], 18 - trace["chosen"]["processors"])
    assert set(chosen.y) | set(left.y) == {1, 0.5, 0.25}
    assert chosen.marker.color != left.marker.color
    assert [row[-1] for row in table_of("machines", trace).body].count("yes") == len(chosen.x)


def test_the_cluster_picture_has_what_the_owners_need() -> None:
    background = {"intensity": 0.5, "by_hour": [], "start_hour": 9}
    free, owners = draw_workstations({"groups": MIXED, "baseline": 1}, background, "light").data
    assert list(free.width) == [2, 6, 10]
    assert list(owners.y) == pytest.approx([0.3, 0.5 * 0.15, 0.25 * 0.05])
    assert [a + b for a, b in zip(free.y, owners.y, strict=True)] == pytest.approx([1, 0.5, 0.25])


def test_a_bound_that_nobody_can_keep_is_said_with_the_nearest_one(traces: dict) -> None:
    text = words.describe_choice(traces["too late"])
    assert "No choice of this policy has a run time within 1500 s; the nearest bound that it keeps is 2681." in text
    assert "within the bound of 4000" in words.describe_choice(traces["in time"])
    assert [bound_axis(traces[name]) for name in ("too late", "mixed")] == ["run_time", ""]
    figure = draw_pareto_front(traces["too late"], "light")
    assert [one.x0 for one in figure.layout.shapes] == [1500]
    cost = {**traces["in time"]["chosen"], "bound": 5e4, "words": "The cost of machines is 4, within the bound of 5."}
    in_cost: Any = {**traces["in time"], "chosen": cost}
    figure = draw_pareto_front(in_cost, "light")
    assert [(one.y0, one.y1) for one in figure.layout.shapes] == [(5e4, 5e4)]


def test_sets_that_no_price_chooses_are_hollow(traces: dict) -> None:
    trace = traces["mixed"]
    figure = draw_pareto_front(trace, "light")
    filled, hollow = line(figure, "best at some x/c"), line(figure, "at none")
    assert (filled.marker.symbol, hollow.marker.symbol) == ("circle", "circle-open")
    assert len(filled.x) == sum(trace["front"]["convex"])
    assert len(filled.x) + len(hollow.x) == len(trace["front"]["convex"])


def test_the_surface_is_zero_where_the_cost_is_least(traces: dict) -> None:
    figure = draw_cost_surface(traces["mixed"], "light")
    percents = list(zip(*figure.data[0].z, strict=True))  # a row for each x/c
    assert all(min(row) == 0 for row in percents)
    best = {price: row.index(0) + 1 for price, row in zip(figure.data[0].x, percents, strict=True)}
    steps = traces["mixed"]["staircases"]["Prefix Scan"]
    assert all(count == steps["processors"][step_at(steps, price)] for price, count in best.items())


def test_of_each_iteration_one_sees_who_was_last(traces: dict) -> None:
    trace = traces["mixed"]
    told, figure = trace["timeline"], draw_iterations(trace, "light")
    last = line(figure, "last at the barrier")
    assert list(last.x) == told["barrier"]
    assert [machine - 1 for machine in last.y] == told["last"]
    assert len([one for one in figure.layout.shapes if one.type == "line"]) == len(told["number"]) == 3
    computing = sum(told["intervals"]["computing"])
    assert computing in [len(one.x) for one in figure.data if one.type == "bar"]
    assert f"in iteration 3 it was machine {told['last'][0] + 1}," in words.describe_iterations(trace)
    rows = table_of("iterations", trace).body
    assert [row[1] - 1 for row in rows if row[-1] == "last"] == told["last"]


def test_tabs_are_those_of_the_family_and_four_follow_the_sketch() -> None:
    names = [tab.value for tab in tabs_of("synchronous-iterative")]
    assert names == ["curves", "why", "processors", "parts", "staircase", "costs", "barrier", "race", "errors", "data"]
    assert [name for name in names if is_live(name)] == ["processors", "parts", "staircase", "costs"]
    everywhere = [tab.value for tab in all_tabs()]
    assert len(everywhere) == len(set(everywhere))
    assert (everywhere[0], everywhere[-2:]) == ("curves", ["fairness", "data"])


def test_tabs_that_show_the_formulas_share_a_trace() -> None:
    window = FACES["synchronous-iterative"].window
    fields: dict[str, Any] = {Id.ITERATION: 7}
    same = [window(tab, fields) for tab in ("processors", "parts", "staircase", "costs")]
    assert all(one == {"iterations": 0} for one in same)
    assert window("barrier", fields) == {"analytic": 0, "first_iteration": 6, "iterations": 3}
    assert window("errors", fields)["errors"] == 1


def test_the_simulation_is_added_to_what_is_drawn(monkeypatch: pytest.MonkeyPatch, traces: dict) -> None:
    asked = []

    def named(which: dict[str, Any]) -> dict[str, Any]:
        asked.append(which["window"])
        return traces["mixed"] if "replications" in which["window"] else {**traces["mixed"], "simulated": None}

    monkeypatch.setattr(on_tabs, "trace_named", named)
    *figures, text, table = on_tabs.add_simulation({"which": {"window": {"iterations": 0}}, "scheme": "dark"})
    assert asked[1] == {"analytic": 0, "iterations": 0, "replications": on_tabs.REPLICATIONS}
    assert all("simulated ± 95 %" in [one.name for one in figure.data] for figure in figures)
    assert "Simulated 3 times" in text
    assert table.children is not None
    with pytest.raises(PreventUpdate):
        on_tabs.add_simulation(None)
