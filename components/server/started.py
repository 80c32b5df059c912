"""A Corral of its own, on a port and with data of its own, for whoever measures what its users wait for."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from engine import PREFIX, ROOT

SERVES = re.compile(r"Corral serves on (\S+)")


@contextmanager
def started() -> Iterator[str]:
    """Its address, with a slash at the end; it ends afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", f"{PREFIX}app", "--port", "0", "--no-browser"]
        own = os.environ | {"XDG_DATA_HOME": folder}
        own.pop("REDIS_URL", None)
        with subprocess.Popen(command, cwd=ROOT, env=own, stdout=subprocess.PIPE, text=True) as server:
            try:
                yield _address(server)
            finally:
                server.terminate()


def _address(server: "subprocess.Popen[str]") -> str:
    for line in server.stdout or ():
        if found := SERVES.search(line):
            return found.group(1)
    raise RuntimeError("the program ended before it served")
