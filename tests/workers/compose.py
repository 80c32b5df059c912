"""The commands of docker-compose.yml as processes of this computer: Redis, the web server, workers."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

import psutil
import yaml

from components import PORT
from tests.workers.site import answers, until
from workers.embedded.server import free_port

PROJECT = Path(__file__).parent.parent.parent


def services() -> dict[str, Any]:
    """What the file says of each service."""
    found: dict[str, Any] = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())["services"]
    return found


class Place(NamedTuple):
    """Where the broker of a site keeps its file, and the ports of broker and web server."""

    folder: Path
    redis_port: int
    web_port: int

    @classmethod
    def at(cls, folder: Path) -> "Place":
        """A place of its own."""
        return cls(folder, free_port(), free_port())

    @property
    def redis_url(self) -> str:
        return f"redis://127.0.0.1:{self.redis_port}/0"

    @property
    def web(self) -> str:
        return f"http://127.0.0.1:{self.web_port}"

    def start(self, service: str, **environment: str) -> psutil.Popen:
        """Start a service with the command of the file, put to this place."""
        command = [str(part) for part in services()[service]["command"]]
        if service == "redis":
            command += ["--bind", "127.0.0.1", "--port", str(self.redis_port), "--dir", str(self.folder)]
        if service == "web":
            command = [sys.executable, "-m", *command]
            command[command.index(f"0.0.0.0:{PORT}")] = f"127.0.0.1:{self.web_port}"
        if service == "worker":
            command[0] = sys.executable
        own = {"REDIS_URL": self.redis_url, "CORRAL_NO_BOOTSTRAP": "1"} | environment
        with (self.folder / f"{service}.log").open("a") as log:
            process = psutil.Popen(
                command, cwd=PROJECT, env=os.environ | own, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
        wait = {"redis": lambda: answers(self.redis_url), "web": self.serves}.get(service)
        if wait is not None:
            until(wait, 120)
        return process

    def serves(self, path: str = "/healthz/web") -> bool:
        """Whether the web server answers."""
        try:
            with urlopen(f"{self.web}{path}", timeout=5) as answer:  # an address of ours
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False


def kill(process: psutil.Process) -> None:
    """End a process and all below it at once, without a word.

    All of them are held first: gunicorn starts another process for one that has ended, which would keep its port when
    the rest is gone.
    """
    for _ in range(2):
        for one in family(process):
            with_it(one.suspend)
    for one in family(process):
        with_it(one.kill)
    with_it(lambda: process.wait(10))


def family(process: psutil.Process) -> list[psutil.Process]:
    """A process and all below it; nothing if it has ended."""
    try:
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def with_it(call: Callable[[], Any]) -> None:
    """Do something to a process that may have ended."""
    try:
        call()
    except psutil.NoSuchProcess:
        return
