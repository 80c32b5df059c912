"""What of a study can be replayed."""

from collections.abc import Sequence
from typing import NamedTuple

from components.words.wording import point_words
from engine.inputs.scenario import Scenario

MOST_RACERS = 4
"""Policies whose replays stand one below the other."""


class Offer(NamedTuple):
    """What of a study can be replayed, and the point to begin with, a third of the way up."""

    scenario: Scenario
    policies: list[str]
    points: list[dict[str, str]]
    point: str
    replications: int


def offer(scenario: Scenario) -> Offer:
    """What of the study of *scenario* can be replayed."""
    points = [{"value": str(n), "label": point_words(scenario, values)} for n, values in enumerate(scenario.points())]
    return Offer(scenario, list(scenario.policies), points, str(len(points) // 3), scenario.study.replications)


def racers_of(policies: Sequence[str], wanted: Sequence[str] | None) -> tuple[str, ...]:
    """The *wanted* ones of these *policies*, in their order; the first ones where fewer than two are wanted."""
    found = tuple(name for name in policies if name in (wanted or ()))
    return (found if len(found) > 1 else tuple(policies))[:MOST_RACERS]
