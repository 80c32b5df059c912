"""The two sides of a comparison: opened from an address, from an example, from a recent run or from a pasted link."""

from functools import lru_cache
from typing import Any

from components.link import from_link, to_link
from engine.registry import EXAMPLES
from engine.rejection import ScenarioError
from engine.scenario import Scenario

UNTITLED = "Scenario without a title"


@lru_cache(maxsize=64)
def scenario_in(link: str) -> Scenario:
    """The scenario of a link; `ScenarioError` says what is wrong with it."""
    return from_link(link)


def described(scenario: Scenario) -> dict[str, str]:
    """What the page remembers of a side."""
    return {"link": to_link(scenario), "title": scenario.title or UNTITLED}


def examples() -> list[dict[str, str]]:
    """Every example as a side."""
    return [described(scenario) for scenario in EXAMPLES.values()]


def opened(a: str | None, b: str | None) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """Both sides of the address "/compare?a=...&b=...", and a sentence for each side that could not be opened.

    A side that is not named or damaged becomes the first or the second example, whose results are known.
    """
    chosen, problems = {}, {}
    for side, link, instead in zip("AB", (a, b), list(EXAMPLES.values())[:2], strict=True):
        chosen[side], problems[side] = described(instead), ""
        if link:
            try:
                chosen[side] = described(scenario_in(link))
            except ScenarioError as error:
                problems[side] = f"The link of {side} cannot be opened: {error.rejections[0]}. Shown is an example."
    return chosen, problems


def choices(chosen: dict[str, str], offered: list[dict[str, str]]) -> list[dict[str, Any]]:
    """Options of a Select: the examples, and what is chosen now if it is none of them; the browser adds recent runs."""
    groups = [{"group": "Examples", "items": [_option(one) for one in offered]}]
    if chosen["link"] not in [one["link"] for one in offered]:
        groups.append({"group": "From a link", "items": [_option(chosen)]})
    return groups


def _option(side: dict[str, str]) -> dict[str, str]:
    return {"value": side["link"], "label": side["title"]}
