"""Published values on the page: hollow markers, a sentence, a table; and pictures of many policies."""

import re
from itertools import combinations
from typing import Any

import plotly.graph_objects as go
import pytest

from components.looks.theme import LOOKS, PAPER
from components.pages.studio import on_downloads
from components.pages.studio.answer import on_study, panels
from components.pages.studio.answer.published import describe_published, table_of_published
from components.pages.studio.ids import Id, table_id
from components.words.verdicts.verdict import verdict
from engine.coscheduling.policies import SCHEMES
from engine.parallel_jobs.policies import POLICIES
from engine.results.result import Result
from engine.study.registry import FAMILIES
from tests.components.figures.checked import draw_curves, draw_speed_up
from tests.engine.made_up import RATE, publish, result_of, scenario_with, unsettled, value_at

THREE: dict[str, Any] = {"vary": {"field": RATE, "values": [0.1, 0.5, 1.0]}, "replications": 4}
FALLING: dict[str, Any] = {
    "vary": {"field": "workload.job_classes.0.process_size_kb", "values": [45, 60, 64.5, 100, 200, 500]}
}
"""A field along which load could fall as the time between arrivals lets it, with the values of a published table."""


def made_up(policies: tuple[str, ...], study: dict[str, Any], growing: tuple[int, ...] = (), **more: Any) -> Result:
    """Each policy 100 s above the one before and each point 10 s above; queues grow at the points *growing*."""
    scenario = scenario_with(policies, **study, **more)
    found = result_of(
        scenario,
        {
            (point, policy, "response_time"): [100 * n + 10 * point + 100 + noise for noise in (-2, -1, 1, 2)]
            for point in range(len(scenario.points()))
            for n, policy in enumerate(policies)
        },
    )
    for point in growing:
        for policy in policies:
            unsettled(found, point, policy)
    return found


@pytest.fixture
def result(monkeypatch: pytest.MonkeyPatch) -> Result:
    publish(
        monkeypatch,
        value_at(0.1, "SED", 80),
        value_at(0.5, "SED", 120),
        value_at(0.5, "FCFS", 300),
        value_at(1.0, "FCFS", 9000, transient=True),
        value_at(1.0, "SED", 121, transient=True),
    )
    return made_up(("SED", "FCFS"), THREE, growing=(2,))


def lines(figure: go.Figure) -> dict[str, Any]:
    return {line.name: line for line in figure.data}


# the picture ----------------------------------------------------------------------------------------------------------


def test_published_values_are_hollow_markers_in_the_look_of_their_policy(result: Result) -> None:
    found = lines(draw_curves(result, "response_time", ["SED", "FCFS"], "light"))
    mark = found["SED published"]
    assert (mark.mode, mark.marker.symbol, mark.marker.color) == ("markers", "circle-open", LOOKS["SED"].color)
    assert mark.marker.size > found["SED"].marker.size
    assert list(zip(mark.x, mark.y, strict=True)) == [(0.1, 80), (0.5, 120), (1.0, 121)]
    assert [words for (words,) in mark.customdata] == [
        "80; measured +25.0 %",
        "120; measured \u22128.3 %",
        "121; within the spread of the replications",
    ]


def test_the_picture_has_room_for_published_values_but_not_for_transient_ones(result: Result) -> None:
    figure = draw_curves(result, "response_time", ["SED", "FCFS"], "light")
    assert 300 < figure.layout.yaxis.range[1] < 9000
    assert list(lines(figure)["FCFS published"].y) == [300]


def test_one_entry_of_the_legend_says_what_hollow_markers_are(result: Result) -> None:
    figure = draw_curves(result, "response_time", ["SED", "FCFS"], "dark")
    assert figure.layout.showlegend
    assert [line.name for line in figure.data if line.showlegend] == ["published, Kumar 2001"]


def test_where_nothing_is_published_nothing_is_drawn_said_or_tabulated(result: Result) -> None:
    for figure in (
        draw_curves(result, "wait_time", ["SED", "FCFS"], "light"),
        draw_curves(made_up(("SED",), THREE | {"seed": 3}, changes={"options": {"hold_old_machines": True}}),
                    "response_time", ["SED"], "light"),
        draw_speed_up(result, ["SED", "FCFS"], "light"),
    ):  # fmt: skip
        assert not figure.layout.showlegend
        assert not [name for name in lines(figure) if "published" in name]
    for metric in ("wait_time", "speed-up"):
        assert describe_published(result, metric) == ""
        assert table_of_published(result, metric).body == []


