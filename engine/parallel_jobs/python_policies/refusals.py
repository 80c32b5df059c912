"""What is said of a policy in Python that decides what cannot be done, or that fails: file, line, job and instant."""

import traceback
from collections.abc import Callable, Generator
from inspect import getsourcefile
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from engine.parallel_jobs.policies import IN_PYTHON
from engine.policy import Policy

Answer = TypeVar("Answer")

LAST_LINES = 3
"""Places in the policy's own code that are told of an exception."""


class PolicyError(ValueError):
    """A policy decided what cannot be done, or failed; the text is a sentence, with the place where."""


def asked(kind: type[Policy], at: float, ask: Callable[[], Answer]) -> Answer:
    """The answer of the policy's own code; `PolicyError` tells the last lines of whatever is raised there."""
    try:
        return ask()
    except (Exception, SystemExit) as error:  # whatever somebody's own code may raise ends this cell, and no other
        raise PolicyError(f"{name_of(kind)} failed at {at:g} s: {_last_lines(error)}") from None


def _last_lines(error: BaseException) -> str:
    return f"{_places(error.__traceback__)}{type(error).__name__}: {error}"


def _places(trace: TracebackType | None) -> str:
    own = [frame for frame in traceback.extract_tb(trace) if Path(frame.filename).parent != HERE][-LAST_LINES:]
    return "".join(f"{Path(one.filename).name}, line {one.lineno}, in {one.name}: {one.line}\n" for one in own)


HERE = Path(__file__).parent


def name_of(kind: type[Policy]) -> str:
    """What the policy is called in results."""
    return f"{IN_PYTHON}{kind.__name__}"


def place_of(policy: Policy, decisions: Any) -> str:
    """File and line of the `yield` at which *decisions* stand; those of the method, if it does not yield."""
    innermost = decisions
    while isinstance(getattr(innermost, "gi_yieldfrom", None), Generator):
        innermost = innermost.gi_yieldfrom
    frame = getattr(innermost, "gi_frame", None)
    if frame is not None:
        return f"{Path(frame.f_code.co_filename).name}, line {frame.f_lineno}"
    return method_of(policy, "decide")


def method_of(policy: Policy, method: str) -> str:
    """File and line of a method of the policy."""
    code = getattr(policy, method).__func__.__code__
    return f"{Path(getsourcefile(code) or code.co_filename).name}, line {code.co_firstlineno}"
