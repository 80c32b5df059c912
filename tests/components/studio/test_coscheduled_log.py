"""The jobs of a log as coscheduled jobs, on the page and over HTTP: as `run --log` makes them. 3 s."""

from pathlib import Path
from typing import Any

import pytest
from dash import no_update
from dash.exceptions import PreventUpdate
from flask import Flask

from components.pages.studio.families.parallel_jobs import on_coscheduled
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.families.parallel_jobs.sketch.workload_form import create_workload
from components.server.rest import addresses, logs
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.mixes import MIXES, told
from engine.logs import keeping
from engine.study.list_of_log import coscheduled, for_jobs_of
from engine.study.of_log import study_of_log, with_log
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.studio.without_workers import answer_here
from tests.components.trees import every
from tests.engine.coscheduling.test_of_log import HOURS, swf

FILE = swf(HOURS)
NAME = "a" * 64


@pytest.fixture
def replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The scenario that a dropped file becomes; workers answer at once."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    keeping._kept.cache_clear()
    read, encoded = study_of_log(FILE, "hours.swf")
    keeping.put(read["log"], encoded)

    monkeypatch.setattr(on_coscheduled, "answer_of", answer_here)
    monkeypatch.setattr(logs, "answer_of", answer_here)
    monkeypatch.setattr(logs, "client", lambda: Client(read))
    return read["scenario"]


class Client:
    """Whoever has read the file already."""

    def __init__(self, read: dict[str, Any]) -> None:
        self.read = read

    def ask(self, _name: str, *_: str, timeout: float) -> dict[str, Any]:
        return self.read


def opened(tree: dict[str, Any], mix: str = "mixed", jobs: Any = 200, divided_by: Any = "") -> tuple[Any, str]:
    return on_coscheduled.open_coscheduled(1, tree, mix, jobs, divided_by)


def test_the_form_of_a_log_has_what_is_asked(replay: Any) -> None:
    there = {str(getattr(one, "id", "")): one for one in every(create_workload(replay))}
    assert {Id.COSCHEDULED_JOBS, Id.COSCHEDULED_DIVIDED, Id.COSCHEDULED_MIX, Id.COSCHEDULED} <= there.keys()
    assert [one["value"] for one in there[Id.COSCHEDULED_MIX].data] == list(MIXES)


def test_a_log_becomes_coscheduled_jobs_with_all_that_is_assumed_in_words(replay: Any) -> None:
    tree, said = opened(replay, "mixed", 3, 3600)
    assert said == ""
    found = CoschedulingScenario.read(tree)
    assert found.cluster.nodes == 64
    assert [job.run for job in found.workload.listed.jobs] == [1.0, 2.0, 0.001]  # type: ignore[union-attr]
    for words in ("divided by 3,600", "33 % compute for 90 %", "33 % compute for 50 %, do I/O for 40 %", "are assumed"):
        assert words in found.notes
    assert opened(replay, "io", 3, 3600)[0]["workload"]["job_types"] == [
        {"name": "reading and writing", "weight": 1.0, "computation": 50.0, "io": 40.0, "communication": 10.0}
    ]


def test_it_is_what_the_command_line_makes_of_the_file(replay: Any) -> None:
    example = EXAMPLES["coscheduled-or-easy"]
    found = coscheduled(read_scenario(replay), example, 4, 1000.0)
    assert found == with_log(example, FILE, "hours.swf", 4, 1000.0)


@pytest.mark.parametrize(
    ("jobs", "divided_by", "words"),
    [
        (0, "", "Jobs are a whole number from 1 to 2,000."),
        ("many", "", "Jobs are a whole number"),
        (2.5, "", "Jobs are a whole number"),
        (float("nan"), "", "Jobs are a whole number"),
        (5, 0, "Times are divided by a number from"),
        (5, "x", "Times are divided by a number from"),
        (5, float("nan"), "Times are divided by a number from"),
    ],
)
def test_what_is_typed_wrong_is_said(replay: Any, jobs: Any, divided_by: Any, words: str) -> None:
    tree, said = opened(replay, "mixed", jobs, divided_by)
    assert tree is no_update
    assert said.startswith(words)


def test_nothing_happens_without_a_click_and_other_jobs_are_refused(replay: Any) -> None:
    with pytest.raises(PreventUpdate):
        on_coscheduled.open_coscheduled(None, replay, "mixed", 200, "")
    drawn = EXAMPLES["backfilling-hurts"].model_dump(mode="json")
    assert "only jobs of a log" in opened(drawn)[1].lower()
    assert "no mix of job types" in opened(replay, "nobody's")[1]
    with pytest.raises(ValueError, match="a scenario of coscheduling"):
        coscheduled(read_scenario(replay), EXAMPLES["backfilling-hurts"])


def test_mixes_are_whole_and_told() -> None:
    for mix in MIXES.values():
        assert all(sum(shares) == 100 for shares in mix.types.values())
    assert told(MIXES["computing"].job_types).startswith("Of the jobs, all compute for 90 %")
    assert told([{**kind, "weight": 0.0} for kind in MIXES["mixed"].job_types]) == ""


def post(query: str = "", body: bytes = EXAMPLES["coscheduled-or-easy"].canonical(), name: str = NAME) -> Any:
    server = Flask("test")
    for one in (logs, addresses):
        one.register(server)
    address = f"/api/v1/logs/{name}/coscheduled{query}"
    return server.test_client().post(address, data=body, content_type="application/json")


def test_over_http_a_scenario_comes_back_with_the_jobs(replay: Any) -> None:
    found = post("?jobs=2&divided_by=3600")
    assert found.status_code == 200
    assert [job["tasks"] for job in found.json["workload"]["arrivals"]["jobs"]] == [4, 2]
    assert "divided by 3,600" in found.json["notes"]
    assert found.json == for_http(replay, 2, 3600.0)
    assert post("?jobs=0").status_code == 400
    assert post(name="x").status_code == 404
    assert post(body=EXAMPLES["backfilling-hurts"].canonical()).status_code == 422


def for_http(replay: Any, first: int, divided_by: float) -> dict[str, Any]:
    example = EXAMPLES["coscheduled-or-easy"]
    return coscheduled(read_scenario(replay), example, first, divided_by).model_dump(mode="json")


def test_nodes_are_those_of_the_machine_as_far_as_there_may_be(replay: Any) -> None:
    tree = read_scenario(replay).model_dump(mode="json")
    tree["cluster"]["groups"][0]["count"] = 5000
    tree["workload"]["arrivals"]["cleaning"]["processors"] = None
    assert for_jobs_of(read_scenario(tree), "mixed").cluster.nodes == 128
