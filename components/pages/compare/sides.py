"""The sides of a comparison, two to four: opened from an address, an example, a recent run or a pasted link."""

from functools import lru_cache
from typing import Any

from components.pages.compare.ids import OPTIONAL, SIDES
from components.sketches.changes import changes
from components.sketches.link import from_link, to_link
from components.sketches.origin import MOST_SAID, called
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES


@lru_cache(maxsize=64)
def scenario_in(link: str) -> Scenario:
    """The scenario of a link; `ScenarioError` says what is wrong with it."""
    return from_link(link)


def described(scenario: Scenario) -> dict[str, str]:
    """What the page remembers of a side."""
    return {"link": to_link(scenario), "title": called(scenario)}


def told_apart(chosen: dict[str, dict[str, str]]) -> dict[str, str]:
    """What each side is called; if it has more changes than its name says, and A is of the same example, by what is
    other than in A."""
    first = chosen["A"]
    return {
        side: _but(first, one) if side != "A" and _is_cut_as(first, one) else one["title"]
        for side, one in chosen.items()
    }


def _is_cut_as(first: dict[str, str], other: dict[str, str]) -> bool:
    one, two = (scenario_in(side["link"]) for side in (first, other))
    return (one.title, one.family) == (two.title, two.family) and (
        first["title"] == other["title"] or other["title"].endswith(" more")
    )


def _but(first: dict[str, str], other: dict[str, str]) -> str:
    found = changes(scenario_in(first["link"]), scenario_in(other["link"]))
    words = [one.words for one in found[:MOST_SAID]]
    more = len(found) - len(words)
    return f"as A, but {', '.join(words)}{f', and {more} more' if more else ''}" if words else other["title"]


def examples() -> list[dict[str, str]]:
    """Every example as a side."""
    return [described(scenario) for scenario in EXAMPLES.values()]


def opened(
    a: str | None, b: str | None, c: str | None = None, d: str | None = None
) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """The sides of the address "/compare?a=...&b=...", and a sentence for each side that could not be opened.

    A or B that is not named or damaged becomes the first or the second example, whose results are known; where the
    other side has a scenario, an example of its family. C and D are there if they are named.
    """
    named: dict[str, Scenario] = {}
    problems = {"A": "", "B": ""}
    for side, link in zip(SIDES, (a, b, c, d), strict=True):
        instead = "" if side in OPTIONAL else " Shown is an example."
        try:
            named |= {side: scenario_in(link)} if link else {}
        except ScenarioError as error:
            problems[side] = f"The link of {side} cannot be opened: {error.rejections[0]}.{instead}"
    for side, other in (("A", "B"), ("B", "A")):
        if side not in named:
            named[side] = _instead(side, named.get(other))
    return {side: described(named[side]) for side in SIDES if side in named}, problems


def _instead(side: str, other: Scenario | None) -> Scenario:
    """An example for a *side* that has none: beside nothing the first or the second, else another of the family."""
    if other is None:
        return list(EXAMPLES.values())["AB".index(side)]
    family = [one for one in EXAMPLES.values() if one.family == other.family]
    return next((one for one in family if one != other), family[0])


def choices(chosen: dict[str, str] | None, offered: list[dict[str, str]]) -> list[dict[str, Any]]:
    """Options of a Select: the examples, and what is chosen now if it is none of them; the browser adds recent runs."""
    groups = [{"group": "Examples", "items": [_option(one) for one in offered]}]
    if chosen and chosen["link"] not in [one["link"] for one in offered]:
        groups.append({"group": "From a link", "items": [_option(chosen)]})
    return groups


def _option(side: dict[str, str]) -> dict[str, str]:
    return {"value": side["link"], "label": side["title"]}
