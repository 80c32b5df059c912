"""What `dev first` makes of a program that is started for the first time: here one that pretends to be Corral."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import psutil
import pytest
from click.testing import CliRunner

from app import main
from components.server import first_start, others
from components.server.first_start import COMPILED, EVERY, OF_FAMILIES, Moments, run_first, waits
from components.server.others import Spent, spent_by_others
from components.visits.answers import preview_scenario
from engine.papers import readme_tables
from engine.reports.report import first_report
from engine.study.ahead import result_ahead
from engine.study.preview import too_long
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario
from tests.workers.site import until

Told = Callable[[], dict[str, Any]]

PRETENDER = """
import json, os, pathlib, sys
from http.server import BaseHTTPRequestHandler, HTTPServer

told = pathlib.Path(os.environ["TOLD"])
settings = [name for name in os.environ if name.startswith(("XDG_", "NUMBA_", "REDIS_URL"))]
asked, looks = [], []

class Answers(BaseHTTPRequestHandler):
    def do_GET(self):
        looks.append(self.path)
        told.write_text(json.dumps(here | {"asked": asked, "looks": looks}))
        self.say(200, [{}, {"broker": False}, {"broker": True, "compiling": 2}, {"broker": True}][len(looks) - 1])

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked.append([self.path, body])
        told.write_text(json.dumps(here | {"asked": asked}))
        self.say(503 if len(asked) % 2 else STATUS, {})

    def say(self, status, what):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(what).encode())

    def log_message(self, *_):
        pass

