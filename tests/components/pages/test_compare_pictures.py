"""The pictures of Compare."""

from itertools import pairwise

import pytest

from components.figures.result.beside import ROW, LineEnd, labels_beside, spread
from components.figures.result.overlay import NOT_SETTLED, draw_overlay, has_common_span
from components.figures.result.panels import panels
from components.looks.theme import LOOKS
from components.pages.compare import answer
from components.pages.compare.inputs import table_of_all_inputs
from components.pages.compare.notes import notes
from components.pages.compare.sentences import findings
from components.pages.compare.view import Several, View, common_metrics
from engine.results.result import Result
from engine.study.run import run_study
from tests.components.pages.compared import RATE, lines, scenario, view


def test_filled_and_solid_is_a_and_hollow_and_dashed_is_b(both: View) -> None:
    found = lines(answer.create_overlay(both))
    a, b = found["A  SED"], found["B  SED"]
    assert (a.marker.symbol, b.marker.symbol) == ("circle", "circle-open")
    assert (a.line.dash, b.line.dash) == ("solid", "dash")
    assert a.line.color == b.line.color == LOOKS["SED"].color
    assert {"A  SED band", "B  SED band", "A  SED-NU", "B  SED-NM"} <= set(found)
    assert "B  SED-NU" not in found


def test_axes_have_units_and_lines_end_with_a_mark_where_the_queue_does_not_settle(both: View) -> None:
    figure = answer.create_overlay(both)
    assert figure.layout.xaxis.title.text == "Arrival rate (jobs per 1000 s)"
    assert figure.layout.yaxis.title.text == "Mean response time (s)"
    assert max(x for x in lines(figure)["B  FCFS"].x if x is not None) == 1.0
    assert any(1.0 in trace.x for trace in figure.data if trace.marker.symbol == "line-ns-open")
    assert NOT_SETTLED in lines(figure)


def test_a_line_is_not_drawn_across_a_point_that_does_not_settle(both: View) -> None:
    table = both.a.table.copy()
    late = both.a.names.index("late_jobs_in_system")
    table[2, 0, :, late] *= 5
    broken = Result(both.a.scenario, both.a.names, table, both.a.limits)
    figure = draw_overlay({"A": broken, "B": both.b}, "response_time", "light")
    assert list(lines(figure)["A  SED"].x)[:4] == [0.1, 0.25, None, 0.75]
    assert list(lines(figure)["A  SED ends"].x) == [0.25, 0.75]


def test_different_sweeps_have_a_panel_each_with_a_common_y_axis() -> None:
    machines = {"field": "cluster.groups.1.count", "values": [20, 25]}
    found = view(scenario([0.5, 1.0]), scenario(vary=machines))
    figure = answer.create_overlay(found)
    assert figure.layout.xaxis.title.text == "A: Arrival rate (jobs per 1000 s)"
    assert figure.layout.xaxis2.title.text == "B: Machines of “slow”"
    assert figure.layout.yaxis2.matches == "y"
    assert [one.match.values for one in found.contrasts] == [{RATE: 1.0, "cluster.groups.1.count": 25}] * 2


def test_without_a_sweep_policies_stand_on_the_axis_and_b_beside_a() -> None:
    found = view(scenario(), scenario(slow=20))
    figure = answer.create_overlay(found, "dark")
    assert list(lines(figure)["A  SED"].x) == list(lines(figure)["B  SED"].x) == ["SED"]
    assert lines(figure)["A  SED"].offsetgroup != lines(figure)["B  SED"].offsetgroup
    assert figure.layout.scattermode == "group"
    assert lines(figure)["A  SED"].error_y.array[0] > 0
    assert lines(answer.create_difference(found))["SED"].x == ("SED",)


def test_a_side_without_a_sweep_is_a_point_on_the_axis_of_the_other() -> None:
    shared = panels({"A": scenario([0.5, 1.0]), "B": scenario(slow=20)})
    assert [(panel.title, set(panel.paths)) for panel in shared] == [("Arrival rate (jobs per 1000 s)", {"A", "B"})]
    figure = answer.create_overlay(view(scenario([0.5, 1.0]), scenario(slow=20)))
    assert list(lines(figure)["B  SED"].x) == [1.0]


