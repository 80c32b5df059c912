"""What each decision of a policy in Python does, and the sentences for those that cannot be carried out."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from numbers import Real
from operator import index
from typing import TYPE_CHECKING

import numpy as np

from engine.parallel_jobs.python_policies.refusals import PolicyError
from engine.parallel_jobs.records import Reason
from engine.policy import Evict, Reject, Resize, Start, WakeMe

if TYPE_CHECKING:
    from engine.parallel_jobs.python_policies.clock import DecidedClock


class _NotPossibleError(Exception):
    """Why a decision cannot be carried out."""


def carry_out(clock: DecidedClock, decision: object, place: str) -> bool:
    """Do what was decided at *place*, and say whether it was only to wake up; `PolicyError` if it cannot be done."""
    try:
        if isinstance(decision, Start):
            _start(clock, decision)
        elif isinstance(decision, Resize):
            _resize(clock, decision)
        elif isinstance(decision, Reject):
            job = _waiting(clock, decision.job, "rejected")
            clock.on_leaving(job)
            clock.reject(job, Reason.DROPPED)
        elif isinstance(decision, Evict):
            clock.evict(_running(clock, decision.job, "evicted"))
        elif isinstance(decision, WakeMe):
            _wake(clock, decision)
        else:
            raise _NotPossibleError("no decision; Start, Resize, Reject, Evict and WakeMe are")
    except _NotPossibleError as error:
        told = str(decision) if isinstance(decision, Start | Resize | Reject | Evict | WakeMe) else repr(decision)
        raise PolicyError(f"{place}: {told} at {clock.env.now:g} s: {error}") from None
    return isinstance(decision, WakeMe)


def _start(clock: DecidedClock, decision: Start) -> None:
    job = _waiting(clock, decision.job, "started")
    machines = None if decision.machines is None else _machines(clock, decision.machines)
    if decision.size is not None:
        size = _whole(decision.size, "the size")
    else:
        size = clock.least[job] if machines is None else len(machines)
    if machines is not None and len(machines) != size:
        raise _NotPossibleError(f"{len(machines)} machines are named, and the size is {size}; they have to agree")
    _check_size(clock, job, size)
    if size > len(clock.free):
        raise _NotPossibleError(f"it would have {size} machines, and {len(clock.free)} are idle")
    clock.on_leaving(job)
    clock.start(job, size, machines)


def _resize(clock: DecidedClock, decision: Resize) -> None:
    job = _running(clock, decision.job, "resized")
    if clock.kind_of(job) != "malleable":
        raise _NotPossibleError(f"it is {clock.kind_of(job)}; only malleable jobs can be resized")
    size, running = _whole(decision.size, "the size"), clock.at_work[job]
    _check_size(clock, job, size)
    if size - running.size > len(clock.free):
        raise _NotPossibleError(f"it would have {size - running.size} machines more, and {len(clock.free)} are idle")
    clock.resize_to(running, size)


def _wake(clock: DecidedClock, decision: WakeMe) -> None:
    at = decision.at
    if not isinstance(at, Real) or not isfinite(at) or not float(at) > clock.env.now:
        raise _NotPossibleError("the instant has to be a number of seconds after now")
    clock.wake(float(at))


def _waiting(clock: DecidedClock, view: object, what: str) -> int:
    job = _job(clock, view)
    if job not in clock.waiting:
        raise _NotPossibleError(f"{view} {_status(clock, job)}; only a waiting job can be {what}")
    return job


def _running(clock: DecidedClock, view: object, what: str) -> int:
    job = _job(clock, view)
    if job not in clock.at_work:
        raise _NotPossibleError(f"{view} {_status(clock, job)}; only a running job can be {what}")
    return job


def _job(clock: DecidedClock, view: object) -> int:
    job = clock.job_of(view)
    if job is None:
        raise _NotPossibleError(f"{view!r} is unknown; jobs are those of `state` in this replication")
    return job


def _status(clock: DecidedClock, job: int) -> str:
    if job in clock.at_work:
        return "is running"
    if clock.records.reason[job] != Reason.NONE:
        return "was rejected"
    return "waits" if job in clock.waiting else "has ended"


def _check_size(clock: DecidedClock, job: int, size: int) -> None:
    least, most = clock.smallest[job], clock.largest[job]
    if not least <= size <= most:
        allowed = f"exactly {least}" if least == most else f"from {least} to {most}"
        raise _NotPossibleError(f"a size of {size} is outside the job's limits; {allowed} is allowed")


def _machines(clock: DecidedClock, numbers: Sequence[int]) -> list[int]:
    if not isinstance(numbers, Sequence | set | frozenset | range | np.ndarray) or isinstance(numbers, str):
        raise _NotPossibleError("machines are a list of their numbers")
    found: list[int] = []
    for number in numbers:
        machine = _whole(number, "the number of a machine") - 1
        if not 0 <= machine < len(clock.alpha) or machine in clock.gone:
            raise _NotPossibleError(f"there is no machine {number} now")
        if machine in found:
            raise _NotPossibleError(f"machine {number} is named twice")
        if machine not in clock.free:
            raise _NotPossibleError(f"machine {number} is busy")
        found.append(machine)
    return found


def _whole(number: object, what: str) -> int:
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        raise _NotPossibleError(f"{what} has to be a whole number, not {number!r}") from None
