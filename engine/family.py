"""What a family of models provides to the study layer, the workers and the pages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.scenario import Scenario


@dataclass(frozen=True)
class Policy:
    """A scheduling policy: its published acronym, its name in words, what it does and where that is written."""

    name: str
    title: str
    description: str
    source: str
    code: int


@dataclass(frozen=True)
class Family:
    """One family of models.

    Attributes
    ----------
    name, title
        Identifier in JSON, and words for the page.
    scenario
        The model that validates this family's scenarios.
    policies
        Every policy by name, in the order of the picker.
    metrics
        Names in `engine.metrics.METRICS` that a cell of this family measures.
    simulate
        (scenario of one point, policy, replication) -> {metric: value}. A pure function.
    trace
        (scenario of one point, policy, replication, window) -> what the figures replay, as a JSON tree.
    cost
        (scenario of one point) -> estimated seconds for one cell on one core.
    warm_up
        Compiles or loads the kernels, so that nothing is compiled while somebody waits.
    examples
        Named scenarios by name, the first one is shown on the first page.
    """

    name: str
    title: str
    scenario: type[Scenario]
    policies: Mapping[str, Policy]
    metrics: tuple[str, ...]
    simulate: Callable[[Any, str, int], dict[str, float]]
    trace: Callable[..., dict[str, Any]]
    cost: Callable[[Any], float]
    warm_up: Callable[[], None]
    examples: Mapping[str, Scenario]
