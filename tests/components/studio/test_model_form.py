"""The form of jobs that come of a workload model, and what becomes of a sketch when it becomes one, or no longer is."""

from typing import Any

import pytest

from components.pages.studio.families.parallel_jobs.sketch.given import is_modelled
from components.pages.studio.families.parallel_jobs.sketch.model_words import MODEL_PARTS, MODEL_PICTURES, drawn
from components.pages.studio.families.parallel_jobs.sketch.workload_form import create_workload
from components.pages.studio.sketch.meaning import meaning
from components.pages.studio.sketch.questions.sweep import sweep_options
from components.pages.studio.sketch.reshape import choose
from components.words.methods import parameters
from components.words.units import PEOPLE, told_in
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end
from engine.parallel_jobs.inputs.offered_load import offered_load
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.workload_models.lublin99 import ALL, KINDS, size_shares

PROCESS = "workload.arrivals.process"


def sketch(machines: int = 128) -> dict[str, Any]:
    tree = EXAMPLES["night-and-day"].model_dump(mode="json")
    tree["cluster"]["groups"][0]["count"] = machines
    return choose(tree, PROCESS, "lublin99")


def texts(part: Any) -> str:
    if isinstance(part, list | tuple):
        return " ".join(map(texts, part))
    return part if isinstance(part, str) else texts(getattr(part, "children", None) or [])


def test_a_model_takes_the_place_of_laws_and_a_study_of_it_can_be_run() -> None:
    tree = sketch()
    assert is_modelled(tree)
    scenario = ParallelJobsScenario.read(tree)
    assert "job_classes" not in tree["workload"]
    assert scenario.study.vary is None  # the strength of the hours is gone


@pytest.mark.parametrize("process", ["poisson", "by-hour", "batch"])
def test_laws_begin_with_what_the_model_was_like(process: str) -> None:
    before = ParallelJobsScenario.read(sketch())
    after = ParallelJobsScenario.read(choose(sketch(), PROCESS, process))
    assert [kind.name for kind in after.workload.job_classes] == [kind.name for kind in before.workload.job_classes]
    assert after.workload.jobs == before.workload.jobs
    if process != "batch":
        assert offered_load(after) == pytest.approx(0.7, rel=0.005)
        assert arrivals_end(after) == pytest.approx(arrivals_end(before), rel=0.02)


def test_a_list_begins_with_the_first_jobs_of_the_model_and_goes_back_to_it() -> None:
    tree = choose(sketch(), PROCESS, "listed")
    assert len(ParallelJobsScenario.read(tree).workload.job_classes) >= 1
    assert len(tree["workload"]["arrivals"]["jobs"]) == 12
    again = choose(tree, PROCESS, "lublin99")
    assert ParallelJobsScenario.read(again).workload.jobs == 5000
    assert again["study"]["replications"] == 10


def test_too_small_a_cluster_is_kept_as_it_is_typed() -> None:
    tree = sketch(8)
    assert all("not for this cluster" in meaning(tree, "workload.arrivals", part) for part in MODEL_PARTS)
    create_workload(tree)
    assert choose(tree, PROCESS, "poisson")["workload"]["job_classes"]


def test_words_and_pictures_say_what_is_drawn() -> None:
    tree = sketch(256)
    with told_in(PEOPLE):
        said = texts(create_workload(tree))
    assert "Sizes from 1 to 256 machines: 24 % ask for one, 62 % for another power of two, half for at most 8" in said
    assert "half up to 2.4 min, mean 82 min" in said
    assert "most at 13:30, 11 times as many as at 5:00" in said
    assert all(style(tree, "")["clipPath"].startswith("polygon") for style in MODEL_PICTURES.values())
    tree["cluster"]["groups"][0]["count"] = "many"
    assert all(style(tree, "")["clipPath"] == "inset(100%)" for style in MODEL_PICTURES.values())


@pytest.mark.parametrize("types", KINDS)
def test_what_is_shown_is_whole(types: str) -> None:
    found = drawn(KINDS[types], 128)
    assert found.sizes.sum() == pytest.approx(1)
    assert found.shorter[-1] == pytest.approx(1)
    assert found.day.mean() == pytest.approx(1)
    assert types != "all" or found.sizes.tolist() == list(size_shares(ALL, 128))


def test_the_load_is_varied_as_an_axis_and_once_alone() -> None:
    offered = [item["value"] for group in sweep_options(sketch())[1:] for item in group["items"]]
    assert offered[0] == "offered_load"
    assert "workload.arrivals.load" not in offered


def test_a_methods_paragraph_says_the_model_and_not_the_load_that_is_varied() -> None:
    tree = sketch()
    assert "Load 0.7" in parameters(ParallelJobsScenario.read(tree))
    tree["study"]["vary"] = {"field": "offered_load", "values": [0.5, 0.6]}
    said = parameters(ParallelJobsScenario.read(tree))
    assert "Load" not in said
    assert "“model: lublin99”" in said
    assert "all jobs as one" in said
