"""What Compare says: findings, notes, inputs that differ, tables."""

import re

import pytest

from components.controls.data_table import to_csv
from components.pages.compare import answer
from components.pages.compare.inputs import describe_inputs, table_of_inputs
from components.pages.compare.notes import notes
from components.pages.compare.parts import create_inputs, create_slices
from components.pages.compare.sentences import _where, findings, unbroken
from components.pages.compare.view import View, first_slices
from components.words.units import PEOPLE, told_in
from engine.study.ahead import result_ahead
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES
from engine.study.run import run_study
from tests.components.pages.compared import ONE, TWO, scenario, view
from tests.engine.parallel_jobs.logs.generated import scenario_of, some_log


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
        "With B the mean response time of SED is 63 % shorter at 1 job per 1000 s; "
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


def test_a_policy_has_the_name_by_which_it_is_shown_and_in_files_its_own() -> None:
    a, b = (result_ahead(EXAMPLES[f"peterson-figure-{n}"]) for n in (6, 7))
    assert a is not None and b is not None  # noqa: PT018
    shown = View(a, b, "processors", first_slices(a.scenario, b.scenario))
    pictures = answer.create_overlay(shown).to_json() + answer.create_difference(shown).to_json()
    told = [*findings(shown), *notes(shown), answer.describe_overlay(shown), answer.describe_difference(shown)]
    for words in (pictures, " ".join(told)):
        assert "Add While It Pays" in words
        assert "Figure 5" not in words.replace('"legendgroup":"A Figure 5"', "").replace('"B Figure 5"', "")
    assert "Figure 5" in to_csv(answer.table_of_overlay(shown))


def test_where_a_difference_is_shown_and_where_not() -> None:
    found = view(scenario([0.01, 0.5, 1.0, 1.5], ("SED",)), scenario([0.01, 0.5, 1.0, 1.5], ("SED",), slow=15))
    (sentence,) = findings(found)
    assert re.match(r"With B the mean response time of SED is [\d.]+( ± [\d.]+)? % \w+ at ", sentence)
    kinds = [one.shown for one in found.contrasts]
    assert ("no difference shown" in sentence) == (not all(kinds))


def test_plural_and_dimensionless_metrics_have_their_own_words(both: View) -> None:
    mixed = "With B the mean slowdown of SED is 1.63 ± 0.26 % higher at 0.5 jobs per 1000 s; higher up to 0.5; "
    assert findings(View(both.a, both.b, "slowdown", {}))[0] == f"{mixed}lower at 1.5; no difference shown at 1."
    for metric, words in (("jobs_in_system", "are .+ % fewer"), ("slowdown", "is .+ % higher")):
        assert re.search(words, findings(View(both.a, both.b, metric, {}))[0])


def test_where_a_has_nothing_differences_are_absolute_and_a_note_says_why(both: View) -> None:
    found = View(both.a, both.b, "migrated_jobs", {})
    why = "since somewhere B is more than ten times A, or A is near 0"
    assert f"Differences are not in percent of A, {why}." in notes(found)
    sed, fcfs = findings(found)
    assert re.search(r"With B the migrated jobs of SED are [\d.]+( ± [\d.]+)? percentage points (more|fewer) at ", sed)
    assert fcfs == "With B the migrated jobs of FCFS are exactly the same at all 3 points compared."
    assert "B minus A (percentage points)" in answer.create_difference(found).layout.yaxis.title.text
    assert answer.table_of_differences(found).head[2] == "difference, B minus A (percentage points)"


def test_a_table_of_differences_has_the_unit_of_its_picture() -> None:
    a, b, c = (run_study(scenario([0.1, 0.2], ("FCFS",), slow=slow)) for slow in (25, 1, 2))
    alone = View(a, b, "wait_time", {})
    pairs = [alone, View(a, c, "wait_time", {}, "C")]
    with told_in(PEOPLE):
        axis = answer.create_difference(alone).layout.yaxis.title.text
        table, all_of_them = answer.table_of_differences(alone), answer.table_of_all_differences(pairs)
        axis_of_c = answer.create_differences(pairs).layout.xaxis2.title.text
    assert axis.startswith("B minus A (h)")
    assert table.head[2:5] == ["difference, B minus A (h)", "low (h)", "high (h)"]
    assert [row[2] for row in table.body] == ["0.34 ± 0.13", "2.2 ± 1.3"]
    assert "<b>C minus A (h)</b>" in axis_of_c
    assert {row[0] for row in all_of_them.body} == {"B (h)", "C (h)"}


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


def test_a_study_beside_itself_is_said_to_be_the_same() -> None:
    one = run_study(scenario())
    (said,) = findings(View(one, one, "response_time", {}))
    assert said == "A and B are the same study: choose another one to compare."
