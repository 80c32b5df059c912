"""Computing a study again beside its stored cells, to see whether they agree: nothing that is stored is looked at."""

import secrets
import time
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
import orjson
from limits import RateLimitItemPerMinute

from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.budget import costs_of
from engine.study.cells import StudyPlan
from engine.study.registry import parse_scenario
from workers import bounds, computing
from workers.broker.store import Store
from workers.calculator import DiedError, EndedError, UnwantedError, first_line
from workers.celery_app import NEXT, app
from workers.pace import Pace
from workers.queues import MOMENT_LATER, QUEUES, PutOffError, TooLongError, compute_here, number_for, number_here

SECONDS = 20.0
"""Estimated work of a check on one core; of a longer study only some cells are computed again."""

LANES = 2
"""Tasks of a check in the queue."""

KEEP = 3600
"""Seconds for which a check is kept."""

PER_MINUTE = 6
"""Checks that one visitor may begin in a minute."""


class TooManyChecksError(ValueError):
    """A visitor has begun enough of them for now; the text is a sentence for the page."""


class Checked(NamedTuple):
    """How far a check is.

    Attributes
    ----------
    total : cells that are computed again
    values : {index of a cell: what it measures, or {"error": reason}}, as far as it has come
    seconds : since it was begun, up to the last cell so far
    silent : seconds since the last cell
    """

    total: int
    values: dict[int, dict[str, Any]]
    seconds: float
    silent: float


class Checks:
    """Begins checks and follows them; safe to share between threads."""

    def __init__(self, redis_url: str) -> None:
        self._redis = Store(redis_url).redis
        self._broker_url = redis_url
        self._pace = Pace(redis_url)

    def begin(self, result: Result, visitor: str = "") -> str:
        """Compute cells of *result* again, as many as there is time for, and return the name of the check.

        `TooManyChecksError` if *visitor* has begun enough of them.
        """
        begun = self._pace.refuses(RateLimitItemPerMinute(PER_MINUTE), "checks", visitor) if visitor else None
        if begun is not None:
            raise TooManyChecksError(f"you have begun {begun} checks within a minute; wait for a moment")
        name, now = secrets.token_hex(8), _now(self._redis)
        told: dict[Any, Any] = {"cells": orjson.dumps(sample(result)), "begun": now, "last": now}
        pipeline = self._redis.pipeline()
        pipeline.hset(_check(name), mapping={"scenario": result.scenario.canonical(), **told})
        pipeline.expire(_check(name), KEEP)
        pipeline.execute()
        with app.connection_for_write(self._broker_url) as connection:
            for lane in range(LANES):
                check.apply_async((name, lane), priority=NEXT, connection=connection)
        return name

    def look(self, name: str) -> Checked | None:
        """How far a check is, or None if it is not known (any more)."""
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hmget(_check(name), ("cells", "begun", "last"))
        pipeline.hgetall(_cells(name))
        (cells, begun, last), values = pipeline.execute()
        if cells is None:
            return None
        found = {int(index): orjson.loads(text) for index, text in values.items()}
        return Checked(len(orjson.loads(cells)), found, float(last) - float(begun), _now(self._redis) - float(last))


def sample(result: Result) -> list[int]:
    """The cells of *result* that are computed again: all, or those of the same lot everywhere that fit into `SECONDS`.

    At least one.
    """
    scenario = result.scenario
    costs = np.array(costs_of(scenario))[..., 0]  # (points, policies), s
    done = np.argwhere(result.done)  # (cells, 3): point, policy, replication
    if not len(done):
        return []
    points, policies = result.done.shape[:2]
    indices = (done[:, 2] * points + done[:, 0]) * policies + done[:, 1]
    order = np.random.default_rng(int(scenario.content_hash(), 16)).permutation(len(done))
    spent = np.cumsum(costs[done[order, 0], done[order, 1]])
    chosen: list[int] = np.sort(indices[order[: max(1, int((spent <= SECONDS).sum()))]]).tolist()
    return chosen


# Acknowledged early, as a trace is: a cell that ends its process is not to end the next one.
@app.task(name="corral.check", acks_late=False)
def check(name: str, position: int) -> None:
    """Compute cells *position*, *position* + LANES... of a check for half as long as a lane of a study does, then queue
    up again; in the queue of cells that take as long, as that does."""
    redis = Store(app.conf.broker_url).redis
    scenario, cells = cast("list[bytes | None]", redis.hmget(_check(name), ("scenario", "cells")))
    if scenario is None or cells is None:
        return  # forgotten
    plan, indices = StudyPlan(parse_scenario(scenario)), orjson.loads(cells)
    number = number_here()
    until = time.monotonic() + QUEUES[number].piece / 2
    for place in range(position, len(indices), LANES):
        cell = plan.cell(indices[place])
        estimated = bounds.estimate(plan.at_point[cell.point], plan.scenario.policies[cell.policy])
        fitting = max(number, number_for(estimated.seconds))
        if fitting > number or time.monotonic() > until:
            check.apply_async((name, place), priority=NEXT, queue=QUEUES[fitting].name)
            return
        try:
            text = _compute(plan, cell.index, bounds.of_cell(estimated), lambda: bool(redis.exists(_check(name))))
        except UnwantedError:
            return
        except PutOffError:
            check.apply_async((name, place), priority=NEXT, queue=QUEUES[number].name, countdown=MOMENT_LATER)
            return
        except TooLongError:
            check.apply_async((name, place), priority=NEXT, queue=QUEUES[number + 1].name)
            return
        _put(redis, name, cell.index, text)


def _compute(plan: StudyPlan, index: int, bound: bounds.Bounds, wanted: Callable[[], bool]) -> bytes:
    try:
        text, point = plan.scenario.canonical(), plan.at_point[plan.cell(index).point]
        return compute_here(computing.cell, text, index, bounds=bound, wanted=wanted, scenario=lambda: point)
    except (UnwantedError, TooLongError, PutOffError):
        raise
    except DiedError as error:
        reason = f"the process that computed it died of it ({error})"
    except EndedError as error:
        reason = f"it {error}"
    except Exception as error:  # whatever a model may raise is what came of this cell
        reason = first_line(error)
    return orjson.dumps({"error": reason})


def _put(redis: Any, name: str, index: int, text: bytes) -> None:
    pipeline = redis.pipeline()
    pipeline.hset(_cells(name), str(index), text)
    pipeline.expire(_cells(name), KEEP)
    pipeline.hset(_check(name), "last", _now(redis))
    pipeline.execute()


def differing(result: Result, found: Checked) -> list[int]:
    """The cells that came out otherwise than *result* says, in order; equal is equal to the last bit."""
    plan = StudyPlan(result.scenario)
    return [index for index, values in sorted(found.values.items()) if not _agrees(plan, result, index, values)]


def _agrees(plan: StudyPlan, result: Result, index: int, values: dict[str, Any]) -> bool:
    cell = plan.cell(index)
    stored = result.table[cell.point, cell.policy, cell.replication]
    # A metric that a cell does not have is absent, or null in JSON: None, of which numpy would make an object.
    fresh = np.array([values.get(name) for name in result.names], dtype=np.float64)
    return "error" not in values and np.array_equal(stored, fresh, equal_nan=True)


def recomputed(scenario: Scenario, found: Checked) -> Result:
    """The result of the cells that were computed again."""
    return StudyPlan(scenario).combine(found.values)


def _now(redis: Any) -> float:
    seconds, microseconds = redis.time()
    return float(f"{seconds}.{microseconds:06}")


def _check(name: str) -> str:
    return f"corral:check:{name}"


def _cells(name: str) -> str:
    return f"corral:check-cells:{name}"
