"""A broker without room: its disk or its memory is full, so it answers, but takes nothing."""

import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from workers.celery_app import TASK_LIMIT, UNREACHABLE

Wanted = ParamSpec("Wanted")
Found = TypeVar("Found")

LONGEST_WAIT = TASK_LIMIT / 2
"""Seconds after which a task no longer waits; before its limit ends it."""

BREATH = 0.5
"""Seconds between two tries."""


def is_full(error: Exception) -> bool:
    """Whether the broker raised it because it has no room, on its disk or in its memory."""
    # The words stand somewhere within when a script was refused, or a message.
    return isinstance(error, UNREACHABLE) and any(word in str(error) for word in ("MISCONF", "maxmemory"))


FULL = "the broker stores nothing at the moment: its disk or its memory is full"
"""What is said when it answers and refuses to write; it goes on by itself when there is room."""

AWAY = "the broker is away; try again in some seconds"


def trouble_of(error: Exception) -> str:
    """What is wrong with a broker that raised one of `UNREACHABLE`: it is full, or it is not there."""
    return FULL if is_full(error) else AWAY


def when_there_is_room(act: Callable[Wanted, Found], *arguments: Wanted.args, **named: Wanted.kwargs) -> Found:
    """What *act* returns, as soon as the broker takes it: a task that gave up would lose its lane, for a message is
    gone when its task has failed. Raises what *act* raises for any other reason, or after half a task's time."""
    until = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            return act(*arguments, **named)
        except UNREACHABLE as error:
            if not is_full(error) or time.monotonic() > until:
                raise
        time.sleep(BREATH)
