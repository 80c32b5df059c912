"""How long the first start takes on a computer that has compiled nothing yet.

`python3 app.py dev first` prints what `run_first` returns. The program is a fresh copy of this one, in an empty
home, with the packages of this environment. Previews are asked for by REST, one after another: of the first example
with another speed, and then of one example of each family.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import requests

from components.server.others import Watch
from components.server.started import address_of, running
from engine import ROOT
from engine.study.registry import EXAMPLES

SPEED, SEED = 3.17, 317
"""Of a sketch of one's own: no stored result knows them."""

OF_FAMILIES = ("kumar-table-4-2", "zhang-wl2", "heymann-figure-4", "peterson-figure-6")
"""In the order in which they are asked for."""

SERVED, CHANGED, COMPILED = "page served", "first example, changed", "all models compiled"

GOALS = {SERVED: 6.0, CHANGED: 30.0, COMPILED: 150.0}
FAMILY_GOAL = 45.0
"""Seconds on two idle cores. The time of an example of a family begins with its first request."""

EVERY = 0.2
PATIENCE = 1800.0
"""Seconds after which an answer, or the last kernel, counts as lost."""

LEFT_OUT = (".git", ".venv*", "__pycache__", ".*_cache", "*.egg-info")
"""Of a folder without git: what programs leave there."""

SETTINGS = ("XDG_", "NUMBA_", "CORRAL_", "PYTHON", "REDIS_URL")
"""Prefixes of environment variables that a new user has not set."""

TRIES = 100
"""To remove a folder into which a process that is being ended may still write."""


class Moments(NamedTuple):
    """When it was, in s since the command; of each example that is asked for, when it was asked for and answered."""

    served: float
    changed: tuple[float, float]
    families: Mapping[str, tuple[float, float]]
    compiled: float


def run_first(root: Path = ROOT) -> dict[str, Any]:
    """What is waited for, by the clock, of the program in a folder.

    Returns
    -------
    dict
        `date`; `cores`; `others`: the share of the processors that other programs took meanwhile, None if nobody knows;
        `waits`: a row for each, `wait`, `since` when it is counted, `seconds`, `goal`.
    """
    if not (root / "app.py").is_file():
        raise RuntimeError("a first start is measured in a copy of the project, and this one is installed")
    with _ends_when_told(), _folder() as folder:
        _copy(root, folder / "corral")
        (folder / "home").mkdir()
        watch, began = Watch(), time.monotonic()
        with running(["app.py"], folder / "corral", _environment(folder / "home")) as server:
            try:
                moments = _moments(server, began)
            except requests.RequestException as error:
                raise RuntimeError(f"the program does not answer: {error}") from None
            others = watch.share(server.pid)
    found = {"date": date.today().isoformat(), "cores": os.cpu_count(), "others": others}
    return found | {"waits": list(waits(moments))}


def waits(moments: Moments) -> Iterator[dict[str, Any]]:
    """How long each was waited for, and the goal."""

    def row(wait: str, seconds: float, goal: float, since: str = "the command") -> dict[str, Any]:
        return {"wait": wait, "since": since, "seconds": round(seconds, 1), "goal": goal}

    yield row(SERVED, moments.served, GOALS[SERVED])
    yield row(CHANGED, moments.changed[1], GOALS[CHANGED])
    for name, (asked, answered) in moments.families.items():
        yield row(f"{EXAMPLES[name].family}: {name}", answered - asked, FAMILY_GOAL, "it is asked for")
    yield row(COMPILED, moments.compiled, GOALS[COMPILED])


def _moments(server: "subprocess.Popen[str]", began: float) -> Moments:
    """Ask for everything, one after another."""
    address, http = address_of(server), requests.Session()

    def passed() -> float:
        return time.monotonic() - began

    def asked(scenario: Any) -> tuple[float, float]:
        first = passed()
        for _ in _patiently(scenario["title"]):
            answer = http.post(f"{address}api/v1/preview", json=scenario, timeout=60)
            if answer.status_code == 200:
                return first, passed()
            if answer.status_code != 503:
                raise RuntimeError(f"{answer.status_code} from {answer.url}: {answer.text[:200]}")
        raise AssertionError

    http.get(address, timeout=60).raise_for_status()
    served = passed()
    changed = asked(_with_another_speed())
    families = {name: asked(_with_another_seed(name)) for name in OF_FAMILIES}
    for _ in _patiently("the last kernel"):
        said = http.get(f"{address}healthz", timeout=60).json()
        if said["broker"] and "compiling" not in said:
            break
    return Moments(served, changed, families, passed())


def _patiently(what: str) -> Iterator[None]:
    """Time to look again and again."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        yield
        time.sleep(EVERY)
    raise RuntimeError(f"lost after {PATIENCE:.0f} s: {what}")


def _with_another_speed() -> Any:
    tree = next(iter(EXAMPLES.values())).model_dump(mode="json")
    tree["cluster"]["groups"][-1]["speed_factor"] = SPEED
    return tree


def _with_another_seed(name: str) -> Any:
    tree = EXAMPLES[name].model_dump(mode="json")
    tree["study"]["seed"] = SEED
    return tree


def _copy(root: Path, target: Path) -> None:
    """What git has of this program, without changes that are not committed; if there is no git, its files."""
    clone = ["git", "clone", "--quiet", "--local", str(root), str(target)]
    if (root / ".git").exists() and shutil.which("git") and subprocess.run(clone, check=False).returncode == 0:
        return
    shutil.copytree(root, target, ignore=shutil.ignore_patterns(*LEFT_OUT))


def _environment(home: Path) -> dict[str, str]:
    """The environment of a new user whose packages are installed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    return kept | {"HOME": str(home), "CORRAL_NO_BOOTSTRAP": "1"}


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(mkdtemp(prefix="corral-first-"))
    try:
        yield folder
    finally:
        for _ in range(TRIES):
            shutil.rmtree(folder, ignore_errors=True)
            if not folder.exists():
                break
            time.sleep(0.1)


@contextmanager
def _ends_when_told() -> Iterator[None]:
    """Make an exception of what would end this process at once, so that what it has started ends and goes before."""
    before = {number: signal.signal(number, lambda *_: sys.exit(1)) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
