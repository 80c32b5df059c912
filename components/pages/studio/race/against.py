"""Other studies that race against the one of the page: the sides of Compare on the same jobs.

Their links stay those of the page's address, and come from whoever wrote that: what cannot race is not there.
"""

from collections.abc import Mapping
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

A, OTHERS = "A", ("B", "C", "D")
"""The study of the page, and the others, as on the page that compares them."""

BETWEEN = ","
"""Stands between the links of others; a link has none. One that is left out leaves its side out."""

Others = Mapping[str, Scenario]
"""By side."""


def others_of(scenario: Scenario, links: Any) -> dict[str, Scenario]:
    """The studies of those *links* that have the same jobs as *scenario*: they are paired."""
    texts = links.split(BETWEEN, len(OTHERS))[: len(OTHERS)] if isinstance(links, str) else []
    found = {side: other for side, text in zip(OTHERS, texts, strict=False) if text and (other := _read(text))}
    return {side: other for side, other in found.items() if pairing(scenario, other).paired}


@lru_cache(maxsize=16)
def _read(link: str) -> Scenario | None:
    try:
        return from_link(link)
    except ScenarioError:
        return None


def rows_of(policies: list[str], others: Others) -> list[str]:
    """What can race: the *policies*, or with other studies "A SED", "B SED" and so on, by turns."""
    if not others:
        return policies
    columns = [policies, *(_in_order(policies, other) for other in others.values())]
    rows = zip_longest(*columns)
    return [f"{side} {name}" for row in rows for side, name in zip((A, *others), row, strict=True) if name]


def _in_order(policies: list[str], other: Scenario) -> list[str]:
    """The policies of the *other* study, those first that both have, so that they stand below each other."""
    common = [name for name in policies if name in other.policies]
    return [*common, *(name for name in other.policies if name not in common)]


def entrants(scenario: Scenario, others: Others, point: int, rows: list[str]) -> dict[str, tuple[Scenario, str, int]]:
    """Whose replay each row is: study, policy, number of the point; of *others* the one that is the same question, or
    the middle one."""
    if not others:
        return {name: (scenario, name, point) for name in rows}
    of_side = {A: (scenario, point)} | {side: (other, _there(scenario, other, point)) for side, other in others.items()}
    sides = {name: name.split(" ", 1) for name in rows}
    return {name: (of_side[side][0], policy, of_side[side][1]) for name, (side, policy) in sides.items()}


def _there(scenario: Scenario, other: Scenario, point: int) -> int:
    return {match.a: match.b for match in matches(scenario, other)}.get(point, len(other.points()) // 2)


def said(scenario: Scenario, others: Others) -> list[Any]:
    """Which study is which, and the way back to the one of the page alone."""
    if not others:
        return []
    names = ", ".join(f"{side} is “{called(other)}”" for side, other in others.items())
    apart = [side for side, other in others.items() if not matches(scenario, other)]
    note = f" {_and(apart)} no point in common with A: there it is the middle one." if apart else ""
    alone = html.A("This study alone", href=f"/?{urlencode({'s': to_link(scenario), 'tab': 'race'})}")
    return [f"A is this study, {names}: the same random numbers.{note} ", alone]


def _and(sides: list[str]) -> str:
    return f"{' and '.join(sides)} {'has' if len(sides) == 1 else 'have'}"