server = HTTPServer(("127.0.0.1", 0), Answers)
here = {
    "process": os.getpid(), "arguments": sys.argv[1:], "folder": os.getcwd(), "files": sorted(os.listdir()),
    "home": os.listdir(os.environ["HOME"]), "settings": settings,
}
told.write_text(json.dumps(here))
print(f"Corral serves on http://127.0.0.1:{server.server_port}/ (after 0.1 s; Ctrl-C stops it)", flush=True)
server.serve_forever()
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Where the pretender is, as otherwise the project would be."""
    root = tmp_path / "root"
    (root / ".venv").mkdir(parents=True)
    (root / "app.py").write_text(PRETENDER.replace("STATUS", "200"))
    return root


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """What the pretender has noted."""
    notes = tmp_path / "told"
    monkeypatch.setattr(first_start, "EVERY", 0.01)
    monkeypatch.setenv("TOLD", str(notes))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "tmp").mkdir()
    return lambda: dict(orjson.loads(notes.read_bytes() or b"{}"))  # which may be in the middle of being written


def has_ended(said: dict[str, Any]) -> bool:
    """Whether the program has; a zombie waits only for its new parent to notice."""
    try:
        return bool(psutil.Process(said["process"]).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def has_gone(said: dict[str, Any]) -> bool:
    """Whether, besides, its folder has been removed, with all that was around it."""
    return has_ended(said) and os.listdir(os.environ["TMPDIR"]) == []


def test_everything_is_asked_for_as_by_somebody_who_has_never_been_here(root: Path, told: Told) -> None:
    found = run_first(root)
    said = told()
    assert said["arguments"] == ["--no-browser", "--port", "0"]
    assert said["home"] == said["settings"] == []
    assert said["files"] == ["app.py"]
    assert has_gone(said)
    assert said["looks"] == ["/", *["/healthz"] * 3]  # the broker is away, kernels are compiled, all are there
    assert {path for path, _ in said["asked"]} == {"/api/v1/preview"}
    # The pretender has each of them asked for twice.
    scenarios = [read_scenario(tree) for _, tree in said["asked"][::2]]
    assert [one.title for one in scenarios] == [EXAMPLES[name].title for name in (next(iter(EXAMPLES)), *OF_FAMILIES)]
    assert [result_ahead(one) for one in scenarios] == [None] * len(scenarios)
    assert [too_long(preview_scenario(one)) for one in scenarios] == [0.0] * len(scenarios)
    seconds = [one["seconds"] for one in found["waits"]]
    assert 0 < seconds[0] <= seconds[1] <= seconds[-1]
    assert len(seconds) == len(scenarios) + 2
    assert found["cores"] == os.cpu_count()


def test_every_family_is_asked_for() -> None:
    assert sorted(EXAMPLES[name].family for name in OF_FAMILIES) == sorted(FAMILIES)


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (PRETENDER.replace("STATUS", "422"), "422 from .*preview"),
        (PRETENDER.replace("STATUS", "os._exit(1)"), "does not answer"),
        ("import os; open(os.environ['TOLD'], 'w').write('{\"process\": %d}' % os.getpid())", "before it served"),
    ],
    ids=["refuses", "breaks", "ends"],
)
def test_what_fails_leaves_nothing_behind(root: Path, told: Told, program: str, words: str) -> None:
    (root / "app.py").write_text(program)
    with pytest.raises(RuntimeError, match=words):
        run_first(root)
    assert has_gone(told())


def test_what_is_never_answered_is_lost(root: Path, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "app.py").write_text(PRETENDER.replace("STATUS", "503"))
    monkeypatch.setattr(first_start, "PATIENCE", 0.1)
    with pytest.raises(RuntimeError, match="lost"):
        run_first(root)
    assert has_gone(told())


ALONE = """
import sys
from pathlib import Path
from components.server import first_start
first_start.run_first(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_who_is_told_to_end_leaves_nothing_behind(root: Path, told: Told, number: int) -> None:
    """Who is killed leaves files."""
    (root / "app.py").write_text(PRETENDER.replace("STATUS", "503"))
    command = [sys.executable, "-c", ALONE, str(root)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as bench:
        try:
            while not Path(os.environ["TOLD"]).exists() or "asked" not in told():
                assert bench.poll() is None
                time.sleep(EVERY / 10)
            bench.send_signal(number)
            assert bench.wait(20) != 0
        finally:
            bench.kill()
    until(lambda: has_ended(told()), 5)
    assert number == signal.SIGKILL or has_gone(told())


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
def test_what_is_committed_is_measured(root: Path, told: Told) -> None:
    git = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    subprocess.run([*git, "add", "app.py"], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "a"], check=True)
    (root / "app.py").write_text("raise SystemExit('this is not committed')")
    (root / "more.py").touch()
    run_first(root)
    assert told()["files"] == [".git", "app.py"]


# what comes of it ----------------------------------------------------------------------------------------------------


MOMENTS = Moments(7.5, (8.0, 96.4), {OF_FAMILIES[0]: (96.5, 156.5), OF_FAMILIES[1]: (160.0, 195.0)}, 400.0)
FOUND: dict[str, Any] = {"date": "2026-11-28", "cores": 2, "others": 0.034, "waits": list(waits(MOMENTS))}


def test_what_somebody_asks_for_is_counted_since_then_and_the_rest_since_the_command() -> None:
    assert [one["seconds"] for one in FOUND["waits"]] == [7.5, 96.4, 60.0, 35.0, 400.0]
    assert [one["goal"] for one in FOUND["waits"]] == [6, 30, 45, 45, 150]
    assert [one["since"] == "the command" for one in FOUND["waits"]] == [True, True, False, False, True]
    assert FOUND["waits"][-1]["wait"] == COMPILED


def test_the_table_has_the_goals_beside() -> None:
    lines = first_report(FOUND, "table").splitlines()
    assert [line.split()[-2:] for line in lines[2:7]] == [
        ["7.5", "6.0"], ["96.4", "30.0"], ["60.0", "45.0"], ["35.0", "45.0"], ["400.0", "150.0"],
    ]  # fmt: skip
    assert lines[-1] == "Other programs took 3 % of the 2 cores meanwhile."
    assert "unknown" in first_report(FOUND | {"others": None}, "table")
    assert orjson.loads(first_report(FOUND, "json")) == FOUND


def test_a_sentence_tells_what_is_stored() -> None:
    words = readme_tables.first_start(FOUND).replace("\n", " ")
    for said in ("2 cores", " 8 s after the command", "after 96 s", "35 to 60 s", "400 s", "28 November 2026", "3 %"):
        assert said in words, said
    assert "other programs" not in readme_tables.first_start(FOUND | {"others": None})


def test_what_is_stored_is_told_in_the_readme_and_other_figures_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speed, readme = tmp_path / "speed.json", tmp_path / "README.md"
    shutil.copy(readme_tables.SPEED, speed)
    readme.write_text("<!-- waits: first start -->\nby hand\n<!-- end of waits -->\n")
    monkeypatch.setattr(readme_tables, "SPEED", speed)
    monkeypatch.setattr(readme_tables, "READMES", (readme,))
    monkeypatch.setattr(first_start, "run_first", lambda: FOUND)
    before = orjson.loads(speed.read_bytes())
    done = CliRunner().invoke(main, ["dev", "first"], catch_exceptions=False)
    assert done.output == f"{first_report(FOUND, 'table')}\n"
    assert orjson.loads(speed.read_bytes()) == before
    CliRunner().invoke(main, ["dev", "first", "--store"], catch_exceptions=False)
    assert orjson.loads(speed.read_bytes()) == before | {readme_tables.FIRST_START: FOUND}
    assert readme_tables.first_start(FOUND) in readme.read_text()
    one = before["cases"][1] | {"value": 1.0}
    list(readme_tables.store({"yardstick_ns": 1.0, "cases": [one]}))  # measured alone: it replaced all the others
    after = orjson.loads(speed.read_bytes())
    assert after["cases"] == [before["cases"][0], one, *before["cases"][2:]]
    assert after["yardstick_ns"] == before["yardstick_ns"]
    assert list(readme_tables.store({"cases": []})) == []
    assert orjson.loads(speed.read_bytes())[readme_tables.FIRST_START] == FOUND


def test_what_others_take_is_what_all_but_ours_take() -> None:
    before = {1: Spent(0, 10.0), 2: Spent(1, 5.0), 3: Spent(2, 1.0), 7: Spent(1, 2.0)}
    now = {1: Spent(0, 10.5), 2: Spent(1, 6.0), 3: Spent(2, 9.0), 4: Spent(3, 50.0), 5: Spent(1, 4.0)}
    # 2 and what it has started (3) and that has started (4) are ours; 5 is new, and 7 has gone.
    assert spent_by_others(before, now, {2}) == pytest.approx(0.5 + 4.0)
    assert spent_by_others(before, now, set()) == pytest.approx(0.5 + 1.0 + 8.0 + 50.0 + 4.0)


@pytest.mark.skipif(not others.processes(), reason="the system tells no processes as files")
def test_processes_are_told_with_who_started_them() -> None:
    before = others.processes()
    assert before[os.getpid()].parent == os.getppid()
    while others.processes()[os.getpid()].seconds == before[os.getpid()].seconds:
        pass
