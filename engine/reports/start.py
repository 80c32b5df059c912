"""How much processor time commands take from their start to their end, each in a process of its own.

`python3 app.py dev start` prints what `run_start` returns.
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from engine import PREFIX, ROOT
from engine.study.registry import EXAMPLES

APP = f"{PREFIX}app"

REPETITIONS = 5
"""Of every command; the median counts."""

EXAMPLE, JOBS = "kumar-table-4-2", 10_000
"""The study that is run is one replication of so many jobs under EASY."""

REFUSED = b'{"family": "parallel-jobs", "cluster": {"groups": []}}'


def _study(replications: int, jobs: int) -> bytes:
    """One policy at one point of an example of 64 machines."""
    tree = orjson.loads(EXAMPLES[EXAMPLE].canonical())
    tree["policies"], tree["workload"]["jobs"] = ["EASY"], jobs
    tree["study"] |= {"vary": None, "replications": replications}
    return orjson.dumps(tree)


def _commands(folder: Path) -> dict[str, tuple[list[str], int]]:
    """{name: what Python is given, and the status with which that ends}; scenarios are written into *folder*."""
    scenarios = {"refused": REFUSED, "too-dear": _study(10_000, 1_000_000), "accepted": _study(1, JOBS)}
    for name, text in scenarios.items():
        (folder / name).write_bytes(text)
    app = ("-m", APP)
    return {
        "python alone": (["-c", "pass"], 0),
        "examples": ([*app, "examples"], 0),
        "schema": ([*app, "schema"], 0),
        "run, refused": ([*app, "run", str(folder / "refused")], 1),
        "run, refused for its price": ([*app, "run", str(folder / "too-dear")], 1),
        f"run, {JOBS:,} jobs": ([*app, "run", str(folder / "accepted"), "--processes", "1"], 0),
    }


def run_start(repetitions: int = REPETITIONS) -> list[dict[str, Any]]:
    """Name, median, least and most processor time (s) of every command, as on a computer where it has run before."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        # An environment may forbid to keep bytecode, and then every start compiles all libraries: here it is kept.
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
        found = []
        for command, (arguments, status) in _commands(folder).items():
            processor_time(arguments, environment, status)  # writes bytecode, and compiles kernels
            taken = [processor_time(arguments, environment, status) for _ in range(repetitions)]
            found.append({"command": command, "seconds": median(taken), "least": min(taken), "most": max(taken)})
        return found


def processor_time(arguments: Sequence[str], environment: Mapping[str, str], status: int = 0) -> float:
    """What Python takes with these *arguments*, of user and system together, s; it has to end with this *status*."""
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, ended, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(ended)
    if process.returncode != status:
        raise RuntimeError(f"{' '.join(arguments)} ended with status {process.returncode} instead of {status}")
    return used.ru_utime + used.ru_stime
