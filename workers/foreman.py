"""A worker: a process that loads the kernels, a fork of it that compiles others, and one for each queue, with a pool.

``python -m workers.foreman APP NAME PROCESSES``; PROCESSES may be "auto". A fork that dies is there again in a second,
since it has no kernels to load.
"""

import gc
import os
import signal
import socket
import sys
import time
from types import FrameType
from typing import NoReturn

from celery.app.utils import find_app
from celery.utils.sysinfo import cpu_budget

from workers import celery_app
from workers.broker.presence import Presence
from workers.embedded.tether import end_with_parent
from workers.queues import QUEUES, Queue

TOO_SOON = 5.0
"""Seconds; one that dies sooner cannot work at all, and is not begun anew all the time."""

NICER = 2
"""What each queue adds to the niceness of the one before: where all want a core, what takes a moment has half of it,
and what takes minutes a fifth, with which the longest is done within `bounds.WALL`."""


class Foreman:
    """The process that loads the kernels and forks.

    Parameters
    ----------
    app : name of the module of the Celery application
    name : of the worker, on this computer
    processes : for each queue
    """

    def __init__(self, app: str, name: str, processes: int) -> None:
        self._app = find_app(app)
        self._host = socket.gethostname()
        self._name, self._processes = name, processes
        self._process = os.getpid()
        self._forks: dict[int, tuple[Queue, float]] = {}
        self._leaves = False

    def work(self) -> None:
        """Be a worker until TERM; what is in hand is finished first."""
        signal.signal(signal.SIGTERM, self._leave)
        missing = celery_app.get_ready(self._processes * len(QUEUES))
        workshop = celery_app.compile_beside(missing, self._processes, f"{self._name}@{self._host}")
        gc.freeze()  # a look at what is never collected would copy it into each fork
        for queue in QUEUES:
            self._fork(queue)
        while self._forks:
            process, _ = os.wait()
            if process == workshop and not self._leaves:
                time.sleep(TOO_SOON)
                workshop = celery_app.compile_beside(missing, self._processes, f"{self._name}@{self._host}")
            if process not in self._forks:
                continue
            queue, began = self._forks.pop(process)
            if not self._leaves and time.monotonic() - began < TOO_SOON:
                time.sleep(TOO_SOON)
            if not self._leaves:
                self._fork(queue)

    def _leave(self, _number: int, _frame: FrameType | None) -> None:
        if os.getpid() != self._process or not self._forks:
            raise SystemExit(0)
        self._leaves = True
        for process in self._forks:
            os.kill(process, signal.SIGTERM)

    def _fork(self, queue: Queue) -> None:
        process = os.fork()
        if not process:
            self._serve(queue)
        self._forks[process] = queue, time.monotonic()
        if self._leaves:
            os.kill(process, signal.SIGTERM)

    def _serve(self, queue: Queue) -> NoReturn:
        end_with_parent(self._process)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.nice(NICER * QUEUES.index(queue))
        Presence.worker = f"{self._name}@{self._host}:{self._process}:{self._processes}"
        self._app.worker_main(
            [
                *("worker", "--queues", queue.name, "--hostname", f"{self._name}.{QUEUES.index(queue)}@{self._host}"),
                *("--pool", "prefork", "--concurrency", str(self._processes)),
                *("--loglevel", "warning", "--without-gossip", "--without-mingle"),
            ]
        )
        raise SystemExit(0)


if __name__ == "__main__":
    app_named, named, number = sys.argv[1:]
    Foreman(app_named, named, cpu_budget().count if number == "auto" else int(number)).work()
