"""More accidents, each with how it went: `python3 -m tests -m faults` prints it."""

import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import orjson
import psutil
import pytest

from engine.inputs.scenario import Scenario
from tests.workers.compose import Place, kill
from tests.workers.site import DEADLY, ENDLESS, GREEDY, SLOW, Site, answers, debian_redis, in_process, study, until
from workers.broker.store import Store
from workers.client import Client
from workers.embedded.processes import start_workers
from workers.embedded.server import free_port
from workers.overview import look

pytestmark = [pytest.mark.worker, pytest.mark.faults, pytest.mark.slow]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A broker with one worker of two processes, some of whose cells do wrong."""
    with debian_redis(tmp_path_factory.mktemp("broker")) as (redis_url, _):
        workers = start_workers(redis_url, 2)
        yield Site.at(redis_url)
        workers.stop()


@pytest.mark.parametrize(
    ("what", "kind"),
    [
        ("a cell runs for ever in compiled code", ENDLESS),
        ("a cell wants a terabyte", GREEDY),
        ("a cell kills its process", DEADLY),
    ],
)
def test_a_cell_does_wrong(small: Site, what: str, kind: int, measured: Callable[[str], None]) -> None:
    scenario, began = study(kind + 901), time.monotonic()
    name = small.client.submit(scenario)
    assert small.finished(name, 120)[:4] == ("done", 36, 36, 1)
    [reason] = small.client.failures(name)
    measured(f"fault: {what}; 35 of 36 cells there after {time.monotonic() - began:.1f} s; it is told: {reason}")


def same(site: Site, scenario: Scenario) -> bool:
    result = site.client.result(scenario)
    return result is not None and result.fingerprint() == in_process(scenario).fingerprint()


def test_the_broker_loses_its_file(tmp_path: Path, measured: Callable[[str], None]) -> None:
    port, scenario = free_port(), study(SLOW + 902, replications=15)
    with debian_redis(tmp_path, port) as (redis_url, broker):
        workers = start_workers(redis_url, 2)
        site = Site.at(redis_url)
        name = site.client.submit(scenario)
        site.begun(name)
        os.kill(broker.pid, signal.SIGKILL)
        broker.wait()
    try:
        with debian_redis(tmp_path, port):
            assert site.client.status(name) is None  # the page says so, and offers Run
            assert site.client.result(scenario) is None
            began = time.monotonic()
            site.client.submit(scenario)
            assert site.finished(name, 120).state == "done"
            assert same(site, scenario)
            measured(
                f"fault: Redis is killed and its file is lost; run again, done after {time.monotonic() - began:.1f} s"
            )
    finally:
        workers.stop()


def test_the_disk_of_the_broker_is_full(tmp_path: Path, measured: Callable[[str], None]) -> None:
    port = free_port()
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--dir", str(tmp_path), "--save", ""]
    with subprocess.Popen(
        [*command, "--appendonly", "yes", "--auto-aof-rewrite-percentage", "0"],
        stdout=subprocess.DEVNULL,
        # A file that may not grow any more is refused as on a full disk, once the signal is not heard.
        preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
    ) as broker:
        redis_url = f"redis://127.0.0.1:{port}/0"
        until(lambda: answers(redis_url))
        workers = start_workers(redis_url, 2)
        try:
            site, scenario = Site.at(redis_url), study(SLOW + 903, replications=30)
            name = site.client.submit(scenario)
            site.begun(name)
            unlimited = resource.prlimit(broker.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(broker.pid, resource.RLIMIT_FSIZE, (1024, unlimited[1]))
            store = Store(redis_url, patient=False)
            seen = until(lambda: (found := look(store)).refusal and found, 30)
            assert "MISCONF" in seen.refusal
            before = site.status(name).done  # what is there can be read
            time.sleep(3)
            resource.prlimit(broker.pid, resource.RLIMIT_FSIZE, unlimited)
            began = time.monotonic()
            until(lambda: not look(store).refusal, 30)
            until(lambda: site.status(name).done > before, 120)
            recovery = time.monotonic() - began
            assert site.finished(name, 120).state == "done"
            assert same(site, scenario)
            measured(
                f"fault: the disk of Redis is full for 3 s; said; survived; the next cell came after {recovery:.1f} s"
            )
        finally:
            workers.stop()
            broker.kill()


def test_two_web_servers_on_one_broker(tmp_path: Path, measured: Callable[[str], None]) -> None:
    first = Place.at(tmp_path)
    second = first._replace(web_port=free_port())
    processes: list[psutil.Popen] = []
    workers = None
    try:
        for place, service in ((first, "redis"), (first, "web"), (second, "web")):
            processes.append(place.start(service))
        workers = start_workers(first.redis_url, 2)
        Site.at(first.redis_url)
        scenario = study(SLOW + 904, replications=60)
        name, text = scenario.content_hash(), scenario.canonical()
        assert said(first, "POST", "", text)["state"] == "running"
        assert said(second, "POST", "", text)["id"] == name  # joins it
        until(lambda: said(second, "GET", f"/{name}")["done"] >= 20)  # type: ignore[operator]
        Client(first.redis_url).cancel(name)
        until(lambda: {said(place, "GET", f"/{name}")["state"] for place in (first, second)} == {"cancelled"}, 10)
        assert said(second, "POST", "", text)["state"] == "running"
        until(lambda: said(first, "GET", f"/{name}")["state"] == "done", 120)
        found = [said(place, "GET", f"/{name}") for place in (first, second)]
        assert found[0]["done"] == found[1]["done"] == found[0]["total"] == 540
        measured(
            "fault: two web servers on one Redis; one begins, the other follows; cancelled and gone on across them"
        )
    finally:
        if workers is not None:
            workers.stop()
        for process in reversed(processes):
            kill(process)


def said(place: Place, method: str, path: str, text: bytes | None = None) -> dict[str, object]:
    """What a web server says of a study."""
    request = Request(f"{place.web}/api/v1/studies{path}", text, {"Content-Type": "application/json"}, method=method)
    with urlopen(request, timeout=20) as answer:  # an address of ours
        found: dict[str, object] = orjson.loads(answer.read())
    return found


def test_a_clock_jumps(small: Site, measured: Callable[[str], None]) -> None:
    """All that is noted by the broker's clock stands an hour ahead, as after it was set back by one."""
    scenario = study(SLOW + 905, replications=15)
    name = small.client.submit(scenario)
    small.begun(name)
    ahead = time.time() + 3600
    small.redis.hset(f"corral:study:{name}", mapping={"beat": ahead, "submitted": ahead})
    small.redis.set(f"corral:looked-after:{name}", ahead, ex=7200)
    status = small.finished(name, 60)
    assert status.elapsed >= 0
    assert same(small, scenario)
    until(small.client.workers, 10)
    measured("fault: the clock of the broker is set back by an hour; survived; workers and studies are seen as before")
