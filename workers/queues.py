"""Three queues, by how long something computes; each worker has processes of their own for all of them.

What takes minutes makes way for nobody, so it must not stand in front of what takes a moment. What is estimated to
take longer than its queue is for waits in a later one. Estimates may be wrong: what has computed for too long where it
is, is ended and begun again in the next queue.
"""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any, NamedTuple

from celery import current_task

from engine import ENGINE_VERSION
from engine.compiled.compiling import UncompiledError
from engine.inputs.scenario import Scenario
from workers.bounds import Bounds
from workers.calculator import CALCULATOR, EndedError
from workers.kernels import ask_for, missing_for


class Queue(NamedTuple):
    """One of them.

    Attributes
    ----------
    name : under which the broker has it
    longest : seconds that a cell or a preview is estimated at which waits here
    allowed : seconds of processor time after which whatever is computed here goes to the next queue
    piece : seconds after which a lane of a study makes way for others
    """

    name: str
    longest: float
    allowed: float
    piece: float


MOMENT = f"corral-{ENGINE_VERSION}"
"""The queue in which everything begins. Each version of the engine has its own, so that no worker ever computes for a
page of another version."""

LONGER = f"{MOMENT}-longer"
"""The queue of what takes some seconds, as a search for the smallest example does."""

QUEUES = (
    Queue(MOMENT, 1.0, 2.0, 1.0),
    Queue(LONGER, 10.0, 30.0, 10.0),
    Queue(f"{MOMENT}-longest", inf, inf, 60.0),
)


MOMENT_LATER = 1.0
"""Seconds until what needs a missing kernel is tried again."""


class PutOffError(Exception):
    """A kernel that it needs is missing, and is being compiled."""


class TooLongError(Exception):
    """It has computed for longer than is allowed where it waited; it is to be begun again in the next queue."""


def number_here() -> int:
    """Which of the queues the running task has waited in; the last one, if it was called and has waited in none."""
    name = (current_task.request.delivery_info or {}).get("routing_key") if current_task else None
    return next((number for number, queue in enumerate(QUEUES) if queue.name == name), len(QUEUES) - 1)


def number_for(seconds: float) -> int:
    """In which of the queues that is to wait which is estimated at so many *seconds*."""
    return next(number for number, queue in enumerate(QUEUES) if not seconds > queue.longest)


def compute_here(
    function: Callable[..., bytes],
    *arguments: Any,
    bounds: Bounds,
    wanted: Callable[[], bool],
    scenario: Callable[[], Scenario],
) -> bytes:
    """As `Calculator.compute`, or `TooLongError` after as long as is allowed in the queue of the running task.

    `PutOffError` if a kernel is missing. It is asked for, by the *scenario* that is computed.
    """
    within = bounds.within(QUEUES[number_here()].allowed)
    compute = partial(CALCULATOR.compute, function, *arguments, bounds=within, wanted=wanted)
    try:
        try:
            return compute()
        except UncompiledError:
            if (missing := missing_for(scenario())) and ask_for(missing):
                raise PutOffError from None
            return compute(compiles=True)
    except EndedError:
        if bounds.seconds > within.seconds:
            raise TooLongError from None
        raise


def pass_on() -> None:
    """Let the running task begin again in the next queue."""
    _begin_again(number_here() + 1, 0.0)


def put_off() -> None:
    """Let the running task begin again in a moment."""
    _begin_again(number_here(), MOMENT_LATER)


def _begin_again(number: int, later: float) -> None:
    request = current_task.request
    name, priority = QUEUES[number].name, request.delivery_info.get("priority")
    current_task.apply_async(request.args, request.kwargs, queue=name, priority=priority, countdown=later)