def test_a_single_point_has_its_marker_beside_the_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    publish(monkeypatch, value_at(0.5, "FCFS", 300))
    alone = made_up(
        ("SED", "FCFS"),
        {"vary": None, "replications": 4},
        changes={"workload": {"arrivals": {"process": "poisson", "rate_per_1000_s": 0.5}}},
    )
    found = lines(draw_curves(alone, "response_time", ["SED", "FCFS"], "light"))
    assert list(found["FCFS published"].x) == [300]
    assert list(found["FCFS published"].y) == list(found["FCFS"].y)


# the words and the table ----------------------------------------------------------------------------------------------


def test_the_sentence_has_source_deviations_and_the_transient_rows(result: Result) -> None:
    assert describe_published(result, "response_time") == (
        "Published (Kumar 2001, table 4.2): mean absolute deviation of SED 17 %, FCFS 30 %; rows with load ≥ 1 are "
        "transient, so that a percentage would say nothing: there 1 of 2 published values lie where 95 % of "
        "replications do."
    )


def test_another_number_of_jobs_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    publish(monkeypatch, value_at(0.1, "SED", 80))
    fewer = made_up(("SED",), THREE, changes={"workload": {"jobs": 400}})
    assert describe_published(fewer, "response_time").endswith(
        " 25 %. Published values are over 10\u2009000 jobs, these over 400."
    )


def test_the_table_has_every_value_with_its_deviation_or_its_spread(result: Result) -> None:
    table = table_of_published(result, "response_time")
    assert {len(row) for row in table.body} == {len(table.head)}
    by_place = {(row[0], row[1]): row for row in table.body}
    assert len(by_place) == 5
    assert by_place["SED", "0.1"][2:5] == ["100.0 ± 2.9", "80", "25.0"]
    assert by_place["SED", "1"][2:] == [
        "120, does not settle",
        "121",
        "–",
        "118 to 122",
        "113.5 to 126.5",
        "inside; transient",
        "Kumar 2001, table 4.2",
    ]
    assert by_place["FCFS", "1"][-2] == "outside; transient"


# the page -------------------------------------------------------------------------------------------------------------


def answer(result: Result, metric: str) -> dict[Any, Any]:
    parts = on_study.draw_answer(result, metric, "", "light")
    return {(str(name), part): value for (name, part), value in zip(on_study.ANSWER, parts, strict=True)}


def test_the_answer_shows_the_table_only_where_there_is_something_in_it(result: Result) -> None:
    there, nothing = answer(result, "response_time"), answer(result, "wait_time")
    assert there[Id.PUBLISHED, "className"] == ""
    assert there[Id.PUBLISHED_TEXT, "children"].startswith("Published (Kumar 2001, table 4.2): ")
    assert there[str(table_id("published")), "children"].children.data["body"][-1][3] == "9\u2009000"
    assert nothing[Id.PUBLISHED, "className"] == "hidden"
    assert nothing[Id.PUBLISHED_TEXT, "children"] == ""


