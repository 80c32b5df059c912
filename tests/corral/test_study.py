"""Studies that are changed step by step: paths, refusals, and that nothing that was there changes."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corral
from corral.paths import completed
from engine.study.registry import EXAMPLES

SCHNOR = corral.example("schnor-system-1")


@given(st.data())
def test_a_path_is_found_by_its_end_or_nothing_is(data: st.DataObject) -> None:
    """Whatever end of whichever field: the one that ends so, or a refusal that names those that could be meant."""
    study = corral.Study(EXAMPLES[data.draw(st.sampled_from(sorted(EXAMPLES)))])
    path = data.draw(st.sampled_from(study.fields))
    steps = path.split(".")
    end = ".".join(steps[data.draw(st.integers(0, len(steps) - 1)) :])
    meant = [one for one in study.fields if f".{one}".endswith(f".{end}")]
    if end in study.fields or len(meant) == 1:
        found = completed(end, study.fields, study.scenario.model_dump(mode="json"), "numeric field")
        assert found == (end if end in study.fields else path)
    else:
        with pytest.raises(corral.ScenarioError, match="could be") as refused:
            completed(end, study.fields, study.scenario.model_dump(mode="json"), "numeric field")
        assert all(f'"{one}"' in str(refused.value) for one in meant[:5])


def test_the_name_of_a_group_does_for_its_number() -> None:
    name = SCHNOR.scenario.model_dump()["cluster"]["groups"][0]["name"]
    by_name = SCHNOR.vary(f"cluster.groups.{name}.count", [4, 8])
    assert by_name == SCHNOR.vary("cluster.groups.0.count", [4, 8])


def test_a_step_makes_a_new_study_and_leaves_the_old_one() -> None:
    before = SCHNOR.scenario.canonical()
    steps = [
        SCHNOR.vary("offered_load", np.linspace(0.2, 0.8, 4)),
        SCHNOR.policies("FCFS"),
        SCHNOR.replications(3),
        SCHNOR.seed(7),
        SCHNOR.precision("response_time", 5.0),
        SCHNOR.goal("rate_per_1000_s", 0.2, 1.8, 0.1, ("response_time", "at-most", 3000)),
        SCHNOR.choose("response_time", and_by=("wait_time", "least")),
        SCHNOR.set({"title": "other"}),
    ]
    assert len({SCHNOR, *steps}) == len(steps) + 1
    assert SCHNOR.scenario.canonical() == before
    assert all(corral.open_link(one.link()) == one for one in steps)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (
            lambda: SCHNOR.vary("workload.arivals.rate_per_1000_s", [1]),
            'nearest is "workload.arrivals.rate_per_1000_s"',
        ),
        (lambda: SCHNOR.set({"workload.job": 3}), "workload.jobs"),
        (lambda: SCHNOR.policies("SEED"), "policies"),
        (lambda: SCHNOR.replications(0), "study.replications: 0 is too small; at least 1 is allowed"),
        (lambda: SCHNOR.vary("rate_per_1000_s", []), "at least 1 is needed"),
        (lambda: SCHNOR.set({"workload.jobs": 1_000_000}).replications(1000).run(), "at most 20,000"),
        (lambda: corral.example("schnor-sistem-1"), "schnor-system-1"),
        (lambda: corral.open_link("http://127.0.0.1:8050/?s=no"), "damaged"),
    ],
)
def test_a_mistake_is_told_in_a_sentence_with_the_nearest_right_names(step: object, words: str) -> None:
    with pytest.raises(corral.ScenarioError) as refused:
        step()  # type: ignore[operator]
    assert words in str(refused.value)


def test_a_saved_study_is_the_same_when_it_is_loaded(tmp_path: Path) -> None:
    assert corral.load(SCHNOR.save(tmp_path / "study.json")) == SCHNOR


def test_a_log_is_replayed(tmp_path: Path) -> None:
    lines = [f"{n} {30 * n} -1 {60 + n} 2 {'-1 ' * 13}" for n in range(1, 200)]
    (tmp_path / "log.swf").write_text("; MaxProcs: 8\n" + "\n".join(lines) + "\n")
    study = corral.replay(tmp_path / "log.swf").policies("EASY", "FCFS")
    assert study.scenario.title == "log.swf"
    assert len(study.run(processes=1, progress=False).jobs("EASY")) == 199
    other = corral.example("kumar-two-jobs").replay(tmp_path / "log.swf").scenario.model_dump()
    assert other["workload"]["arrivals"]["called"] == "log.swf"


def test_a_study_of_a_log_has_a_twin() -> None:
    twin = corral.example("log-in-blocks").modelled()
    assert twin.scenario.model_dump()["workload"]["arrivals"]["constants"]["constants"] == "fitted"
    with pytest.raises(ValueError, match="not those of a log"):
        corral.example("users-estimates").modelled()
