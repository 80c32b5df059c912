"""Worker processes that this program has started and that end with it."""

import os
import secrets
import signal
import subprocess
import sys
import threading
import time

from engine import PREFIX, ROOT
from workers.embedded.server import TETHER

APP, FOREMAN = f"{PREFIX}workers.celery_app", f"{PREFIX}workers.foreman"

GRACE = 4.0
"""Seconds that a worker has to finish the pieces in its hands; a piece takes one."""


class Workers:
    """A worker, `workers.foreman`; started anew if it dies, until it is stopped."""

    def __init__(self, redis_url: str, processes: int | None) -> None:
        self._command = [
            *(sys.executable, TETHER, str(os.getpid())),
            *(sys.executable, "-m", FOREMAN, APP, f"corral-{secrets.token_hex(4)}"),
            # "auto": the cores of this computer or, in a container, those that it may use.
            str(processes or "auto"),
        ]
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        # The address holds the password, and every user of this computer can read command lines.
        self._environment = os.environ | {"REDIS_URL": redis_url, "PYTHONPATH": path}
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._first = threading.Event()
        # A thread of its own for as long as the program lives: a process ends with the thread that started it.
        self._thread = threading.Thread(target=self._keep_alive, name="workers", daemon=True)

    def start(self) -> None:
        """Start it; it takes some seconds until it takes its first task."""
        self._thread.start()
        self._first.wait()

    def wait(self) -> None:
        """Wait until somebody stops it."""
        self._thread.join()

    def stop(self) -> None:
        """Let it finish what it has in its hands, for some seconds, and wait for its end."""
        self._stopping.set()
        self._first.wait()
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(GRACE)
            except subprocess.TimeoutExpired:
                process.kill()
        self._thread.join()

    def _keep_alive(self) -> None:
        while not self._stopping.is_set():
            began = time.monotonic()
            self._process = subprocess.Popen(
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # a banner; what goes wrong is logged to stderr
                start_new_session=True,  # Ctrl-C is for the program
            )
            self._first.set()
            self._process.wait()
            if time.monotonic() - began < 5.0:  # it cannot work at all; do not try that all the time
                self._stopping.wait(5.0)


def start_workers(redis_url: str, processes: int | None = None) -> Workers:
    """Start *processes* worker processes (as many as there are cores, if None) for the broker of *redis_url*."""
    workers = Workers(redis_url, processes)
    workers.start()
    return workers


def work(redis_url: str, processes: int) -> None:
    """Be a worker of *redis_url* until Ctrl-C or TERM; what is in hand is finished first."""
    workers = start_workers(redis_url, processes)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(0))
    try:
        while True:
            time.sleep(3600)
    except SystemExit:
        pass
    finally:
        workers.stop()
