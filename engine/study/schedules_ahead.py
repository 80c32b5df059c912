"""Schedules of the examples whose jobs are listed, stored with the project: drawn before anything can be computed."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from engine.inputs.scenario import Scenario
from engine.study import ahead
from engine.study.registry import EXAMPLES, FAMILIES

SCHEDULES = "schedules"
"""Folder in that of the stored results; files are named by their examples."""


def listed_examples() -> Iterator[str]:
    """The names of the examples that have whole schedules."""
    for name, scenario in EXAMPLES.items():
        workload = getattr(scenario, "workload", None)
        if getattr(workload, "listed", None) is not None and "schedules" in FAMILIES[scenario.family].runs.answers:
            yield name


def schedules_ahead(scenario: Scenario) -> list[dict[str, Any]] | None:
    """The schedule of every policy of *scenario*, if they are stored as this engine computes them."""
    text = _stored().get(scenario.content_hash())
    return None if text is None else list(orjson.loads(text))


@cache
def _stored() -> dict[str, bytes]:
    """The schedules as JSON, by the content of their scenarios; an engine of another version has other contents."""
    stored = [orjson.loads(path.read_bytes()) for path in (ahead.FOLDER / SCHEDULES).glob("*.json")]
    return {kept["content"]: orjson.dumps(kept["schedules"]) for kept in stored}


def _path(name: str) -> Path:
    return ahead.FOLDER / SCHEDULES / f"{name}.json"


def computed(name: str) -> bytes:
    """What is stored of the example called *name*."""
    scenario = EXAMPLES[name]
    schedules = FAMILIES[scenario.family].runs.answers["schedules"](scenario)
    kept = {"content": scenario.content_hash(), "schedules": schedules}
    return orjson.dumps(kept, option=orjson.OPT_SERIALIZE_NUMPY) + b"\n"


def compute_schedules(names: Sequence[str] = ()) -> Iterator[Path]:
    """Compute and store the schedules of those examples called *names* that have any, or of all; the files written."""
    for name in listed_examples():
        if not names or name in names:
            _path(name).parent.mkdir(parents=True, exist_ok=True)
            _path(name).write_bytes(computed(name))
            _stored.cache_clear()
            yield _path(name)


def check_schedules(names: Sequence[str] = ()) -> Iterator[tuple[str, bool]]:
    """The same examples, and whether what is stored of each is what is computed, to the last bit."""
    for name in listed_examples():
        if not names or name in names:
            yield name, _path(name).exists() and _path(name).read_bytes() == computed(name)
