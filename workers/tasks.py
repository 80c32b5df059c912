"""What the worker processes do: advance a lane of a study by a second of work, or compute a trace."""

import time
from collections.abc import Iterator
from functools import lru_cache

import orjson

from engine import ENGINE_VERSION
from engine.registry import FAMILIES, parse_scenario
from engine.rejection import ScenarioError
from engine.study import Cell, StudyPlan
from workers.celery_app import NEXT, UNREACHABLE, app
from workers.store import KEEP_FAILURE, LONGEST_CELL, LONGEST_TRACE, Store

LANES = 4
"""Lane k of a study computes its cells k, k + 4, k + 8... Enough lanes to occupy a few processes with one study, few
enough that a cancelled study is gone after four short looks."""

FIRST_PIECE, PIECE = 0.15, 1.0
"""Seconds after which a task makes way for others. The first one of a lane ends with the first replication, too: that
is a first curve for everybody before anybody's becomes sharper."""

LOOK_AHEAD = 64
"""Cells that are looked up at once."""

MAXIMUM_TRIES = 2
"""A cell that has been begun so many times and never finished is given up."""


@app.task(name="corral.advance")
def advance(study: str, epoch: int, lane: int, position: int) -> None:
    """Compute cells *position*, *position* + LANES... of a study for about a second, then queue up again.

    The message is acknowledged after the next one has been sent. If this process dies the same piece is run again: it
    finds what is there and goes on behind it.
    """
    store = _store()
    try:
        following = _piece(store, _plan(study), study, epoch, position, first=position == lane)
    except UNREACHABLE:
        raise  # the study goes on when the broker is back
    except Exception as error:
        # Nothing that another try would change.
        store.end(study, "failed", first_line(error))
        raise
    if following is not None:
        advance.apply_async((study, epoch, lane, following), priority=NEXT)


def _piece(store: Store, plan: StudyPlan, study: str, epoch: int, position: int, first: bool) -> int | None:
    """Compute some cells from *position* on, and return where the lane goes on; None if it does not."""
    until = time.monotonic() + (FIRST_PIECE if first else PIECE)
    end = plan.shape[0] * plan.shape[1] if first else len(plan)
    for batch in _batches(plan, position):
        keys = [plan.key(cell) for cell in batch]
        taken = store.take(study, epoch, [(cell.index, key) for cell, key in zip(batch, keys, strict=True)])
        if taken is None:
            return None
        tries = taken.tries
        for cell, key, text in zip(batch, keys, taken.cells, strict=True):
            if text == 1:
                continue
            if isinstance(text, bytes):
                kind = "reused"
            else:
                kind, text = _compute(plan, cell, tries)
                tries = 1  # the count was of the first cell to compute
            if not store.put(study, epoch, kind, [(cell.index, key, text)]):
                return None
            following = cell.index + LANES
            if following < len(plan) and (time.monotonic() > until or following >= end):
                return following
    return None


def _batches(plan: StudyPlan, position: int) -> Iterator[list[Cell]]:
    """The cells of a lane from *position* on, so many at a time as are looked up at once."""
    lane = range(position, len(plan), LANES)
    for first in range(0, len(lane), LOOK_AHEAD):
        yield [plan.cell(index) for index in lane[first : first + LOOK_AHEAD]]


# Acknowledged early: a trace that ends its process is not to end the next one. Whoever looks at it asks again.
@app.task(name="corral.trace", acks_late=False)
def trace(key: str, scenario: str, policy: str, replication: int, first_job: int) -> None:
    """Compute what the figures replay of one replication of the scenario of one point, and store it under *key*."""
    store = _store()
    try:
        point = parse_scenario(scenario.encode())
        text = orjson.dumps(FAMILIES[point.family].trace(point, policy, replication, first_job))
        if len(text) > LONGEST_TRACE:
            raise ValueError(f"the trace takes {len(text):,} bytes; at most {LONGEST_TRACE:,} are stored")
    except Exception as error:  # whatever a model may raise is the answer
        store.put_trace(key, _failure(error), KEEP_FAILURE)
    else:
        store.put_trace(key, text)


def first_line(error: Exception) -> str:
    """What an error says, without the rest of a long story."""
    line = (str(error).splitlines() or [""])[0].strip()
    return (line or type(error).__name__)[:300]


def _failure(error: Exception) -> bytes:
    return orjson.dumps({"error": first_line(error)})


def _compute(plan: StudyPlan, cell: Cell, tries: int) -> tuple[str, bytes]:
    try:
        if tries > MAXIMUM_TRIES:
            raise MemoryError(f"{tries - 1} worker processes have died of it; it may need less memory or less time")
        text = orjson.dumps(plan.compute(cell))
        if len(text) > LONGEST_CELL:
            raise ValueError(f"its metrics take {len(text):,} bytes; at most {LONGEST_CELL:,} are stored")
    except Exception as error:  # whatever a model may raise is the answer to this cell, not the end of the study
        return "failed", _failure(error)
    return "computed", text


class _UnusableError(Exception):
    """A study that these workers cannot compute at all, and why."""


@lru_cache(maxsize=16)
def _plan(study: str) -> StudyPlan:
    text = _store().scenario(study)
    if text is None:
        raise _UnusableError("the scenario is not stored any more")
    try:
        scenario = parse_scenario(text)
    except ScenarioError as error:
        raise _UnusableError(f"the workers refuse the scenario: {error}") from None
    if scenario.content_hash() != study:
        raise _UnusableError(f"the workers run another version of the engine than the page: {ENGINE_VERSION}")
    return StudyPlan(scenario)


@lru_cache(maxsize=1)
def _store() -> Store:
    return Store(app.conf.broker_url)
