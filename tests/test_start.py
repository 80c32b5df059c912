"""What a command imports before it can answer: the large libraries only where they have something to do."""

import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from engine.study.registry import EXAMPLES

PROJECT = Path(__file__).parent.parent

LARGE = ("numba", "llvmlite", "scipy", "simpy", "dash", "plotly", "celery")

PROGRAM = """
import sys
import app

status = 0
try:
    app.main(sys.argv[1:], prog_name="app.py")
except SystemExit as ended:
    status = ended.code
print("\\nstatus", status, *sys.modules)
"""


def status_and_modules(*command: str) -> tuple[int, set[str]]:
    """How the command line ends in a process of its own, and what is imported there by then."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *command], cwd=PROJECT, capture_output=True, text=True, timeout=200, check=True
    )
    _, status, *modules = done.stdout.splitlines()[-1].split()
    return int(status), set(modules)


def replicated(times: object) -> bytes:
    """The first example with so many replications of a million jobs."""
    tree = orjson.loads(next(iter(EXAMPLES.values())).canonical())
    tree["workload"]["jobs"], tree["study"]["replications"] = 1_000_000, times
    return orjson.dumps(tree)


REFUSED = {
    "of no family": b'{"family": "dice"}',
    "without machines": b'{"family": "parallel-jobs", "cluster": {"groups": []}}',
    "with a typing error": replicated("ten"),
    "too dear": replicated(500),
    "no JSON": b"{",
}


@pytest.mark.parametrize("command", ["examples", "schema"])
def test_what_is_only_listed_needs_no_large_library(command: str) -> None:
    status, modules = status_and_modules(command)
    assert status == 0
    assert not modules.intersection(LARGE)


@pytest.mark.parametrize("name", REFUSED)
def test_a_scenario_is_refused_without_a_large_library(tmp_path: Path, name: str) -> None:
    """Also one that is refused for its price."""
    (tmp_path / "scenario.json").write_bytes(REFUSED[name])
    status, modules = status_and_modules("run", str(tmp_path / "scenario.json"))
    assert status == 1
    assert not modules.intersection(LARGE)


def test_a_log_is_read_without_a_large_library(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(f"1 0 -1 60 2 {'-1 ' * 13}\n")
    status, modules = status_and_modules("log", str(tmp_path / "log"))
    assert status == 0
    assert not modules.intersection(LARGE)


def test_whoever_computes_needs_the_compiler_but_no_page_and_no_queue() -> None:
    """Otherwise the search would find nothing, wherever it looked."""
    status, modules = status_and_modules("run", "kumar-two-jobs", "--processes", "1")
    assert status == 0
    assert modules.intersection(LARGE) == {"numba", "llvmlite", "scipy", "simpy"}


OF_LOGS = {"pandas", "scipy", "pyarrow"}
"""Whoever opens no log and asks for no table waits for none of them: they took a second of each process's start."""


@pytest.mark.parametrize("program", ["components.server.shell", "workers.embedded.processes", "workers.tasks"])
def test_pages_and_workers_start_without_the_libraries_of_logs(program: str) -> None:
    question = f"import sys, {program}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", question], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert not OF_LOGS.intersection(done.stdout.split())
