"""What was never compiled on a computer: compiled before the first task, not against the clock of a cell, and told."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numba.core.event
import pytest
from celery.utils.sysinfo import cpu_budget

from engine.compiled.compilation import compiled
from tests.workers.site import GREEDY, Site, study
from workers.bounds import Bounds
from workers.broker.store import Store
from workers.calculator import Calculator, EndedError
from workers.client import Client
from workers.embedded import processes
from workers.embedded.services import Embedded

FUNCTIONS = """
import os
from engine.compiled.compilation import compiled

@compiled
def double(x):
    return 2 * x

@compiled
def triple(x):
    return 3 * x
"""
LOAD = """
import functions
from engine.compiled.compiling import watched_by
from engine.contract.runs import Kernel
from workers import kernels

class Compiled:
    count = 0
    def begins(self): self.count += 1
    def ends(self): pass

kernels.kernels = lambda: [Kernel(lambda: functions.double(1)), Kernel(lambda: functions.triple(1.5))]
told, here = [], Compiled()
with watched_by(here):
    kernels.load_kernels(2, lambda *said: told.append(said))
print(here.count, told[:1], functions.double(4), functions.triple(0.5))
"""

BROKERS = ("redis",)


def test_what_is_in_no_cache_is_compiled_by_others_and_told_and_the_next_time_it_is_there(tmp_path: Path) -> None:
    (tmp_path / "functions.py").write_text(FUNCTIONS)
    here = os.pathsep.join([str(tmp_path), os.getcwd()])
    own = os.environ | {"PYTHONPATH": here, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    said = [
        subprocess.run([sys.executable, "-c", LOAD], env=own, check=True, capture_output=True, text=True).stdout
        for _ in range(2)
    ]
    # It begins to compile each, is kept from it, and loads what others have compiled.
    assert said == ["2 [(0, 2)] 8 1.5\n", "0 [] 8 1.5\n"]


def work(seconds: float) -> bytes:
    """So much processor time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return b"done"


def compile_and_work(compiling: float, working: float) -> bytes:
    """As if numba had compiled for so long, with something inside of what it compiles."""
    with numba.core.event.trigger_event("numba:compile"):
        with numba.core.event.trigger_event("numba:compile"):
            work(compiling / 2)
        work(compiling / 2)
    return work(working)


def test_a_bound_is_for_computing_and_not_for_compiling() -> None:
    compiled(lambda x: x + 1)(1)  # as a worker loads its kernels before it forks
    calculator, bounds = Calculator(), Bounds(0.6, "the bound")
    try:
        assert calculator.compute(compile_and_work, 1.5, 0.1, bounds=bounds, wanted=lambda: True) == b"done"
        with pytest.raises(EndedError, match="processor time, the bound"):
            calculator.compute(compile_and_work, 0.1, 1.5, bounds=bounds, wanted=lambda: True)
    finally:
        calculator.end()


@pytest.mark.worker
def test_workers_on_all_cores_have_their_kernels_and_their_bounds_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "APP", "tests.workers.faulty")
    with Embedded(None, tmp_path) as embedded:
        site = Site.at(embedded.redis_url)
        scenario = study(GREEDY + 81)
        name = site.client.submit(scenario)
        site.finished(name, 60)
        [reason] = site.client.failures(name)
        assert "GB that it may take" in reason
        [worker] = Store(embedded.redis_url).workers()
        assert worker.endswith(f":{cpu_budget().count}")


UNREADY = """
import sys
from celery.__main__ import main
import workers.celery_app as worker

def fail(*_):
    raise OSError("no room for the cache")

worker.load_kernels = fail
sys.argv = ["celery", "--app", "workers.celery_app", "worker", "--concurrency", "auto"]
main()
"""


def test_a_worker_that_cannot_get_ready_says_why_and_ends() -> None:
    ended = subprocess.run([sys.executable, "-c", UNREADY], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "the worker could not get ready" in ended.stderr
    assert "no room for the cache" in ended.stderr


@pytest.mark.worker
def test_who_gets_ready_is_known_until_it_is_there_or_silent(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    store, client = Store(site.redis_url), Client(site.redis_url)
    store.prepare("corral-one@here", 1, 6)
    store.prepare("corral-two@here", 2, 6)
    assert client.preparing() is None  # others are there
    monkeypatch.setattr(client, "workers", lambda: 0)
    assert client.preparing() == (2, 6)
    store.prepared("corral-two@here")
    assert client.preparing() == (1, 6)
    monkeypatch.setattr("workers.broker.store.SILENCE", 0.0)
    assert client.preparing() is None
    store.prepared("corral-one@here")
