"""Student's t: its quantile and its distribution function, for every interval and every test of the program."""

from functools import cache, lru_cache
from importlib import import_module
from typing import Any


@lru_cache(maxsize=4096)
def t_quantile(freedom: float, probability: float) -> float:
    """Where the law with so many degrees of freedom has *probability* below it, to 12 digits.

    More would depend on the processor, and how many replications a study gets, or whether a queue settles, follows
    from this.
    """
    return float(f"{precise_t_quantile(freedom, probability):.12g}")


def precise_t_quantile(freedom: float, probability: float) -> float:
    """The same with all digits, for what is only shown."""
    return float(_special().stdtrit(freedom, probability))


def t_below(freedom: float, t: float) -> float:
    """How much of the law is below *t*."""
    return float(_special().stdtr(freedom, t))


@cache
def _special() -> Any:
    """`scipy.special`, at the first interval: importing it takes longer than refusing a scenario, and few need it."""
    return import_module("scipy.special")
