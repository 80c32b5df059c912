"""Shrinking: an instance with less to read that shows nearly the same."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.contract.problem import Instance

KEPT = 0.9
"""Share of the best ratio that has to be left."""

Smaller = Callable[[Instance], Iterable[Iterable[tuple[str, Instance]]]]
"""Kinds of what might be simpler; see `Problem.smaller`."""


class Shrunk(NamedTuple):
    """A step of shrinking: what was done in words, and what it led to."""

    words: str
    ratio: float
    instance: Instance


def shrink(
    worse: Callable[[Instance], float], smaller: Smaller, instance: Instance, least: float, kept: float = 0.0
) -> list[Shrunk]:
    """The steps from *instance* to one that no single step shrinks any more while its ratio is at least *least*, and
    at least *kept* times that of any step: some find a larger one.

    Every step makes it weigh less (`Instance.weight`), which is why it ends. Whatever takes most away is tried first,
    and of equals what keeps the largest ratio is taken.
    """
    steps: list[Shrunk] = []
    while (step := _next(worse, smaller, instance, least)) is not None:
        steps.append(step)
        least = max(least, kept * step.ratio)
        instance = step.instance
    return steps


def _next(worse: Callable[[Instance], float], smaller: Smaller, instance: Instance, least: float) -> Shrunk | None:
    for kind in smaller(instance):
        tried = [Shrunk(words, worse(one), one) for words, one in kind if one.weight < instance.weight]
        fit = [one for one in tried if one.ratio >= least]
        if fit:
            return max(fit, key=lambda one: one.ratio)  # the first of equals
    return None
