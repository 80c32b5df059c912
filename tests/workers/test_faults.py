"""Accidents during a study of 240 cells, on the processes of docker-compose.yml: nothing lost, nothing doubled.

`python3 -m tests -m faults` runs these alone, and prints what was done and how long the recovery took.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import psutil
import pytest
from redis import Redis

from components import PORT
from components.pages.status.seen import words_of
from engine.inputs.scenario import Scenario
from engine.study.registry import read_scenario
from tests.workers.compose import PROJECT, Place, kill, services
from tests.workers.site import Site, in_process, study, until
from workers.broker.store import COUNTS
from workers.overview import look

pytestmark = [pytest.mark.worker, pytest.mark.faults, pytest.mark.slow]

CELLS = 240
RECOVERY = 60.0
"""Seconds after which a study has to go on. Most of it is the start of processes while other tests have the cores."""

FORGET = ("study", "cells", "cell", "tries", "scenario", "looked-after")
"""What a broker knows about studies, by the begin of the names after "corral:"."""


def long_study() -> Scenario:
    """240 cells that keep two processes busy for some seconds."""
    tree = study(9_100, values=(0.5, 1.0), replications=40).model_dump(mode="json")
    tree["workload"]["jobs"] = 40_000
    return read_scenario(tree)


@cache
def undisturbed() -> str:
    """Its fingerprint."""
    return in_process(long_study()).fingerprint()


class Running(NamedTuple):
    """The processes of a site, by service."""

    place: Place
    site: Site
    processes: dict[str, psutil.Popen]

    def again(self, service: str) -> None:
        """Start a service that has ended, as `restart: unless-stopped` does."""
        self.processes[service] = self.place.start(service)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    place = Place.at(tmp_path_factory.mktemp("compose"))
    processes = {name: place.start(name) for name in ("redis", "web", "worker")}
    running = Running(place, Site.at(place.redis_url), processes)
    yield running
    for process in reversed(running.processes.values()):
        kill(process)


def begin(running: Running) -> tuple[Scenario, int]:
    """Have the study forgotten and started anew; with how many cells had been counted by then."""
    redis = Redis.from_url(running.place.redis_url)
    for kind in FORGET:
        for key in redis.scan_iter(f"corral:{kind}:*"):
            redis.delete(key)
    counted, scenario = computed(running), long_study()
    running.site.client.submit(scenario)
    return scenario, counted


def kill_a_process_of_the_pool(running: Running) -> None:
    running.site.pool()[0].kill()


def kill_a_fork_of_the_worker(running: Running) -> None:
    running.site.pool()[0].parent().kill()


def kill_services(*services: str) -> Callable[[Running], None]:
    """What ends services at once, all below them included."""

    def hurt(running: Running) -> None:
        for service in services:
            kill(running.processes[service])

    return hurt


def stop_redis(running: Running) -> None:
    running.processes["redis"].terminate()
    running.processes["redis"].wait(20)


FAULTS: dict[str, tuple[Callable[[Running], None], tuple[str, ...]]] = {
    "kill -9 of a process of the pool": (kill_a_process_of_the_pool, ()),
    "kill -9 of what serves a queue": (kill_a_fork_of_the_worker, ()),
    "kill -9 of a whole worker": (kill_services("worker"), ("worker",)),
    "kill -9 of the web server": (kill_services("web"), ("web",)),
    "Redis is restarted": (stop_redis, ("redis",)),
    "kill -9 of Redis": (kill_services("redis"), ("redis",)),
    "kill -9 of everything": (kill_services("web", "worker", "redis"), ("redis", "worker", "web")),
}
"""What is done, and what is started again after it."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_study_survives(running: Running, fault: str, measured: Callable[[str], None]) -> None:
    hurt, again = FAULTS[fault]
    scenario, counted = begin(running)
    running.site.begun(scenario.content_hash())
    time.sleep(1.2)  # Redis writes its file to the disk every second
    before = running.site.status(scenario.content_hash()).done
    began = time.monotonic()
    hurt(running)
    before = max(before, patiently(lambda: running.site.status(scenario.content_hash()).done))
    with ThreadPoolExecutor(1) as healer:
        healed = healer.submit(lambda: [running.again(service) for service in again])
        until(lambda: patiently(lambda: running.site.status(scenario.content_hash()).done) > before, 120)
        recovery = time.monotonic() - began
        healed.result()
    ends_well(running, scenario, counted)
    measured(f"fault: {fault}; survived; the next cell came after {recovery:.1f} s")
    assert recovery < RECOVERY


