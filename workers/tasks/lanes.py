"""A lane of a study, which is advanced by a piece of work at a time."""

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache, partial
from typing import NamedTuple

from engine import ENGINE_VERSION
from engine.contract.cost import Cost
from engine.inputs.rejection import ScenarioError
from engine.study.cells import Cell, StudyPlan
from engine.study.registry import parse_scenario
from workers import bounds, computing
from workers.bounds import Seen
from workers.broker.store import LONGEST_CELL, Go, Store
from workers.calculator import CALCULATOR, DiedError, EndedError, FailedError, UnwantedError, first_line
from workers.celery_app import FIRST, NEXT, UNREACHABLE, app
from workers.kept_plans import KeptPlans
from workers.logs import STUDIES
from workers.queues import (
    MOMENT,
    MOMENT_LATER,
    QUEUES,
    PutOffError,
    TooLongError,
    compute_here,
    number_for,
    number_here,
)
from workers.room import when_there_is_room
from workers.rounds import LANES, conclude
from workers.tasks.answers import failure
from workers.tasks.connected import recorded_here, store_here

FIRST_PIECE = 0.15
"""Seconds after which the first task of a lane makes way for others; later ones do as their queue says. The first one
ends with the first replication, too: that is a first curve for everybody before anybody's becomes sharper."""

LOOK_AHEAD = 64
"""Cells that are looked up at once."""

MAXIMUM_TRIES = 2
"""A cell that has been begun so many times, and whose process has died each time, is given up."""


@app.task(name="corral.advance")
def advance(study: str, epoch: int, lane: int, position: int) -> None:
    """Compute cells *position*, *position* + LANES... of a study's round for a while, then queue up again.

    In the queue of cells that take as long; the lane stays there for the rest of the round.

    The message is acknowledged after the next one has been sent. If this process dies the same piece is run again: it
    finds what is there and goes on behind it.
    """
    store = store_here()
    try:
        following = _piece(store, _plan(study), study, epoch, position, first=position == lane)
    except UNREACHABLE:
        raise  # the study goes on when the broker is back
    except Exception as error:
        # Nothing that another try would change.
        store.end(study, "failed", first_line(error))
        STUDIES.exception("study failed", extra={"study": study})
        raise
    if following is not None:
        priority = FIRST if following.position == lane else NEXT
        when_there_is_room(
            send_lane, study, epoch, lane, following.position, priority, following.queue, following.later
        )


def send_lane(
    study: str, epoch: int, lane: int, position: int, priority: int = FIRST, queue: str = MOMENT, later: float = 0.0
) -> None:
    """Put a lane into a queue, so many seconds *later*."""
    advance.apply_async((study, epoch, lane, position), priority=priority, queue=queue, countdown=later)


class _Following(NamedTuple):
    """Where a lane goes on, in which queue, and how many seconds later."""

    position: int
    queue: str
    later: float = 0.0


def _piece(store: Store, plan: StudyPlan, study: str, epoch: int, position: int, first: bool) -> _Following | None:
    """Compute some cells from *position* on, and return where the lane goes on; None if it does not."""
    number, has_computed = number_here(), False
    until = time.monotonic() + (FIRST_PIECE if first else QUEUES[number].piece)
    indices = _indices(study, epoch)
    end = _end_of_first_replication(plan, indices) if first else len(indices)
    for batch in _batches(len(indices), position):
        cells = [plan.cell(indices[place]) for place in batch]
        keys = [plan.key(cell) for cell in cells]
        of_batch = [(cell.index, key) for cell, key in zip(cells, keys, strict=True)]
        taken = when_there_is_room(store.take, study, epoch, of_batch)
        if taken is None:
            return None
        tries = taken.tries
        for place, cell, key, text in zip(batch, cells, keys, taken.cells, strict=True):
            if text == 1:
                continue
            if isinstance(text, bytes):
                kind = "reused"
            else:
                expected = _expected(study, cell)
                fitting = max(number, number_for(expected))
                if fitting > number or (has_computed and time.monotonic() + expected > until):
                    store.forget_tries(study, cell.index)
                    return _Following(place, QUEUES[fitting].name)
                try:
                    kind, text = _compute(study, plan, cell, tries, partial(_is_current, store, study, epoch))
                except PutOffError:
                    store.forget_tries(study, cell.index)
                    return _Following(place, QUEUES[number].name, MOMENT_LATER)
                except TooLongError:
                    store.forget_tries(study, cell.index)
                    return _Following(place, QUEUES[number + 1].name)
                except UnwantedError:
                    return None
                tries, has_computed = 1, True  # the count was of the first cell to compute
                if kind == "failed":
                    STUDIES.warning("cell failed", extra={"study": study, "cell": cell.index, "reason": text.decode()})
            go = when_there_is_room(store.put, study, epoch, kind, [(cell.index, key, text)])
            if go is Go.ROUND_DONE:
                when_there_is_room(conclude, store, plan, study, epoch, send_lane)
            if go is not Go.ON:
                return None
            following = place + LANES
            if following < len(indices) and (time.monotonic() > until or following >= end):
                return _Following(following, QUEUES[number].name)
    _conclude_if_done(store, plan, study, epoch)
    return None


