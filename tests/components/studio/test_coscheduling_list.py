"""The list of jobs of coscheduling as text and as a part of the form: nothing is lost, and what is wrong is said."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.controls.values import ValuesError
from components.pages.studio.answer.answer import describe_curves
from components.pages.studio.answer.fair import table_of_indices
from components.pages.studio.families.coscheduling.form import board_of
from components.pages.studio.families.coscheduling.job_list import JOBS, format_jobs, read_jobs
from components.pages.studio.families.coscheduling.listed import is_listed
from components.pages.studio.page_state import read_state
from components.pages.studio.sketch.form import errors_by_field, fields_of, merge, with_parsed_values
from components.pages.studio.sketch.questions.sweep import sweep_options
from components.pages.studio.sketch.reshape import choose, press
from components.pages.studio.sketch.sketch import create_sketch
from components.pages.studio.tabs import shown_tabs
from components.sketches.changes import changes
from components.sketches.link import from_link, to_link
from components.visits.answers import empty_result
from components.words.methods import methods_paragraph, parameters
from engine.coscheduling.inputs.listed import ListedJob
from engine.inputs.of_strangers import TURNS
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.studio import forms
from tests.engine.coscheduling.lists import jobs_by_hand, listed

PROCESS = "workload.arrivals.process"
LABELS = st.text(
    st.characters(exclude_characters=["<", ">", *TURNS], exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=20
)
IDS = [{"type": "studio-field", "path": JOBS}]


@given(st.lists(st.tuples(jobs_by_hand(), LABELS.map(str.strip)), min_size=1, max_size=20))
def test_text_and_back_and_a_link_and_back(drawn: list[tuple[dict[str, Any], str]]) -> None:
    given_jobs = [job | {"label": label} for job, label in drawn]
    jobs = [ListedJob.model_validate(job, strict=False).model_dump(mode="json") for job in given_jobs]
    text = format_jobs(jobs)
    assert read_jobs(text) == jobs
    assert len(text.splitlines()) == len(jobs)
    scenario = listed(given_jobs)
    assert from_link(to_link(scenario)) == scenario


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "at least one job is needed"),
        ("0, 10", "line 1: 2 values; a job has arrival, run time and tasks, and at most 7"),
        ("0, 10, 3\n\nsoon, 1, 2", "line 3: arrival is “soon”"),
        ("0, 0, 3", "line 1: run time: 0.0 is too small"),
        ("0, 1, 1", "line 1: tasks: 1 is too small"),
        ("0, 1, 2.5", "line 1: tasks: 2.5 is not a whole number"),
        ("0, 5, 2, 3", "below the run time"),
        ("0, 1, 2\n" * 2001, "line 2001: these are more than 2000 jobs"),
        ("0, 1, 2, , " + "x" * 300, "311 characters"),
        ("0, 1, 2, , , , <u>", "line 1: user"),
        ("0, 1e999, 2", "line 1"),
        ("0, nan, 2", "no number"),
    ],
)
def test_a_wrong_line_is_named(text: str, words: str) -> None:
    with pytest.raises(ValuesError) as refused:
        read_jobs(text)
    assert words in str(refused.value)


@pytest.mark.parametrize("name", [name for name, one in EXAMPLES.items() if one.family == "coscheduling"])
def test_laws_become_a_list_and_a_list_laws(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    if not is_listed(tree):
        tree = choose(tree, PROCESS, "listed")
    scenario = read_scenario(tree)
    assert is_listed(tree)
    assert "workload.jobs" not in forms.fields_of(create_sketch(tree))
    assert sweep_options(tree)
    assert board_of(tree).job == ()
    assert read_state(empty_result(scenario)).tab == ("race" if name == "gang-broken" else "curves")
    assert "draw" not in shown_tabs(tree, None)
    assert "jobs (arrival in s, run time alone in s, tasks" in parameters(scenario)
    for process in ("poisson", "batch", "hyper-erlang"):
        back = choose(tree, PROCESS, process)
        assert create_sketch(back)
        law = read_scenario(back).workload  # type: ignore[attr-defined]
        assert law.size_classes[0].largest == max(job.tasks for job in scenario.workload.listed.jobs)  # type: ignore[attr-defined]


def test_the_field_holds_the_list_and_its_mistakes() -> None:
    draft = listed([{"arrival": 0.0, "tasks": 2, "run": 2.0}]).model_dump(mode="json")
    tree, reasons = with_parsed_values(merge(draft, fields_of(["0, 2, 2\n3, 4, 2, , late, even, ann"], IDS)))
    assert not reasons
    assert [job.label for job in read_scenario(tree).workload.arrivals.jobs] == ["", "late"]  # type: ignore[attr-defined]
    typed = "0, 2, 2\nnonsense"
    tree, reasons = with_parsed_values(merge(draft, fields_of([typed], IDS)))
    at, rest = errors_by_field(reasons, [JOBS], tree)
    assert "line 2" in at[JOBS]
    assert not rest
    assert tree["workload"]["arrivals"]["jobs"] == typed  # nothing is lost
    assert create_sketch(tree)
    assert is_listed(press(tree, "add-type"))


def test_jobs_follow_the_name_of_their_type() -> None:
    draft = listed([{"arrival": 0.0, "tasks": 2, "run": 2.0, "job_type": "even"}]).model_dump(mode="json")
    ids = [*IDS, {"type": "studio-field", "path": "workload.job_types.0.name"}]
    tree, reasons = with_parsed_values(merge(draft, fields_of(["0, 2, 2, , , even", "odd"], ids)))
    assert not reasons
    assert read_scenario(tree).workload.arrivals.jobs[0].job_type == "odd"  # type: ignore[attr-defined]


def test_replications_stay_in_sight_since_skewness_makes_them_differ() -> None:
    tree = listed([{"arrival": 0.0, "tasks": 2, "run": 2.0, "job_type": "even"}]).model_dump(mode="json")
    assert "study.replications" in forms.fields_of(create_sketch(tree))
    assert choose(tree, PROCESS, "batch")["study"]["replications"] == 10


def test_what_was_changed_is_said() -> None:
    example = EXAMPLES["zhang-wl2"]
    as_list = read_scenario(choose(example.model_dump(mode="json"), PROCESS, "listed"))
    assert [one.words for one in changes(example, as_list)] == ["arrivals all at time 0 → a list of jobs"]
    eight = EXAMPLES["same-eight-jobs"]
    tree = eight.model_dump(mode="json")
    tree["workload"]["arrivals"]["jobs"][1]["label"] = "wide"
    assert [" ".join(one.words.split()) for one in changes(eight, read_scenario(tree))] == ["name of “job 2” → wide"]
    tree["workload"]["arrivals"]["jobs"].pop()
    assert [one.words for one in changes(eight, read_scenario(tree))] == ["jobs 8 → 7"]


def test_what_is_said_of_a_list_of_which_all_is_given() -> None:
    found = result_ahead(EXAMPLES["same-eight-jobs"])
    assert found is not None
    assert describe_curves(found, "response_time").endswith("Nothing about these jobs is random: there is no interval.")
    fairness = table_of_indices(found, 3)
    assert fairness.head[-3:-1] == ["variation of slowdowns between users", "Jain index of users"]
    methods = methods_paragraph(found)
    assert "0/2/12/J/ann, 0.1/0.5/16/J/ann, 0.2/0.3/2/J/bob" in methods
    assert "nothing about them is random" in methods
