"""What can be asked when a policy is to be broken, for those who ask without computing anything."""

from collections.abc import Callable
from typing import Any, NamedTuple

MOST_JOBS = 8
"""Jobs of an example: what somebody can follow by hand."""

MOST_POLICIES = 12
"""Of everyone against everyone; with so many there are 132 pairs."""

PAIR_SECONDS = 1.0
"""What a pair of everyone against everyone takes on one core, about."""

SECONDS = 10.0
"""What a search takes on one core, about: the effort is always the same."""


class SmallExamples(NamedTuple):
    """What a family says of the few jobs on which one of its policies is worst against another.

    Attributes
    ----------
    metrics : what a policy can be worst in
    asked : (scenario, policy, against, metric) -> the question, `engine.contract.problem.Asked`; `ValueError` says what
        cannot be asked
    breakable : (scenario, metric) -> the policies of the scenario that can be held against each other
    there : (scenario, metric) -> these, its own ones, and those of the family
    """

    metrics: tuple[str, ...]
    asked: Callable[[Any, str, str, str], Any]
    breakable: Callable[[Any, str], list[str]]
    there: Callable[[Any, str], list[str]]
