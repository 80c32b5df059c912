"""What is said of a valid sketch as a whole: whether it can be run, what it costs, and the way to it."""

from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import html

from components.sketches.link import MAXIMUM_LINK, to_link
from components.visits.answers import SOON_SECONDS, priced
from components.words.wording import number, price_words
from engine.inputs.scenario import Scenario
from engine.study.budget import Budget


class Standing(NamedTuple):
    """Of a valid sketch.

    Attributes
    ----------
    objection : why it would be refused, or nothing
    problems : what stands above Run
    cost : in words; empty if it would be refused
    link : what stands behind "?s="
    """

    objection: str
    problems: Any
    cost: str
    link: str


def standing(scenario: Scenario, is_typed: bool = False) -> Standing:
    """What is said of *scenario*; nothing is measured for it unless somebody has typed it."""
    cost, link = priced(scenario, SOON_SECONDS if is_typed else None), to_link(scenario)
    if cost.objection:
        return Standing(cost.objection, create_problems([cost.objection]), "", link)
    too_long = ["this scenario is too long for a link"] if len(link) > MAXIMUM_LINK else []
    return Standing("", create_problems(too_long), _words(cost), link)


def create_problems(sentences: list[str]) -> Any:
    """What is wrong, of which no field speaks."""
    return dmc.Alert([html.Div(text) for text in sentences], color="red", p="xs") if sentences else None


def _words(cost: Budget) -> str:
    seconds = price_words(cost.seconds, cost.told)
    if cost.most_cells > cost.cells:
        return f"at least {number(cost.cells, 6)} cells, {seconds}; at most {number(cost.most_cells, 6)} cells"
    return f"{number(cost.cells, 6)} cells, {seconds}"
