"""The Compare page without a browser: figures, sentences, tables and what an address opens."""

import json
import re
from itertools import pairwise
from typing import Any

import orjson
import pytest

from components.controls.data_table import to_csv
from components.figures.result.beside import ROW, LineEnd, labels_beside, spread
from components.figures.result.overlay import NOT_SETTLED, draw_overlay, has_common_span
from components.figures.result.panels import panels
from components.looks.theme import LOOKS
from components.pages.compare import answer
from components.pages.compare.ids import Id
from components.pages.compare.inputs import describe_inputs, table_of_all_inputs, table_of_inputs
from components.pages.compare.layout import layout
from components.pages.compare.notes import notes
from components.pages.compare.on_studies import show_progress
from components.pages.compare.parts import create_inputs, create_slices
from components.pages.compare.sentences import _where, findings, unbroken
from components.pages.compare.sides import choices, described, examples, opened, told_apart
from components.pages.compare.view import Several, View, common_metrics, first_slices
from components.sketches.link import from_link, to_link
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import scenario_of, some_log

RATE = "workload.arrivals.rate_per_1000_s"
ONE, TWO = EXAMPLES["schnor-system-1"], EXAMPLES["schnor-system-2"]


def scenario(rates: list[float] | None = None, policies: tuple[str, ...] = ("SED", "FCFS"), **study: Any) -> Scenario:
    """A small system 1; its slow machines can be given as *slow*, the seed and a sweep as of a study."""
    tree = orjson.loads(ONE.canonical())
    tree["title"], tree["notes"], tree["policies"] = "small", "", policies
    tree["workload"]["jobs"] = 200
    tree["cluster"]["groups"][1]["count"] = study.pop("slow", 25)
    vary = {"field": RATE, "values": rates} if rates else None
    tree["study"] = {"vary": vary, "replications": 5, "seed": 3, **study}
    return read_scenario(tree)


def view(a: Scenario, b: Scenario, metric: str = "response_time") -> View:
    return View(run_study(a), run_study(b), metric, first_slices(a, b))


@pytest.fixture(scope="module")
def both() -> View:
    """What the page begins with."""
    a, b = result_ahead(ONE), result_ahead(TWO)
    assert a is not None
    assert b is not None
    return View(a, b, "response_time", {})


def lines(figure: Any) -> dict[str, Any]:
    return {line.name: line for line in figure.data}


# figures --------------------------------------------------------------------------------------------------------------


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
    assert (inside["xref"], inside["x"], inside["y"]) == ("x", 0.5, 10)
    for shares in ([0.5] * 6, [0.97, 0.98, 0.99, 1.0], [0.0, 0.01, 0.9], [0.2, 0.21, 0.8]):
        found = sorted(spread(shares))
        assert all(b - a >= ROW - 1e-9 for a, b in pairwise(found))
        assert -1e-9 <= found[0] <= found[-1] <= 1 + 1e-9


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


# sentences ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("some", "words"),
    [
        ([0], "at 0.25"),
        ([1], "at 0.5"),
        ([0, 1], "up to 0.5"),
        ([1, 2], "from 0.5 to 1"),
        ([2, 3], "from 1 on"),
        ([0, 2], "at 2 of the 4 points compared"),  # and not "up to 1"
    ],
)
def test_some_of_the_points_are_named_by_where_they_are(both: View, some: list[int], words: str) -> None:
    among = [one for one in both.contrasts if one.policy == "SED"]
    assert [one.match.values["workload.arrivals.rate_per_1000_s"] for one in among] == [0.25, 0.5, 1.0, 1.5]
    assert _where(both, among, [among[n] for n in some]) == words


def test_the_findings_name_the_size_the_place_and_the_whole_range(both: View) -> None:
    sed, fcfs = findings(both)
    assert sed == (
        "With B the mean response time of SED is 62.65 ± 0.19 % shorter at 1 job per 1000 s; "
        "62 to 72 % over the 4 points compared."
    )
    assert fcfs == "With B the mean response time of FCFS is exactly the same at all 3 points compared."


def test_the_notes_say_paired_left_out_and_what_only_one_side_has(both: View) -> None:
    paired, left_out, only = notes(both)
    assert paired.startswith("Paired: both use seed 1996")
    assert "Holm" in paired
    assert left_out == "Left out where the queue does not settle: FCFS with A and B at 1.5 jobs per 1000 s."
    assert only == "There is SED-NU only with A, SED-NM only with B."
    other = view(scenario(), scenario(seed=4))
    assert notes(other)[0].startswith("Not paired: the seeds differ (3 and 4)")


def test_where_a_difference_is_shown_and_where_not() -> None:
    found = view(scenario([0.01, 0.5, 1.0, 1.5], ("SED",)), scenario([0.01, 0.5, 1.0, 1.5], ("SED",), slow=15))
    (sentence,) = findings(found)
    assert re.match(r"With B the mean response time of SED is [\d.]+ ± [\d.]+ % \w+ at ", sentence)
    kinds = [one.shown for one in found.contrasts]
    assert ("no difference shown" in sentence) == (not all(kinds))


