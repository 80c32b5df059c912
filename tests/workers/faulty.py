"""The workers' application with cells that are counted, slow, fail or end their process, and one more question; for
workers only.

The thousands of a study's seed tell its kind. What its cells measure is what they always measure.
"""

import os
import signal
import time
from contextlib import suppress

import numpy as np
from numba import njit
from redis import Redis, RedisError

from engine.study.cells import Cell, StudyPlan
from tests.workers import new_question
from tests.workers.site import (
    BUSY,
    COUNTER,
    DEADLY,
    DEADLY_CELL,
    ENDLESS,
    FAILING,
    GREEDY,
    RUNS_FOR_EVER,
    SLOW,
    UNBOUNDED,
)
from workers import bounds, queues
from workers.celery_app import app

__all__ = ["app"]

new_question.register(dict.__setitem__)
bounds.FLOOR = 1.0  # nobody is to wait for ten seconds
queues.QUEUES = (queues.QUEUES[0]._replace(allowed=0.5), *queues.QUEUES[1:])  # nor for two


@njit
def _run_for_ever(value: float) -> float:
    """Never lets go of Python's lock, as no kernel does."""
    while value > 0:
        value = value * 0.5 + 1.0
    return value


@njit
def _want(size: int) -> float:
    """Take memory in compiled code."""
    return np.ones(size).sum()


# Compiled before the pools fork: who needs what is not compiled is put off, and counted once more.
_run_for_ever(0.0)
_want(1)

_compute = StudyPlan.compute


def _faulty(self: StudyPlan, cell: Cell) -> dict[str, float]:
    # A broker that is away is no reason for a cell to fail.
    with suppress(RedisError), Redis.from_url(app.conf.broker_url) as redis:
        redis.hincrby(COUNTER, self.scenario.content_hash(), 1)
    kind = self.scenario.study.seed // 1000 * 1000
    if kind == SLOW:
        time.sleep(0.03)
    if kind == BUSY:
        until = time.process_time() + 0.8
        while time.process_time() < until:
            pass
    if kind == FAILING and cell.replication == 1:
        raise ArithmeticError(f"cell {cell.index} was told to fail\nand to say more than one line")
    if kind == DEADLY and cell.index == DEADLY_CELL:
        os._exit(9)
    if kind == ENDLESS and cell.index == DEADLY_CELL:
        _run_for_ever(1.0)
    if kind == UNBOUNDED and cell.index == DEADLY_CELL:
        signal.setitimer(signal.ITIMER_PROF, 0)  # its bound
        with Redis.from_url(app.conf.broker_url) as redis:
            redis.hset(RUNS_FOR_EVER, self.scenario.content_hash(), os.getpid())
        _run_for_ever(1.0)
    if kind == GREEDY and cell.index == DEADLY_CELL:
        _want(10**12 // 8)
    return _compute(self, cell)


StudyPlan.compute = _faulty  # type: ignore[method-assign]
