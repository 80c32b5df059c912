"""With which picture a study opens: each example with the one that answers its question.

What examples open with stands beside them, in the faces of their families, and not in their scenarios: a scenario says
what is computed, and links and stored results go by it.
"""

from functools import cache
from typing import Any

from components.pages.studio.face import FACES, Opening
from components.pages.studio.tabs import first_tab
from components.words.wording import first_metric
from engine.inputs.scenario import Scenario
from engine.study.ahead import names_by_content


def opening_of(scenario: Scenario) -> Opening:
    """Tab and metric for *scenario*, where nobody asks for others."""
    known = _by_name().get(names_by_content().get(scenario.content_hash(), ""))
    return known or Opening(first_metric(scenario), first_tab(scenario.model_dump(mode="json")))


def opening_of_example(name: str) -> Opening | None:
    """Those of the example called *name*; None where it has none of its own."""
    return _by_name().get(name)


def openings_for_browser() -> dict[str, Any]:
    """{name of an example: {"tab", "metric"}}, for addresses that say only what differs."""
    return {name: opening._asdict() for name, opening in _by_name().items()}


@cache
def _by_name() -> dict[str, Opening]:
    return {name: opening for face in FACES.values() for name, opening in face.openings.items()}