def test_plural_and_dimensionless_metrics_have_their_own_words(both: View) -> None:
    mixed = "With B the mean slowdown of SED is 1.63 ± 0.26 % higher at 0.5 jobs per 1000 s; higher up to 0.5; "
    assert findings(View(both.a, both.b, "slowdown", {}))[0] == f"{mixed}lower at 1.5; no difference shown at 1."
    for metric, words in (("jobs_in_system", "are .+ % fewer"), ("slowdown", "is .+ % higher")):
        assert re.search(words, findings(View(both.a, both.b, metric, {}))[0])


def test_where_a_has_nothing_differences_are_absolute_and_a_note_says_why(both: View) -> None:
    found = View(both.a, both.b, "migrated_jobs", {})
    assert "Differences are not in percent of A, since somewhere A is too near to 0 for that." in notes(found)
    sed, fcfs = findings(found)
    assert re.search(r"With B the migrated jobs of SED are [\d.]+ ± [\d.]+ percentage points (more|fewer) at ", sed)
    assert fcfs == "With B the migrated jobs of FCFS are exactly the same at all 3 points compared."
    assert "B minus A (percentage points)" in answer.create_difference(found).layout.yaxis.title.text
    assert answer.table_of_differences(found).head[2] == "difference, B minus A (percentage points)"


def test_why_nothing_can_be_compared_is_said() -> None:
    empty = StudyPlan(scenario()).combine({})
    assert findings(View(empty, run_study(scenario()), "response_time", {})) == [
        "Nothing is known about A yet. Press Run."
    ]
    assert findings(View(empty, empty, "response_time", {})) == ["Nothing is known about A and B yet. Press Run."]
    (strangers,) = findings(view(scenario(policies=("SED",)), scenario(policies=("FCFS",))))
    assert "no policy in common" in strangers
    (apart,) = findings(view(scenario([0.2, 0.4]), scenario([0.3, 0.5])))
    assert apart.startswith("No point of A matches one of B")


def test_numbers_are_not_broken_over_lines() -> None:
    assert unbroken("1\u2009253.8 ± 7.0 %") == "1\u202f253.8\u00a0±\u00a07.0\u00a0%"


# inputs and tables ----------------------------------------------------------------------------------------------------


def test_inputs_that_differ_have_words_units_and_dashes(both: View) -> None:
    rows = {row[0]: row[1:] for row in table_of_inputs(ONE, TWO).body}
    assert rows["Machines of “fast”"] == ["5", "20"]
    assert rows["Policies"] == ["SED, SED-NU, FCFS", "SED, SED-NM, FCFS"]
    assert rows["Arrival rate (jobs per 1000 s)"][0] == "0.1, 0.25, …, 1.8 (12 values)"
    precise = scenario(precision={"metric": "wait_time"}, replications=10, seed=1996)
    rows = {row[0]: row[1:] for row in table_of_inputs(precise, ONE).body}
    assert rows["Precision of"] == ["mean wait time", "–"]
    assert rows["Jobs"] == ["200", "10\u2009000"]
    assert describe_inputs(ONE, TWO) == "4 inputs differ; all others are the same."


def test_a_carried_log_is_told_by_its_length() -> None:
    """Its table was printed whole, thousands of characters."""
    one, other = (scenario_of(some_log(200, seed=seed)) for seed in (1, 2))
    body = table_of_inputs(one, other).body
    assert max(len(text) for row in body for text in row) < 60
    assert any("characters)" in text for row in body for text in row)


def test_no_difference_is_a_sentence_without_a_table() -> None:
    (sentence,) = create_inputs(ONE, ONE)
    assert sentence.children == "No input differs: A and B are the same study."


def test_tables_are_complete(both: View) -> None:
    overlay, differences = answer.table_of_overlay(both), answer.table_of_differences(both)
    places = len({*ONE.study.sweep[0].values, *TWO.study.sweep[0].values})
    assert len(overlay.body) == 2 * places + len(ONE.points()) + len(TWO.points())
    assert len(differences.body) == len(both.contrasts) == 7
    for table in (overlay, differences):
        assert {len(row) for row in table.body} == {len(table.head)}
    assert differences.body[0][-2:] == ["paired", "B has less"]
    assert overlay.head[1] == "Arrival rate (jobs per 1000 s)"
    assert [row[0] for row in overlay.body] == sorted(
        (row[0] for row in overlay.body), key=["SED", "SED-NU", "FCFS", "SED-NM"].index
    )
    assert "\nSED,0.25 jobs per 1000 s,-62." in to_csv(differences)


