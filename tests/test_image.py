"""What docker-compose.yml, Dockerfile and .dockerignore say, as far as it can be told without a container engine."""

import re
import shlex
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from tests.workers.compose import PROJECT, services


def copied() -> list[str]:
    """The sources of the image, as the Dockerfile names them."""
    lines = re.sub(r"\\\n", " ", (PROJECT / "Dockerfile").read_text()).splitlines()
    commands = [shlex.split(line) for line in lines if line.startswith("COPY ")]
    return [source for _copy, *sources, _place in commands for source in sources]


def is_sent(path: str) -> bool:
    """Whether .dockerignore lets a path be sent to whoever builds: the last pattern that fits counts."""
    found = True
    for pattern in (PROJECT / ".dockerignore").read_text().split():
        if fnmatch(path, pattern.removeprefix("!")):
            found = pattern.startswith("!")
    return found


@pytest.mark.parametrize("source", copied())
def test_what_the_image_is_made_of_is_sent_to_who_builds_it(source: str) -> None:
    assert (PROJECT / source).exists()
    assert is_sent(source)


def test_every_module_of_the_program_is_in_the_image() -> None:
    packages = {path.parent.name for path in Path(PROJECT).glob("*/__init__.py")} - {"tests"}
    assert packages <= set(copied())


@pytest.mark.parametrize("name", services())
def test_every_container_is_bounded_and_has_no_more_than_it_needs(name: str) -> None:
    said: dict[str, Any] = services()[name]
    assert said["cap_drop"] == ["ALL"]
    assert said["security_opt"] == ["no-new-privileges:true"]
    assert said["mem_limit"]
    assert said["pids_limit"] > 0
    assert said.get("read_only") or name == "worker"
    # Nothing but the pages is for others, and these on this computer unless somebody says so.
    assert all(port.startswith(("127.0.0.1:", "${CORRAL_BIND:-127.0.0.1}:")) for port in said.get("ports", []))


def test_flower_does_not_start_without_a_password() -> None:
    assert 'test -n "$$FLOWER_BASIC_AUTH" ||' in services()["flower"]["command"][-1]


def test_the_image_knows_by_itself_whether_it_is_well() -> None:
    assert "HEALTHCHECK" in (PROJECT / "Dockerfile").read_text()
