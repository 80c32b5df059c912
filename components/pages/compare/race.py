"""The way to the race: A and B on one clock, in the Studio, where they are on the same jobs."""

from urllib.parse import urlencode

from dash import html

from components.pages.compare.schedules import Studies
from components.sketches.link import to_link
from engine.inputs.scenario import Scenario
from engine.results.matching import matches
from engine.results.pairing import pairing

MOST_OF_EACH = 2
"""Policies of each side that race at first."""


def race_of(studies: Studies) -> list[html.A]:
    """The link; nothing where A and B have other jobs, or other models, or where nobody could choose."""
    a, b = studies["A"], studies["B"]
    # The race is a tab of studies of several policies; whichever has them is its A.
    is_raced = len(a.policies) > 1 and not any(getattr(side, "population", None) for side in (a, b))
    if not is_raced or not pairing(a, b).paired or a == b:
        return []
    return [html.A("Race A and B on one clock", href=f"/?{urlencode(_asked(a, b), safe=',')}", className="race-link")]


def _asked(a: Scenario, b: Scenario) -> dict[str, str]:
    """What the address says: both studies, the rows, and a point that both have, the middle one of them."""
    common = [name for name in a.policies if name in b.policies][:MOST_OF_EACH]
    rows = [f"{side} {name}" for name in common for side in "AB"] or [f"A {a.policies[0]}", f"B {b.policies[0]}"]
    found = [match.a for match in matches(a, b)]
    point = found[len(found) // 2] if found else len(a.points()) // 2
    asked = {"s": to_link(a), "tab": "race", "racers": ",".join(rows), "point": str(point + 1)}
    return asked | {"against": to_link(b)}
