"""Another study that races against the one of the page: both sides of Compare on the same jobs.

Its link stays that of the page's address, and comes from whoever wrote that: what cannot race is not there.
"""

from functools import lru_cache
from itertools import zip_longest
from typing import Any
from urllib.parse import urlencode

from dash import html

from components.sketches.link import from_link, to_link
from components.sketches.origin import called
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.results.matching import matches
from engine.results.pairing import pairing

A, B = "A", "B"
"""The study of the page, and the other one, as on the page that compares them."""


def other_of(scenario: Scenario, link: Any) -> Scenario | None:
    """The study of that *link*, if it has the same jobs as *scenario*: they are paired. None else."""
    other = _read(link) if isinstance(link, str) and link else None
    return other if other is not None and pairing(scenario, other).paired else None


@lru_cache(maxsize=16)
def _read(link: str) -> Scenario | None:
    try:
        return from_link(link)
    except ScenarioError:
        return None


def rows_of(policies: list[str], other: Scenario | None) -> list[str]:
    """What can race: the *policies*, or with another study "A SED", "B SED" and so on, by turns."""
    if other is None:
        return policies
    pairs = zip_longest(policies, _in_order(policies, other))
    return [f"{side} {name}" for pair in pairs for side, name in zip((A, B), pair, strict=True) if name]


def _in_order(policies: list[str], other: Scenario) -> list[str]:
    """The policies of the *other* study, those first that both have, so that they stand below each other."""
    common = [name for name in policies if name in other.policies]
    return [*common, *(name for name in other.policies if name not in common)]


def entrants(
    scenario: Scenario, other: Scenario | None, point: int, rows: list[str]
) -> dict[str, tuple[Scenario, str, int]]:
    """Whose replay each row is: study, policy, number of the point; of the *other* study the one that is the same
    question, or the middle one."""
    if other is None:
        return {name: (scenario, name, point) for name in rows}
    there = {match.a: match.b for match in matches(scenario, other)}
    of_side = {A: (scenario, point), B: (other, there.get(point, len(other.points()) // 2))}
    sides = {name: name.split(" ", 1) for name in rows}
    return {name: (of_side[side][0], policy, of_side[side][1]) for name, (side, policy) in sides.items()}


def said(scenario: Scenario, other: Scenario | None) -> list[Any]:
    """Which study is which, and the way back to the one of the page alone."""
    if other is None:
        return []
    same = {match.a for match in matches(scenario, other)}
    note = "" if same else " They have no point in common: B is at its middle one."
    alone = html.A("This study alone", href=f"/?{urlencode({'s': to_link(scenario), 'tab': 'race'})}")
    return [f"A is this study, B is “{called(other)}”: the same random numbers.{note} ", alone]