def _conclude_if_done(store: Store, plan: StudyPlan, study: str, epoch: int) -> None:
    """At the end of a lane: the process that stored the last cell may have died before it concluded the round."""
    record = store.record(study)
    if record is not None and record.epoch == epoch and record.done >= record.cells:
        conclude(store, plan, study, epoch, send_lane)


def _end_of_first_replication(plan: StudyPlan, indices: list[int]) -> int:
    """How many of the cells of a round, in order, belong to the very first replication of a study; all if none do."""
    first = bisect_left(indices, len(plan.points) * plan.policies)
    return first or len(indices)


def _batches(length: int, position: int) -> Iterator[range]:
    """The places of a lane from *position* on, so many at a time as are looked up at once."""
    lane = range(position, length, LANES)
    for first in range(0, len(lane), LOOK_AHEAD):
        yield lane[first : first + LOOK_AHEAD]


def _is_current(store: Store, study: str, epoch: int) -> bool:
    with suppress(*UNREACHABLE):
        return store.is_current(study, epoch)
    return True  # as far as anybody knows: the study goes on when the broker is back


def _expected(study: str, cell: Cell) -> float:
    """Seconds that a cell will take, after what was seen of others."""
    return _seen(study, cell.policy).slower * _estimated(study, cell.point, cell.policy).seconds


def _compute(study: str, plan: StudyPlan, cell: Cell, tries: int, wanted: Callable[[], bool]) -> tuple[str, bytes]:
    """A cell, which is begun for the so many-th time, as "computed" or "failed" and its text."""
    estimated, seen = _estimated(study, cell.point, cell.policy), _seen(study, cell.policy)
    bound = bounds.of_cell(estimated, seen)
    died = ""
    for _ in range(tries, MAXIMUM_TRIES + 1):
        try:
            text = compute_here(
                computing.cell,
                _canonical(study),
                cell.index,
                bounds=bound,
                wanted=wanted,
                scenario=lambda: plan.at_point[cell.point],
            )
        except DiedError as error:
            died = f" ({error})"
        except (EndedError, FailedError) as error:
            return "failed", failure(str(error))
        else:
            seen.add(estimated.seconds, CALCULATOR.took)
            if len(text) <= LONGEST_CELL:
                return "computed", text
            return "failed", failure(f"its metrics take {len(text):,} bytes; at most {LONGEST_CELL:,} are stored")
    return "failed", failure(
        f"{MAXIMUM_TRIES} worker processes have died of it{died}; it may need less memory or less time"
    )


@lru_cache(maxsize=16)
def _canonical(study: str) -> bytes:
    return _plan(study).scenario.canonical()


# Both keep a name and some numbers for each: about a megabyte in all.
@lru_cache(maxsize=4096)
def _estimated(study: str, point: int, policy: int) -> Cost:
    plan = _plan(study)
    return bounds.estimate(plan.at_point[point], plan.scenario.policies[policy])


@lru_cache(maxsize=4096)
def _seen(_study: str, _policy: int) -> Seen:
    """What this process has seen of the cells of a study under one of its policies."""
    return Seen()


class _UnusableError(Exception):
    """A study that these workers cannot compute at all, and why."""


_PLANS = KeptPlans()


def _plan(study: str) -> StudyPlan:
    return _PLANS.get(study, lambda: _read(study))


def _read(study: str) -> StudyPlan:
    text = store_here().scenario(study)
    if text is None:
        raise _UnusableError("the scenario is not stored any more")
    try:
        scenario = parse_scenario(text)
    except ScenarioError as error:
        raise _UnusableError(f"the workers refuse the scenario: {error}") from None
    if scenario.content_hash() != study:
        raise _UnusableError(f"the workers run another version of the engine than the page: {ENGINE_VERSION}")
    recorded_here().bring(scenario)
    return StudyPlan(scenario)


@lru_cache(maxsize=16)
def _indices(study: str, _epoch: int) -> list[int]:
    """The cells of the round of an epoch, at most 20,000 numbers; each round has epochs of its own."""
    return _plan(study).indices(store_here().round(study))