def test_a_worker_that_joins_late(running: Running, measured: Callable[[str], None]) -> None:
    kill(running.processes["worker"])
    until(lambda: running.site.client.workers() == 0, 20)
    scenario, counted = begin(running)
    time.sleep(1)
    assert running.site.status(scenario.content_hash()).done == 0
    began = time.monotonic()
    running.again("worker")
    until(lambda: running.site.status(scenario.content_hash()).done > 0, 60)
    recovery = time.monotonic() - began
    ends_well(running, scenario, counted)
    measured(f"fault: no worker for a while; survived; cells came {recovery:.1f} s after one was started")


def test_a_worker_of_another_engine_computes_nothing_and_says_so(
    running: Running, measured: Callable[[str], None]
) -> None:
    stranger = psutil.Popen(
        [*worker_command(), "--hostname", "stranger@%h"], env={**environment(), "REDIS_URL": running.place.redis_url}
    )
    try:
        until(lambda: "0.0.1" in {one.engine for one in running.site.client._store.workers().values()}, 120)
        scenario, counted = begin(running)
        ends_well(running, scenario, counted)
        assert "Workers with engine 0.0.1 compute nothing for these pages." in words_of(
            look(running.site.client._store)
        )
        measured("fault: a worker of another engine joins; survived; it got no cell, and the status page says why")
    finally:
        kill(stranger)


def ends_well(running: Running, scenario: Scenario, counted: int) -> None:
    """The study is complete, has the undisturbed fingerprint, and every cell was counted once."""
    name = scenario.content_hash()
    until(lambda: patiently(lambda: running.site.status(name).state) != "running", 120)
    assert running.site.status(name)[:4] == ("done", CELLS, CELLS, 0)
    result = running.site.client.result(scenario)
    assert result is not None
    assert result.fingerprint() == undisturbed()
    assert computed(running) - counted == CELLS


def computed(running: Running) -> int:
    """Cells that have been counted so far, whoever computed them."""
    return int(Redis.from_url(running.place.redis_url).hget(COUNTS, "computed") or 0)


def patiently(ask: Callable[[], Any]) -> Any:
    """What is answered, or 0 while nobody does."""
    with suppress(Exception):
        return ask()
    return 0


def worker_command() -> list[str]:
    return [
        *(sys.executable, "-m", "celery", "--app", "tests.workers.other_engine", "worker"),
        *("--pool", "prefork", "--concurrency", "1", "--loglevel", "error", "--without-gossip", "--without-mingle"),
    ]


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(PROJECT)}


def test_the_file_has_no_open_broker_and_a_check_for_every_service() -> None:
    found = services()
    assert set(found) == {"redis", "web", "worker", "flower"}
    assert "ports" not in found["redis"]
    assert "--appendonly" in found["redis"]["command"]
    assert found["redis"]["volumes"]
    for name in ("redis", "web", "worker"):
        assert found[name]["healthcheck"]["test"][0] == "CMD"
    assert found["web"]["image"] == found["worker"]["image"]  # one image


def test_the_checks_of_the_file_pass(running: Running) -> None:
    [command] = [services()["worker"]["healthcheck"]["test"][2:]]
    own = {**environment(), "REDIS_URL": running.place.redis_url, "CORRAL_NO_BOOTSTRAP": "1"}
    until(lambda: running.site.client.workers() == 1, 60)
    assert subprocess.run([sys.executable, *command], env=own, cwd=PROJECT, check=False).returncode == 0
    web = services()["web"]["healthcheck"]["test"][2:]
    text = web[1].replace(f":{PORT}", f":{running.place.web_port}")
    assert subprocess.run([sys.executable, web[0], text], check=False).returncode == 0
    assert running.place.serves("/")
