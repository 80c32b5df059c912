"""What was never compiled on a computer: compiled before the first task, not against the clock of a cell, and told."""

import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba.core.event
import pytest
from celery.utils.sysinfo import cpu_budget

from engine.compiled.compilation import compiled
from engine.compiled.compiling import UncompiledError
from engine.contract.runs import Kernel
from tests.workers.site import GREEDY, Site, study, until
from workers import kernels, queues
from workers.bounds import Bounds
from workers.broker.store import Store
from workers.calculator import CALCULATOR, Calculator, EndedError
from workers.client import Client
from workers.embedded import processes
from workers.embedded.services import Embedded

FUNCTIONS = """
import os
import sys
from engine.compiled.compilation import compiled

@compiled
def double(x):
    return 2 * x

@compiled
def triple(x):
    return 3 * x
"""
LOAD = """
import os
import sys
import functions
from engine.contract.runs import Kernel
from engine.compiled.compiling import UncompiledError, is_from_cache_only
from engine.study import kernels as known
from workers import kernels

def die(number):
    with open("died", "a") as file:
        file.write("x")
    os._exit(number)

def deadly():
    if is_from_cache_only():
        raise UncompiledError
    die(3)

def load(function):
    function(1)
    with open("order", "a") as file:
        file.write(function.__name__ + " ")

parts = [Kernel("double", lambda: load(functions.double)), Kernel("triple", lambda: load(functions.triple))]
if "--dies" in sys.argv:
    parts.insert(0, Kernel("deadly", deadly))
for module in (known, kernels):
    module.kernels = lambda: parts
missing = kernels.load_known()
kernels.ask_for([one for one in missing if one.name in sys.argv])
told = []
kernels.Workshop(missing, 1, lambda left: told.append(sorted(left))).work(lambda: False)
print([one.name for one in missing], told[:1], functions.double(4), functions.triple(0.5))
"""

BROKERS = ("redis",)


def loaded(folder: Path, *options: str) -> str:
    """What a workshop says that compiles functions of its own, in a folder of its own."""
    (folder / "functions.py").write_text(FUNCTIONS)
    own = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), os.getcwd()]), "NUMBA_CACHE_DIR": str(folder / "c")}
    command = [sys.executable, "-c", LOAD, *options]
    return subprocess.run(command, env=own, cwd=folder, check=True, capture_output=True, text=True).stdout


def test_what_is_in_no_cache_is_compiled_by_others_and_told_and_the_next_time_it_is_there(tmp_path: Path) -> None:
    assert loaded(tmp_path) == "['double', 'triple'] [['double', 'triple']] 8 1.5\n"
    assert loaded(tmp_path) == "[] [] 8 1.5\n"


def test_what_somebody_asks_for_is_compiled_first(tmp_path: Path) -> None:
    loaded(tmp_path, "triple")
    assert (tmp_path / "order").read_text().split()[:2] == ["triple", "double"]


def test_a_kernel_whose_process_dies_is_tried_three_times_and_holds_nobody_up(tmp_path: Path) -> None:
    assert loaded(tmp_path, "--dies") == "['deadly', 'double', 'triple'] [['deadly', 'double', 'triple']] 8 1.5\n"
    assert (tmp_path / "died").read_text() == "xxx"


def test_time_left_is_told_by_the_share_of_a_core_that_a_process_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock alone it was always about to be there on a busy machine."""
    kernel, other = Kernel("SED", lambda: None, 20.0), Kernel("coscheduling", lambda: None, 39.0)
    workshop = kernels.Workshop([kernel, other], 1)
    process = SimpleNamespace(pid=7)
    workshop._running.append(kernels._Running(kernel, process, 0.0))  # type: ignore[arg-type]
    monkeypatch.setattr(kernels, "seconds_of", lambda one: one.seconds)
    monkeypatch.setattr(kernels, "_processor_time", lambda _: 10.0)
    for passed, left in ((10.0, 10.0), (40.0, 30.0)):
        monkeypatch.setattr("workers.kernels.time.monotonic", lambda passed=passed: passed)
        assert workshop._left() == {"SED": pytest.approx(left), "coscheduling": 39.0}


@pytest.mark.parametrize("asked", [("SED",), ()])
def test_who_needs_a_missing_kernel_is_put_off_and_compiles_it_where_nobody_else_can(
    asked: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once all kernels of its family are there and one is still missing, none of them is what it needs."""
    begun: list[bool] = []

    def compute(*_: Any, compiles: bool = False, **__: Any) -> bytes:
        begun.append(compiles)
        if not compiles:
            raise UncompiledError
        return b"done"

    def ask_for(kernels: list[Kernel]) -> bool:
        wished.extend(one.name for one in kernels)
        return True

    wished: list[str] = []
    missing = [Kernel(name, lambda: None) for name in asked]
    monkeypatch.setattr(CALCULATOR, "compute", compute)
    monkeypatch.setattr(queues, "missing_for", lambda _scenario: missing)
    monkeypatch.setattr(queues, "ask_for", ask_for)
    scenario = study(1)
    told: dict[str, Any] = {"bounds": Bounds(1.0, ""), "wanted": lambda: True, "scenario": lambda: scenario}
    if asked:
        with pytest.raises(queues.PutOffError):
            queues.compute_here(work, **told)
        assert (wished, begun) == (["SED"], [False])
    else:
        assert queues.compute_here(work, **told) == b"done"
        assert (wished, begun) == ([], [False, True])


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
        assert (
            calculator.compute(compile_and_work, 1.5, 0.1, bounds=bounds, wanted=lambda: True, compiles=True) == b"done"
        )
        with pytest.raises(EndedError, match="processor time, the bound"):
            calculator.compute(compile_and_work, 0.1, 1.5, bounds=bounds, wanted=lambda: True, compiles=True)
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

worker.load_known = fail
sys.argv = ["celery", "--app", "workers.celery_app", "worker", "--concurrency", "auto"]
main()
"""


def test_a_worker_that_cannot_get_ready_says_why_and_ends() -> None:
    ended = subprocess.run([sys.executable, "-c", UNREADY], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "the worker could not get ready" in ended.stderr
    assert "no room for the cache" in ended.stderr


@pytest.mark.worker
def test_what_no_worker_has_compiled_is_known_until_one_has_it_or_is_silent(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, client = Store(site.redis_url), Client(site.redis_url)
    monkeypatch.setattr(client, "workers", lambda: 2)
    store.compiles("corral-one@here", {"SED": 9.5, "space sharing": 30.0})
    assert client.compiling() == {}  # the other one has all
    store.compiles("corral-two@there", {"SED": 4.0})
    assert client.compiling() == {"SED": 4.0}
    store.has_compiled("corral-two@there")
    assert client.compiling() == {}
    monkeypatch.setattr(client, "workers", lambda: 1)
    assert client.compiling() == {"SED": 9.5, "space sharing": 30.0}
    monkeypatch.setattr("workers.broker.store.SILENCE", 0.0)
    assert client.compiling() == {}
    store.has_compiled("corral-one@here")


@pytest.mark.worker
def test_what_compiles_is_begun_again_when_it_has_died(site: Site) -> None:
    """Who needs a missing kernel would wait for ever."""
    before = site.forks()
    before[0].kill()
    until(lambda: len(site.forks()) == len(before) and before[0] not in site.forks(), 20)