def test_a_second_varied_field_has_a_choice_that_begins_where_both_are() -> None:
    mapped = scenario([0.5, 1.0], and_vary={"field": "cluster.groups.1.count", "values": [15, 20, 25]})
    assert first_slices(mapped, scenario(slow=20)) == {"cluster.groups.slow.count": 20}
    (select,) = create_slices(mapped, scenario(slow=20))
    assert (select.label, select.value) == ("At machines of “slow”", "20.0")
    found = view(mapped, scenario(slow=20))
    assert {one.match.values["cluster.groups.1.count"] for one in found.contrasts} == {20}
    assert len(answer.table_of_overlay(found).body) == 4


# addresses ------------------------------------------------------------------------------------------------------------


def test_an_address_opens_both_sides_and_nothing_opens_the_examples() -> None:
    chosen, problems = opened(None, None)
    assert [from_link(chosen[side]["link"]) for side in "AB"] == [ONE, TWO]
    assert problems == {"A": "", "B": ""}
    chosen, _ = opened(to_link(scenario()), None)
    assert chosen["A"]["title"] == "small"
    assert from_link(chosen["B"]["link"]) == ONE  # another one of its family


def test_a_damaged_side_is_refused_and_the_other_stays() -> None:
    chosen, problems = opened("eNpLTEpOSQUACCcCBA", to_link(scenario()))
    assert from_link(chosen["A"]["link"]) == ONE
    assert problems["A"].startswith("The link of A cannot be opened: ")
    assert (chosen["B"]["title"], problems["B"]) == ("small", "")


def test_a_third_study_comes_and_goes_by_its_box_and_one_that_is_damaged_is_left_out() -> None:
    chosen, problems = opened(None, None, None, to_link(scenario()))
    assert list(chosen) == ["A", "B", "D"]
    assert opened(None, None, "eNpLTEpOSQUACCcCBA")[1]["C"].startswith("The link of C cannot be opened: ")
    assert list(opened(None, None, "eNpLTEpOSQUACCcCBA")[0]) == ["A", "B"]
    assert problems == {"A": "", "B": ""}


def test_no_option_is_offered_twice() -> None:
    for side in (described(ONE), described(scenario())):
        values = [item["value"] for group in choices(side, examples()) for item in group["items"]]
        assert len(values) == len(set(values))
        assert side["link"] in values


def test_progress_says_what_is_missing_what_it_costs_and_what_is_left() -> None:
    link = to_link(scenario())
    unknown = {"link": link, "state": "unknown", "done": 0, "total": 10}
    done = {"link": link, "state": "done", "done": 10, "total": 10}
    running = {"link": link, "state": "running", "done": 5, "total": 10, "seconds_left": 1.234}
    row, missing, bar, *_ = show_progress({"A": unknown, "B": done})
    assert (row, bar) == ("run-row", "progress-row hidden")
    assert missing == "A is not known yet: 10 cells, about 0.1 s on one core."
    row, missing, bar, percent, words = show_progress({"A": running, "B": done})
    assert (row, bar, percent) == ("run-row hidden", "progress-row running", 75)
    assert words == "A 5 of 10 cells, 1.2 s left; B done"
    assert show_progress({"A": done, "B": done})[0] == "run-row hidden"


def test_the_figures_are_json(both: View) -> None:
    json.loads(answer.create_overlay(both).to_json())
    json.loads(answer.create_difference(both).to_json())


def test_the_page_comes_with_what_is_known_of_both_sides() -> None:
    page = layout(a=to_link(EXAMPLES["schnor-system-1"]), b=to_link(EXAMPLES["schnor-system-2"]))
    (studies,) = (one.data for one in page._traverse() if getattr(one, "id", None) == Id.STUDIES)
    for side, name in (("A", "schnor-system-1"), ("B", "schnor-system-2")):
        result = result_ahead(EXAMPLES[name])
        assert result is not None
        assert result.cells_done > 0
        assert (studies[side]["state"], studies[side]["done"]) == ("done", result.cells_done)


def test_sides_that_would_be_called_alike_are_told_apart_by_what_differs() -> None:
    tree = EXAMPLES["side-by-side"].model_dump(mode="json")
    tree["cluster"]["groups"][0]["count"], tree["cluster"]["groups"][1]["count"] = 14, 7
    tree["study"]["seed"] = 5
    first = read_scenario(tree)
    tree["study"]["replications"] = 12
    second = read_scenario(tree)
    sides = {"A": described(first), "B": described(second), "C": described(EXAMPLES["side-by-side"])}
    assert sides["B"]["title"].endswith("and 2 more")
    told = told_apart(sides)
    assert told["B"].startswith("as A, but replications")
    assert told["B"].endswith("→ 12")
    assert (told["A"], told["C"]) == (sides["A"]["title"], sides["C"]["title"])
    assert told_apart({"A": sides["A"], "B": sides["A"]})["B"] == sides["A"]["title"]
