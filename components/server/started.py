"""A Corral of its own, on a port and with data of its own, for whoever measures what its users wait for."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine import PREFIX, ROOT
from workers.embedded.server import TETHER

SERVES = re.compile(r"Corral serves on (\S+)")

GRACE = 30.0
"""Seconds that a program has to end what it has started itself."""


@contextmanager
def started() -> Iterator[str]:
    """Its address, with a slash at the end; it ends afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        own = os.environ | {"XDG_DATA_HOME": folder}
        own.pop("REDIS_URL", None)
        with running(["-m", f"{PREFIX}app"], ROOT, own) as server:
            yield address_of(server)


@contextmanager
def running(program: list[str], root: Path, environment: Mapping[str, str]) -> Iterator["subprocess.Popen[str]"]:
    """What Python serves with the arguments *program* in a folder; it ends afterwards, or with this process."""
    command = [sys.executable, *program, "--no-browser", "--port", "0"]
    tethered = [sys.executable, TETHER, str(os.getpid()), *command]
    with subprocess.Popen(tethered, cwd=root, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server
        finally:
            server.terminate()
            try:
                server.wait(GRACE)
            except subprocess.TimeoutExpired:
                server.kill()


def address_of(server: "subprocess.Popen[str]") -> str:
    """Where it serves, as soon as it does."""
    for line in server.stdout or ():
        if found := SERVES.search(line):
            return found.group(1)
    raise RuntimeError("the program ended before it served")
