"""Results of the named examples, computed ahead and stored with the project, so that a first page is never empty."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.budget import limits
from engine.study.registry import EXAMPLES
from engine.study.run import run_study

FOLDER = Path(__file__).parents[1] / "computed_ahead"

BY_CONTENT = "by_content"
"""Folder in it with results of studies that are no example, as of lessons; files are named by what is computed."""


INDEX = "index.txt"
"""File in it: content hash and name of every example, so that none has to be read to know whether a scenario is one."""


@cache
def names_by_content() -> dict[str, str]:
    """The names of the examples by content hash, without reading one."""
    return dict(line.split() for line in (FOLDER / INDEX).read_text().splitlines())


def index_of_examples() -> str:
    """What the index has to say."""
    return "".join(sorted(f"{scenario.content_hash()} {name}\n" for name, scenario in EXAMPLES.items()))


@cache
def _result(name: str) -> Result | None:
    path = FOLDER / f"{name}.json"
    return Result.from_bytes(path.read_bytes(), EXAMPLES[name], limits) if path.exists() else None


def result_ahead(scenario: Scenario) -> Result | None:
    """The stored result of *scenario*, if there is one that was computed by this engine."""
    name = names_by_content().get(scenario.content_hash())
    return _unnamed(scenario) if name is None else _result(name)


@cache
def stored_contents() -> frozenset[str]:
    """The content hashes of all stored results that are no example's."""
    return frozenset(path.stem for path in (FOLDER / BY_CONTENT).glob("*.json"))


def _unnamed(scenario: Scenario) -> Result | None:
    return _of_content(scenario) if scenario.content_hash() in stored_contents() else None


@lru_cache(maxsize=32)
def _of_content(scenario: Scenario) -> Result | None:
    path = FOLDER / BY_CONTENT / f"{scenario.content_hash()}.json"
    return Result.from_bytes(path.read_bytes(), scenario, limits)


def store_contents(scenarios: Sequence[Scenario], processes: int) -> Iterator[Path]:
    """Compute and store the results of *scenarios* that are no example and delete all others; the files written."""
    folder = FOLDER / BY_CONTENT
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {one.content_hash(): one for one in scenarios if one.content_hash() not in names_by_content()}
    for path in folder.glob("*.json"):
        if path.stem not in wanted:
            path.unlink()
    for content, scenario in wanted.items():
        path = folder / f"{content}.json"
        path.write_bytes(run_study(scenario, processes).to_bytes() + b"\n")
        yield path
    stored_contents.cache_clear()
    _of_content.cache_clear()


def results_ahead() -> Iterator[Result]:
    """Every stored result of this engine."""
    return (result for name in EXAMPLES if (result := _result(name)) is not None)


def compute_ahead(processes: int, names: Sequence[str] = ()) -> Iterator[Path]:
    """Compute and store the results of the examples called *names*, or of all; the files written."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / INDEX).write_text(index_of_examples())
    names_by_content.cache_clear()
    for name in names or EXAMPLES:
        path = FOLDER / f"{name}.json"
        path.write_bytes(run_study(EXAMPLES[name], processes).to_bytes() + b"\n")
        _result.cache_clear()  # who asks from now on is to get the new one
        yield path


class Difference(NamedTuple):
    """Where a computed result is not the stored one, to the last bit.

    Attributes
    ----------
    example
        Its name.
    cell
        What tells the first such cell: point, policy and replication, in words; nothing if they differ as a whole.
    metric
        The first that differs in it.
    stored, computed
        Its two values as words.
    """

    example: str
    cell: str
    metric: str
    stored: str
    computed: str

    def __str__(self) -> str:
        where = f"{self.metric} of {self.cell}" if self.cell else self.metric
        return f"{self.example}: {where} is stored as {self.stored}, and computed as {self.computed}"


def check_ahead(processes: int, names: Sequence[str] = ()) -> Iterator[tuple[str, Difference | None]]:
    """Compute the results of the examples called *names*, or of all, and say where the stored ones differ first."""
    for name in names or EXAMPLES:
        yield name, first_difference(name, run_study(EXAMPLES[name], processes))


def first_difference(name: str, computed: Result) -> Difference | None:
    """Where *computed* is not what is stored of the example *name*; cells that it does not have are not looked at."""
    stored = _result(name)
    if stored is None:
        return Difference(name, "", "the result", "none of this engine and scenario", computed.fingerprint())
    if stored.names != computed.names:
        return Difference(name, "", "the metrics", ", ".join(stored.names), ", ".join(computed.names))
    places = np.argwhere(computed.done)
    if computed.complete and stored.done.sum() != len(places):
        return Difference(name, "", "the number of cells", str(stored.done.sum()), str(len(places)))
    row = {tuple(point.items()): number for number, point in enumerate(stored.points)}  # a search tests some alone
    for point, policy, replication in places:
        there = row.get(tuple(computed.points[point].items()))
        if there is None:
            return Difference(name, "", "the points", str(stored.points), str(computed.points))
        place = (there, int(policy), int(replication))
        was = stored.table[place] if replication < stored.table.shape[2] else np.full(len(stored.names), np.nan)
        now = computed.table[point, policy, replication]
        unlike = ~((was == now) | (np.isnan(was) & np.isnan(now)))
        if unlike.any():
            metric = int(unlike.argmax())
            values = computed.points[point].items()
            words = [f"{field} = {value:g}" for field, value in values] + [computed.scenario.policies[policy]]
            cell = ", ".join([*words, f"replication {replication}"])
            return Difference(name, cell, computed.names[metric], repr(float(was[metric])), repr(float(now[metric])))
    return None