def test_the_first_paint_shows_what_the_callbacks_would(result: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    def hidden() -> bool:
        (box,) = (part for part in panels.curves_panel(result) if getattr(part, "id", None) == Id.PUBLISHED)
        return bool(box.className == "hidden")

    assert not hidden()
    publish(monkeypatch)
    assert hidden()


def test_the_download_is_the_table(result: Result) -> None:
    assert on_downloads._of_answer(result, "published", "response_time", {}) == table_of_published(
        result, "response_time"
    )


# many policies --------------------------------------------------------------------------------------------------------


def luminance(color: str) -> float:
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_name_of_every_policy_can_be_read_in_its_colour(scheme: str) -> None:
    """WCAG 2.2, 1.4.3: 4.5 for text."""
    for name, look in LOOKS.items():
        assert contrast(look.on(scheme), PAPER[scheme]) >= 4.5, name


def pairs_of_a_family() -> list[tuple[str, str]]:
    """Policies that can be in one picture."""
    return [pair for family in FAMILIES.values() for pair in combinations(family.policies, 2)]


def test_no_two_policies_share_colour_glyph_or_marker_and_dash() -> None:
    for one, other in pairs_of_a_family():
        first, second = LOOKS[one], LOOKS[other]
        assert first.glyph != second.glyph, (one, other)
        if not {one, other} & set(SCHEMES):  # they show a design space: tests/components/figures/test_looks.py
            assert (first.symbol, first.dash) != (second.symbol, second.dash), (one, other)
        assert first.color != second.color, (one, other)
        assert first.dark != second.dark, (one, other)


@pytest.mark.parametrize("name", ["Simple", "Lazy"])
def test_a_rigid_variant_is_the_dashed_line_of_the_same_marker(name: str) -> None:
    free, rigid = LOOKS[name], LOOKS[f"{name}-R"]
    assert (free.symbol, free.dash) == (rigid.symbol, "solid")
    assert "dash" in rigid.dash


def test_many_policies_have_a_legend_instead_of_names_at_their_lines() -> None:
    policies = tuple(POLICIES)
    figure = draw_curves(made_up(policies, THREE), "response_time", list(policies), "light")
    assert [line.name for line in figure.data if line.showlegend] == list(policies)
    assert figure.layout.showlegend
    assert len(figure.layout.annotations) == 0


def test_of_many_policies_only_the_overloaded_stand_on_the_rail() -> None:
    policies = tuple(POLICIES)
    result = made_up(policies, THREE)
    unsettled(result, 2, "UFF")
    figure = draw_curves(result, "response_time", list(policies), "light")
    (note,) = figure.layout.annotations
    assert (note.text, note.x) == ("UFF overload at 0.5–1 " + LOOKS["UFF"].glyph, 1.0)


@pytest.mark.parametrize(("growing", "where"), [((1, 2), 0.9), ((2,), 1.0)])
def test_of_many_overloaded_policies_a_column_has_the_signs_and_all_words(
    growing: tuple[int, ...], where: float
) -> None:
    policies = tuple(POLICIES)
    study = THREE | {"vary": {"field": RATE, "values": [0.1, 0.9, 1.0]}}
    scenario = scenario_with(policies, **study)
    result = result_of(scenario, {})
    for policy in policies:
        for point in growing:
            unsettled(result, point, policy)
    figure = draw_curves(result, "response_time", list(policies), "light")
    (column,) = [note for note in figure.layout.annotations if note.name == "rail"]
    assert column.x == where
    assert column.text.startswith(f"+{len(policies) - 2}<br>")
    assert len(column.hovertext.split("<br>")) == len(policies)
    assert figure.layout.margin.t > 20 + 3 * 13


def test_up_to_five_policies_are_named_at_their_lines_without_a_legend() -> None:
    policies = tuple(POLICIES)[:5]
    figure = draw_curves(made_up(policies, THREE), "response_time", list(policies), "light")
    assert not figure.layout.showlegend
    names = {note.text.partition("<br>")[0].split()[-1] for note in figure.layout.annotations}
    assert names == set(policies)


def test_where_load_falls_along_the_axis_the_cut_is_at_the_left_and_the_name_at_the_right() -> None:
    figure = draw_curves(
        made_up(("SED",), FALLING | {"replications": 4}, growing=(0, 1)), "response_time", ["SED"], "light"
    )
    assert list(lines(figure)["SED"].x) == [64.5, 100, 200, 500]
    cut, name = figure.layout.annotations
    assert name.text.startswith("● SED<br>")
    assert cut.text == "● SED overloaded up to 60–64.5"
    assert figure.layout.xaxis.type == "log"
    assert list(figure.layout.xaxis.ticktext) == ["45", "64.5", "100", "200", "500"]
    assert (10**name.x, 10**cut.x) == (pytest.approx(500), pytest.approx(60))


def test_evenly_spaced_values_stay_on_a_linear_axis() -> None:
    figure = draw_curves(made_up(("SED",), THREE), "response_time", ["SED"], "light")
    assert figure.layout.xaxis.type is None


def test_of_all_policies_the_verdict_is_short() -> None:
    policies = tuple(POLICIES)
    short, more = verdict(made_up(policies, THREE))
    first = policies[0]
    assert short.startswith(f"{first} has the shortest mean response time everywhere: ")
    assert more[-1] == f"By mean response time, {first} is best at 3 of 3 points."
    assert len(more) == 2


def test_of_many_policies_the_verdict_says_whom_the_first_one_does_not_beat() -> None:
    names = tuple(POLICIES)[:7]
    means = dict(zip(names, (400.0, 200.0, 300.0, 500.0, 600.0, 700.0, 800.0), strict=True))
    samples = {
        (point, policy, "response_time"): [mean + noise for noise in (-2, -1, 1, 2)]
        for point in range(3)
        for policy, mean in means.items()
    }
    lines = verdict(result_of(scenario_with(names, **THREE), samples)).more
    ahead = rf"{names[1]} and {names[2]} have .+ shorter .+ than {names[0]} at 0.5 jobs"
    assert any(re.match(ahead, line) for line in lines)
    assert any(line.startswith(f"{names[0]} has ") for line in lines)
