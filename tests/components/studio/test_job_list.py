"""The list of jobs as text and as a part of the form: nothing is lost, and what is wrong is said line by line."""

from typing import Any

import pytest
from dash import no_update
from hypothesis import given
from hypothesis import strategies as st

from components.controls.values import ValuesError
from components.pages.studio.families.parallel_jobs.sketch.given import is_listed
from components.pages.studio.families.parallel_jobs.sketch.job_list import JOBS, format_jobs, read_jobs
from components.pages.studio.page_state import read_state
from components.pages.studio.replay.on_replay import offer_tabs
from components.pages.studio.sketch.form import errors_by_field, fields_of, merge, with_parsed_values
from components.pages.studio.sketch.reshape import choose, press
from components.pages.studio.sketch.sketch import create_sketch
from components.pages.studio.tabs import shown_tabs
from components.visits.answers import empty_result
from engine.inputs.of_strangers import TURNS
from engine.parallel_jobs.inputs.sources.listed import ListedJob
from engine.study.registry import EXAMPLES, read_scenario
from tests.engine.parallel_jobs.inputs.test_listed import jobs_by_hand, listed

PROCESS = "workload.arrivals.process"
LABELS = st.text(
    st.characters(exclude_characters=["<", ">", *TURNS], exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=20
)


@given(st.lists(st.tuples(jobs_by_hand(), LABELS.map(str.strip)), min_size=1, max_size=20))
def test_text_and_back(drawn: list[tuple[dict[str, Any], str]]) -> None:
    jobs = [
        ListedJob.model_validate(job | {"label": label}, strict=False).model_dump(mode="json") for job, label in drawn
    ]
    text = format_jobs(jobs)
    assert read_jobs(text) == jobs
    assert len(text.splitlines()) == len(jobs)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "at least one job is needed"),
        ("0, 10", "line 1: 2 values"),
        ("0, 10, 3\n\nsoon, 1, 2", "line 3: arrival is “soon”"),
        ("0, 0, 3", "line 1: run time: 0.0 is too small"),
        ("0, 1, 2.5", "line 1: machines: 2.5 is not a whole number"),
        ("0, 5, 1, 3", "below the run time"),
        ("0, 1, 2, , x, wild", "“wild” is no kind"),
        ("0, 1, 1\n" * 201, "line 201: these are more than 200 jobs"),
        ("0, 1, 1, , " + "x" * 300, "311 characters"),
        ("a\nb\nc\nd\ne", "and 2 more lines"),
        ("0, 1e999, 1", "line 1"),
        ("0, 1, 1, , \0", "line 1"),
    ],
)
def test_a_wrong_line_is_named(text: str, words: str) -> None:
    with pytest.raises(ValuesError) as refused:
        read_jobs(text)
    assert words in str(refused.value)


def test_lines_of_a_spreadsheet_are_read() -> None:
    assert read_jobs("# a comment\n0\t10\t3\n1;5;4;7") == read_jobs("0, 10, 3\n1, 5, 4, 7")


@pytest.mark.parametrize("name", [name for name, one in EXAMPLES.items() if one.family == "parallel-jobs"])
def test_a_law_becomes_a_list_and_a_list_a_law(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    if not is_listed(tree):
        tree = choose(tree, PROCESS, "listed")
    scenario = read_scenario(tree)
    assert is_listed(tree)
    assert create_sketch(tree)
    assert read_state(empty_result(scenario)).tab == "draw"
    back = choose(tree, PROCESS, "poisson")
    read_scenario(back)
    assert "draw" not in shown_tabs(back, None)


def test_the_field_holds_the_list_and_its_mistakes() -> None:
    draft = listed([{"arrival": 0, "machines": 1, "run": 2}]).model_dump(mode="json")
    ids = [{"type": "studio-field", "path": JOBS}]
    tree, reasons = with_parsed_values(merge(draft, fields_of(["0, 2, 1\n3, 4, 2, , late"], ids)))
    assert not reasons
    assert [job.label for job in read_scenario(tree).workload.arrivals.jobs] == ["", "late"]  # type: ignore[attr-defined]
    typed = "0, 2, 1\nnonsense"
    tree, reasons = with_parsed_values(merge(draft, fields_of([typed], ids)))
    at, rest = errors_by_field(reasons, [JOBS], tree)
    assert "line 2" in at[JOBS]
    assert not rest
    assert tree["workload"]["arrivals"]["jobs"] == typed  # nothing is lost


def test_the_tab_to_draw_on_comes_with_the_sketch_and_is_opened_then() -> None:
    law = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    there = shown_tabs(law, "SED")
    drawn = choose(law, PROCESS, "listed")
    _, now, _, opened = offer_tabs(law, "SED", "curves", [], there, drawn)
    assert "draw" in now
    assert opened == "draw"
    assert offer_tabs(law, "SED", "curves", [], now, drawn)[-1] is no_update  # who has left it stays there
    assert offer_tabs(law, "SED", "draw", [], now, law)[1::2] == (there, "curves")


def test_where_nothing_is_random_one_replication_stays() -> None:
    tree = choose(EXAMPLES["schnor-system-1"].model_dump(mode="json"), PROCESS, "listed")
    assert tree["study"]["replications"] == 1
    disturbed = press(tree, "add-event")
    disturbed["study"]["replications"] = 5
    assert read_scenario(disturbed).study.replications == 5
    assert press(disturbed, "remove-event", 0)["study"]["replications"] == 1
