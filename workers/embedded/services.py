"""Everything that studies need, in processes of our own: a private broker and workers, when REDIS_URL is not set."""

import logging
import os
import time
from pathlib import Path
from typing import IO

from workers.client import Client
from workers.embedded.processes import Workers, start_workers
from workers.embedded.server import Server, ServerError

log = logging.getLogger(__name__)

HANDOVER = 5.0
"""Seconds to wait for a broker whose program has just been killed and which is still writing."""


def default_folder() -> Path:
    """Where the private broker keeps its file, unless told otherwise."""
    home = os.environ.get("XDG_DATA_HOME", "")
    # The specification says that a relative path is to be ignored.
    return (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share") / "corral"


class Embedded:
    """A private broker and worker processes; all of them end with this program, however that ends.

    Start it from a thread that lives as long as the program, best the main one: the broker ends with that thread.
    Handling of signals is left to the program, which is to call `stop`, or to leave the `with` block.

    Parameters
    ----------
    workers
        Number of worker processes; None for as many as there are cores.
    data_folder
        Where studies survive a restart; `default_folder` if None. If another instance uses it, or if it cannot be
        written, this one keeps nothing.

    Attributes
    ----------
    redis_url : for `workers.client.Client`, password included; empty before the start
    persistent : whether studies survive a restart
    """

    def __init__(self, workers: int | None = None, data_folder: Path | None = None) -> None:
        self._processes = workers
        self._folder = default_folder() if data_folder is None else Path(data_folder)
        self._lock: IO[str] | None = None
        self._server: Server | None = None
        self._workers: Workers | None = None
        self.redis_url = ""

    @property
    def persistent(self) -> bool:
        """Whether studies survive a restart."""
        return self._lock is not None

    def start(self) -> None:
        """Start the broker, resume what was running when it was last stopped, and start the workers.

        Returns when the broker answers; the workers take some seconds more. `ServerError` if there is no broker.
        """
        try:
            self._lock = _lock(self._folder)
            self._server = self._start_server()
            self.redis_url = self._server.redis_url
            Client(self.redis_url).resume()
            self._workers = start_workers(self.redis_url, self._processes)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End the workers, then the broker, then let others have the data folder; waits for all of it."""
        if self._workers is not None:
            self._workers.stop()
        if self._server is not None:
            self._server.stop()
        if self._lock is not None:
            self._lock.close()
        self._workers = self._server = self._lock = None

    def __enter__(self) -> "Embedded":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start_server(self) -> Server:
        if self._lock is None:
            server = Server()
            server.start()
            return server
        server = Server(self._folder, held=(self._lock.fileno(),))
        try:
            server.start()
        except ServerError as error:
            kept = self._folder / "appendonlydir"
            if not kept.exists():
                raise
            # Written by another version, perhaps, or damaged. It is a cache: put it aside rather than refuse to start.
            aside = self._folder / f"unreadable-{time.time():.0f}"
            log.warning("%s; its file is now %s", error, aside)
            kept.rename(aside)
            server.start()
        return server


def _lock(folder: Path) -> IO[str] | None:
    """The lock of the folder, or None if somebody else has it or the folder cannot be written.

    The server holds the same lock until it has ended, so that no second one ever writes to the same file.
    """
    try:
        import fcntl  # not on Windows, for which there is no broker either

        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "lock").open("a+")
    except (ImportError, OSError) as problem:
        log.warning("studies will not survive a restart: %s", problem)
        return None
    until = time.monotonic() + HANDOVER
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            if _lives(lock.read()) or time.monotonic() > until:
                log.warning("another instance uses %s: studies of this one will not survive a restart", folder)
                lock.close()
                return None
            time.sleep(0.1)
        else:
            lock.truncate(0)
            lock.write(str(os.getpid()))
            lock.flush()
            return lock


def _lives(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        pass
    return True
