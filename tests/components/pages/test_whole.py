"""What the server says of whole schedules: windows, pages of jobs and files, and what it refuses."""

import zlib
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient

from components.server.past_dash import whole
from components.visits.answers import UnavailableError
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.whole.schedule import whole_schedule
from engine.study.registry import EXAMPLES
from workers import kept_files

pytestmark = pytest.mark.fast

SCENARIO = EXAMPLES["users-estimates"].at({"offered_load": 0.7, "workload.jobs": 250})


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    whole._opened.cache_clear()
    whole._looked.cache_clear()

    def computed(_scenario: Any, policy: str, _point: int, replication: int, form: str, against: Any) -> Path:
        if against:
            return kept_files.put(
                "ab" * 8, b",".join((policy.encode(), form.encode(), *(one.encode() for one in against)))
            )
        assert isinstance(SCENARIO, ParallelJobsScenario)
        return kept_files.put(f"{replication:016x}", whole_schedule(SCENARIO, policy, replication))

    monkeypatch.setattr(whole, "whole_of", computed)
    app = Flask("test")
    whole.register(app)
    return app.test_client()


def asked(**changed: Any) -> bytes:
    tree = EXAMPLES["users-estimates"].model_dump(mode="json")
    return orjson.dumps({"tree": tree, "policy": "EASY", "point": 2, "replication": 0} | changed)


def test_how_much_jobs_differ_is_a_table_of_two_policies_of_the_study(server: FlaskClient) -> None:
    pair = {"against": "FCFS", "metric": "wait_time", "form": "csv"}
    found = server.post("/_studio/whole", data=asked(**pair)).json
    assert found is not None
    file = server.get(f"/_studio/whole/{found['id']}/file?as=one.csv")
    assert file.data == b"EASY,csv,FCFS,wait_time"
    for wrong in ({"against": "EASY"}, {"against": "nobody"}, {"form": "swf"}, {"form": "packed"}):
        assert server.post("/_studio/whole", data=asked(**pair | wrong)).status_code == 400


def test_a_schedule_is_found_and_looked_at(server: FlaskClient) -> None:
    found = server.post("/_studio/whole", data=asked()).json
    assert found is not None
    assert (found["jobs"], found["machines"], found["policy"]) == (250, 256, "EASY")
    address = f"/_studio/whole/{found['id']}"
    answer = server.get(f"{address}?columns=100&rows=50&layout=owners")
    assert answer.headers["Content-Encoding"] == "gzip"
    line, _, body = zlib.decompress(answer.data, 31).partition(b"\n")
    seen = orjson.loads(line)
    assert len(body) == seen["columns"] * seen["rows"] == 100 * found["owners"]
    page = server.get(f"{address}/jobs?by=wait&falls=1").json
    assert page is not None
    assert page["total"] == 250
    waits = [row[4] for row in page["rows"]]
    assert waits == sorted(waits, reverse=True)
    assert waits[0] > 0
    some = server.get(f"{address}/jobs?by=wait&since={found['since']}&until={found['since'] + 1}").json
    assert some is not None
    assert 0 < some["total"] < 250
    file = server.get(f"{address}/file?as=EASY-1.csv")
    assert file.headers["Content-Disposition"] == "attachment; filename=EASY-1.csv"


@pytest.mark.parametrize(
    "changed", [{"policy": "none"}, {"point": 99}, {"replication": 99}, {"tree": {}}, {"form": "exe"}, {"point": -1}]
)
def test_what_is_no_replication_is_refused(server: FlaskClient, changed: dict[str, Any]) -> None:
    assert server.post("/_studio/whole", data=asked(**changed)).status_code == 400


@pytest.mark.parametrize(
    "place", ["?since=nan", "?rows=x", "/jobs?by=__class__", "/jobs?first=x", "/jobs?since=1", "/jobs?by=job&first=1e9"]
)
def test_what_is_no_window_or_page_is_refused(server: FlaskClient, place: str) -> None:
    found = server.post("/_studio/whole", data=asked()).json
    assert found is not None
    assert server.get(f"/_studio/whole/{found['id']}{place}").status_code == 400


@pytest.mark.parametrize("place", ["", "/jobs", "/file?as=x.csv"])
def test_a_schedule_that_is_not_here_is_told_so(server: FlaskClient, place: str) -> None:
    for name in ("ff" * 8, "..%2F..%2Fetc", "x"):
        assert server.get(f"/_studio/whole/{name}{place}").status_code == 404


def test_who_comes_early_is_told_to_ask_again(server: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for later in (True, False):

        def fails(*_: Any, later: bool = later) -> Path:
            raise UnavailableError("a sentence", later)

        monkeypatch.setattr(whole, "whole_of", fails)
        assert server.post("/_studio/whole", data=asked()).json == {"errors": ["a sentence"], "later": later}
