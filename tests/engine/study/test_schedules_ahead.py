"""Schedules of listed examples are stored as they are computed, and are drawn before anything can be computed."""

from typing import Any

import pytest
from click.testing import CliRunner

import app
from components.visits import answers
from engine.study import ahead
from engine.study.registry import EXAMPLES
from engine.study.schedules_ahead import _path, _stored, compute_schedules, computed, listed_examples, schedules_ahead

NAME = "any-order-broken"


@pytest.mark.parametrize("name", list(listed_examples()))
def test_they_are_stored_as_they_are_computed(name: str) -> None:
    assert _path(name).read_bytes() == computed(name), "app.py dev ahead has to be run"
    found = schedules_ahead(EXAMPLES[name])
    assert found is not None
    assert [one["policy"] for one in found] == list(EXAMPLES[name].policies)


@pytest.mark.parametrize("ask", [answers.schedules_of, answers.schedules_soon])
def test_nobody_is_asked_for_them(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure: while kernels compile, the workers do not answer, and the page says that it waits."""
    monkeypatch.setattr(answers, "client", lambda: pytest.fail("the workers are asked"))
    assert ask(EXAMPLES[NAME]) == schedules_ahead(EXAMPLES[NAME])


def test_of_other_jobs_nothing_is_stored() -> None:
    tree = EXAMPLES[NAME].model_dump(mode="json")
    tree["title"] = "called otherwise"
    assert schedules_ahead(type(EXAMPLES[NAME]).read(tree)) is not None
    tree["workload"]["arrivals"]["jobs"][0]["run"] += 1
    assert schedules_ahead(type(EXAMPLES[NAME]).read(tree)) is None


def test_check_says_that_schedules_differ(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(ahead, "FOLDER", tmp_path)
    try:
        list(compute_schedules([NAME]))
        _path(NAME).write_bytes(_path(NAME).read_bytes().replace(b'"makespan":', b'"makespan":1'))
        done = CliRunner().invoke(app.main, ["dev", "ahead", "--check", "--processes", "1", NAME])
    finally:
        _stored.cache_clear()
    assert done.exit_code == 1
    assert f"{NAME}: the schedules of its jobs are not stored as they are computed" in done.output
