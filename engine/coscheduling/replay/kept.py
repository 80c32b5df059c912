"""Runs whose windows are looked at are kept, so that only the first look at one has to wait for it.

In memory, and if they took long on the disk: the processes that answer are several, and each is ended now and then.
"""

import os
import tempfile
import zipfile
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import numpy as np
import orjson

from engine import ENGINE_VERSION
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.kernel.tables import JOB, MESSAGE, NODE, PROCESS, TOTAL
from engine.coscheduling.replay.course import Course, Run, course_of, from_columns, to_columns
from engine.coscheduling.replication import first_part
from engine.inputs.scenario import content_hash

IN_MEMORY = 4
"""Runs; each takes up to `course.MOST_BYTES`, most a few megabytes."""

MOST_ON_DISK = 500_000_000
"""Bytes of all files; those that were not looked at for longest are removed."""

WORTH_A_FILE = 4
"""States that there have to be on the way: a run with fewer takes less than half a second."""


def run_of(scenario: CoschedulingScenario, policy: str, replication: int) -> Run:
    """The first partition of one replication, which is the same for every window of it."""
    return _known(scenario.at({}).canonical(), policy, replication)


@lru_cache(maxsize=IN_MEMORY)
def _known(text: bytes, policy: str, replication: int) -> Run:
    scenario = CoschedulingScenario.read(orjson.loads(text))
    model = first_part(scenario, policy, replication)
    path = folder() / f"{_name(scenario, policy, replication)}.npz"
    with suppress(OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):  # a broken one is made anew
        return Run(model, read(path))
    course = course_of(model)
    if len(course.reach) >= WORTH_A_FILE:
        with suppress(OSError):  # then it is known here only
            write(path, course)
    return Run(model, course)


def _name(scenario: CoschedulingScenario, policy: str, replication: int) -> str:
    """Of everything on which the states depend."""
    tree = scenario.model_dump(mode="json", include={"cluster", "workload", "options"})
    layout = [str(table.descr) for table in (NODE, PROCESS, MESSAGE, JOB, TOTAL)]
    return content_hash([ENGINE_VERSION, np.__version__, layout, tree, scenario.study.seed, policy, replication])


def folder() -> Path:
    """Where files are: in the folder for what can be made anew, as `XDG_CACHE_HOME` says."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "corral" / "runs"


def read(path: Path) -> Course:
    """The course in a file, and a note that it was looked at. Various errors if it is missing or broken."""
    with np.load(path, allow_pickle=False) as found:
        course = from_columns(**{name: found[name] for name in ("reach", "size", "packed")})
    with suppress(OSError):
        path.touch()
    return course


def write(path: Path, course: Course, most: int = MOST_ON_DISK) -> None:
    """Keep a course in a file, which is there as a whole or not at all; older files make room."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            reach, size, packed = to_columns(course)
            np.savez(file, allow_pickle=False, reach=reach, size=size, packed=packed)
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise
    _make_room(path.parent, most)


def _make_room(where: Path, most: int) -> None:
    """Remove what was not looked at for longest; the files of processes that have been ended are among it."""
    found = sorted(((file.stat(), file) for file in where.iterdir()), key=lambda one: -one[0].st_mtime)
    total = 0
    for status, file in found:
        total += status.st_size
        if total > most:
            file.unlink(missing_ok=True)
