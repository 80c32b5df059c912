"""What a family provides to have its policies broken: its small instances, their neighbors, and how bad each is."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

import numpy as np

from engine.inputs.scenario import Scenario


class Instance(Protocol):
    """A few jobs, and the machines for them: a tuple of small whole numbers, which orders instances and finds them
    again.
    """

    @property
    def jobs(self) -> tuple[Any, ...]:
        """In order of arrival."""

    @property
    def weight(self) -> tuple[int, ...]:
        """How much there is to read, what counts most first: whatever is shrunk weighs less."""


class Asked(Protocol):
    """Where is `policy` worst against `against`?"""

    @property
    def policy(self) -> str:
        """Which is to be worst."""

    @property
    def against(self) -> str:
        """Against which."""

    @property
    def metric(self) -> str:
        """In what."""

    @property
    def seed(self) -> int:
        """Of the search."""

    def scenario(self, instance: Any) -> Scenario:
        """The *instance* as a scenario of both policies, that which others are compared with first."""


class Worse(Protocol):
    """(instance) -> how much worse the policy is on it, by its `Measure`; 0 where there is nothing to compare."""

    evaluations: int
    """Instances that both policies have been simulated on, those that were known left out."""

    def __call__(self, instance: Any) -> float:
        """The number, remembered."""


class Problem(NamedTuple):
    """One family's part of the search.

    Attributes
    ----------
    asked : (scenario, policy, against, metric, ...) -> the question; `ValueError` says what cannot be asked
    breakable : (scenario, metric) -> the policies of the scenario that can be held against each other
    worse : (question) -> what an instance is worth; see `Worse`
    uniform : uniform numbers that a move takes, all of them whichever move it is
    at_random : (question, uniform numbers (`MOST_JOBS` + 1, `uniform`), most jobs) -> an instance to begin with
    moved : (question, instance, uniform numbers (`uniform`,), most jobs) -> a neighbor
    smaller : (question, instance) -> kinds of what might be simpler, that which takes most away first; of each kind
        words and instances
    schedules : (example) -> what becomes of its jobs, a tree for each of its policies
    simulate : (example, policy, replication) -> the metrics of a cell
    chains, steps : chains of one search, and neighbors that each of them tries: some seconds
    pair_chains, pair_steps : of each pair where everyone is held against everyone
    """

    asked: Callable[..., Asked]
    breakable: Callable[[Any, str], list[str]]
    worse: Callable[[Any], Worse]
    uniform: int
    at_random: Callable[[Any, np.ndarray, int], Any]
    moved: Callable[[Any, Any, np.ndarray, int], Any]
    smaller: Callable[[Any, Any], Iterable[Iterable[tuple[str, Any]]]]
    schedules: Callable[[Any], list[Any]]
    simulate: Callable[[Any, str, int], dict[str, float]]
    chains: int
    steps: int
    pair_chains: int
    pair_steps: int
