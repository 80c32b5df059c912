"""What the tests of the workers have in common: small studies, a broker with workers, and waiting for something."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import psutil
from redis import Redis, RedisError

from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario
from workers.client import Client, Status
from workers.embedded.server import free_port

SLOW, FAILING, DEADLY, ENDLESS, GREEDY, UNBOUNDED, BUSY = 1000, 2000, 3000, 4000, 5000, 6000, 7000
"""Seeds of a study whose cells take 0.03 s more, whose second replication fails, and whose cell 5 ends the process,
runs for ever in compiled code, or wants a terabyte; and whose cells take 0.8 s of processor time."""

DEADLY_CELL = 5
COUNTER = "test:computed"
"""How often each study had a cell computed."""

RUNS_FOR_EVER = "test:runs for ever"
"""Which process computes the cell of each unbounded study that nothing ends but a cancel."""


def study(seed: int, values: tuple[float, ...] = (0.5, 1.0, 1.5), replications: int = 4) -> Scenario:
    """A small study: each cell takes about a millisecond."""
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["workload"]["jobs"] = 100
    tree["study"] |= {"seed": seed, "replications": replications}
    tree["study"]["vary"]["values"] = list(values)
    return read_scenario(tree)


def in_process(scenario: Scenario) -> Result:
    """The result of the study, without workers."""
    plan = StudyPlan(scenario)
    return plan.combine({cell.index: plan.compute(cell) for cell in plan.cells()})


def until(true: Callable[[], Any], seconds: float = 30.0) -> Any:
    """Wait until something is true, and return it."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, f"this has not become true in {seconds:.0f} s"
        time.sleep(0.02)
    return found


def ended(processes: list[psutil.Process]) -> bool:
    """Whether all of these processes have ended; a zombie has, and waits only for its new parent to notice."""
    return all(_ended(process) for process in processes)


def _ended(process: psutil.Process) -> bool:
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


class Site(NamedTuple):
    """A broker with one worker of two processes."""

    redis_url: str
    client: Client
    redis: Redis

    @classmethod
    def at(cls, redis_url: str) -> "Site":
        """The site of a broker, once its worker is there."""
        site = cls(redis_url, Client(redis_url), Redis.from_url(redis_url))
        until(site.client.workers, 200)  # the first time, the kernels have to be compiled
        return site

    def status(self, study: str) -> Status:
        """The status of a study that exists."""
        status = self.client.status(study)
        assert status is not None
        return status

    def finished(self, study: str, seconds: float = 30.0) -> Status:
        """Wait for the end of a study."""
        until(lambda: self.status(study).state != "running", seconds)
        return self.status(study)

    def begun(self, study: str) -> None:
        """Wait until a few cells are there, and make sure that it is not over."""
        until(lambda: self.status(study).done >= 8)
        assert self.status(study).state == "running"

    def computed(self, study: str) -> int:
        """How often a cell of the study has been computed by a worker."""
        return int(self.redis.hget(COUNTER, study) or 0)

    def main_processes(self) -> list[psutil.Process]:
        """The main processes of the workers that are alive."""
        names = [name.rsplit(":", 2) for name in self.client._store.workers()]
        return [psutil.Process(int(process)) for _, process, _ in names if psutil.pid_exists(int(process))]

    def pool(self) -> list[psutil.Process]:
        """The processes of the one worker that take what begins, and what takes a moment."""
        return self.forks()[1].children()

    def forks(self) -> list[psutil.Process]:
        """Of the one worker, what compiles and what serves each queue, in the order in which they were begun."""
        [foreman] = self.main_processes()
        return sorted(foreman.children(), key=lambda one: (one.create_time(), one.pid))


@contextmanager
def debian_redis(folder: Path, port: int = 0, keep: bool = False) -> Iterator[tuple[str, psutil.Process]]:
    """A `redis-server` as Debian installs it; with *keep*, what it is told survives its end."""
    port = port or free_port()
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder), "--save", ""]
    with subprocess.Popen([*command, "--appendonly", "yes" if keep else "no"], stdout=subprocess.DEVNULL) as process:
        url = f"redis://127.0.0.1:{port}/0"
        until(lambda: answers(url))
        try:
            yield url, psutil.Process(process.pid)
        finally:
            process.terminate()


def answers(redis_url: str) -> bool:
    """Whether there is a broker."""
    try:
        return bool(Redis.from_url(redis_url, retry=None).ping())
    except RedisError:
        return False