def test_the_difference_has_intervals_a_zero_line_and_is_hollow_where_none_is_shown(both: View) -> None:
    figure = answer.create_difference(both)
    sed, fcfs = lines(figure)["SED"], lines(figure)["FCFS"]
    assert list(sed.x) == [0.25, 0.5, 1.0, 1.5]
    assert sed.y[2] == pytest.approx(-62.6, abs=0.1)
    assert all(width > 0 for width in sed.error_y.array)
    assert set(sed.marker.symbol) == {"circle"}
    assert set(fcfs.marker.symbol) == {"x-open"}
    assert any(shape.y0 == shape.y1 == 0 for shape in figure.layout.shapes)
    low, high = figure.layout.yaxis.range
    assert low < min(sed.y)
    assert high > 0
    assert "shorter with B" in figure.layout.yaxis.title.text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_metric_of_the_choice_can_be_drawn_and_told(both: View, scheme: str) -> None:
    for metric in common_metrics(both.a, both.b):
        found = View(both.a, both.b, metric, {})
        assert answer.create_overlay(found, scheme).data
        answer.create_difference(found, scheme)
        assert all(sentence.endswith(".") for sentence in (*findings(found), *notes(found)))
        assert answer.describe_overlay(found)
        assert answer.describe_difference(found)


def test_a_study_that_goes_further_does_not_squeeze_the_other_unless_it_is_asked_for(both: View) -> None:
    whole, common = answer.create_overlay(both), answer.create_overlay(both, is_common=True)
    assert whole.layout.xaxis.range[1] > 3.4
    assert 1.8 <= common.layout.xaxis.range[1] < 1.9
    assert set(lines(whole)) == set(lines(common))  # what is beyond can be scrolled to
    assert has_common_span(both.results)
    assert not has_common_span({"A": both.a, "B": both.a})


def test_lines_are_named_where_they_leave_the_picture_and_no_name_stands_on_another() -> None:
    flat = LineEnd("A SED", "SED", [(0, 1), (2, 1)])
    steep = LineEnd("A FCFS", "FCFS", [(0, 0), (1, 20)])
    right, inside = labels_beside([flat, steep], (0, 1), 10, "light")
    assert (right["xref"], right["y"]) == ("paper", 1)
    assert (inside["xref"], inside["x"], inside["y"]) == ("x", 0.5, 10 * (1 - ROW / 2)), (
        "below the edge, not in the legend"
    )
    for shares in ([0.5] * 6, [0.97, 0.98, 0.99, 1.0], [0.0, 0.01, 0.9], [0.2, 0.21, 0.8]):
        found = sorted(spread(shares))
        assert all(b - a >= ROW - 1e-9 for a, b in pairwise(found))
        assert -1e-9 <= found[0] <= found[-1] <= 1 + 1e-9


@pytest.mark.parametrize("rise", [0.0, 0.02, 0.4, 3.0])
@pytest.mark.parametrize("end", [0.2, 0.5, 0.9])
def test_a_name_within_the_picture_stands_on_no_line(rise: float, end: float) -> None:
    """A failure: "B FCFS" struck through by its own dashed line, as flat as it is."""
    own = LineEnd("B FCFS", "FCFS", [(0.0, 5.0 - rise), (end, 5.0)])
    other = LineEnd("A SED", "SED", [(0.0, 5.7), (1.0, 5.7)])
    (name,) = (one for one in labels_beside([own, other], (0, 1), 10, "light") if one["xref"] == "x")
    for share in (0.04, 0.08, 0.12):
        assert abs(5.0 - rise * share / end - name["y"]) >= 6 * ROW - 1e-9
    assert abs(5.7 - name["y"]) >= 6 * ROW - 1e-9


def test_up_to_four_studies_stand_beside_a_each_with_its_own_marks() -> None:
    studies = {
        side: run_study(scenario([0.5, 1.0], slow=slow)) for side, slow in zip("ABCD", (25, 20, 15, 10), strict=True)
    }
    shown = Several(studies, "response_time", {})
    found = lines(answer.create_overlay(shown))
    kinds = {(found[f"{side}  SED"].marker.symbol, found[f"{side}  SED"].line.dash) for side in studies}
    assert len(kinds) == 4
    assert [view.other for view in shown.pairs] == ["B", "C", "D"]
    told = answer.create_differences(shown.pairs)
    assert "D relative to A" in told.layout.xaxis3.title.text
    assert told.layout.yaxis3.range == told.layout.yaxis.range
    sentences = [sentence for view in shown.pairs for sentence in findings(view)]
    assert [sum(f"With {side} " in one for one in sentences) for side in "BCD"] == [2, 2, 2]
    table = answer.table_of_all_differences(shown.pairs)
    assert {row[0] for row in table.body} == {"B (%)", "C (%)", "D (%)"}
    assert {len(row) for row in table.body} == {len(table.head)}
    overlay = answer.table_of_overlay(shown)
    assert {len(row) for row in overlay.body} == {len(overlay.head)} == {2 + 3 * 4}
    assert table_of_all_inputs({side: one.scenario for side, one in studies.items()}).body == [
        ["Machines of “slow”", "25", "20", "15", "10"]
    ]
