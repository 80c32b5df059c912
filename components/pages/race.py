"""What stands on the page "/compare/race?a=...&b=...": the race of the Studio with the sides of Compare in it.

Compare leads here with all that its address holds, and gets it back: nothing that was chosen there is lost.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import dash_mantine_components as dmc
from dash import html

from components.pages.compare import sides
from components.pages.compare.parts import create_head
from components.pages.compare.race import unlike
from components.pages.studio.layout import create_studio
from components.pages.studio.race.against import BETWEEN, OTHERS

OF_COMPARE = ("a", "b", "c", "d", "why", "metric", "range", "at")
"""What of the address is Compare's."""

BACK = "Back to Compare"


def layout(
    a: str | None = None, b: str | None = None, c: str | None = None, d: str | None = None, **asked: Any
) -> html.Main:
    """The page; what the race shows of its sides is in `components.pages.studio.page_state`."""
    chosen, problems = sides.opened(a, b, c, d)
    studies = {side: sides.scenario_in(one["link"]) for side, one in chosen.items()}
    apart = {side: reason for side, study in studies.items() if side != "A" and (reason := unlike(studies["A"], study))}
    racing = {side: one["link"] for side, one in chosen.items() if side in OTHERS and side not in apart}
    notes = [problem for problem in problems.values() if problem]
    notes += [f"{side} cannot race against A: {reason}." for side, reason in apart.items()]
    head = [
        html.A(f"← {BACK}", href=_back(chosen, asked), className="back-to-compare", title=f"{BACK} (B)"),
        html.H1(create_head(chosen), className="compare-head"),
        *(dmc.Alert(note, color="red", title="The race", mb="sm") for note in notes),
    ]
    if not racing:
        return html.Main(html.Div(head, className="race-head"), className="race-page")
    against = BETWEEN.join(racing.get(side, "") for side in OTHERS)
    race = create_studio(studies["A"], asked={**asked, "tab": "race", "against": against}, is_embedded=True)
    return html.Main([html.Div(head, className="race-head"), race], className="race-page")


def _back(chosen: Mapping[str, Mapping[str, str]], asked: Mapping[str, Any]) -> str:
    links = {side.lower(): one["link"] for side, one in chosen.items()}
    state = {name: asked[name] for name in OF_COMPARE if isinstance(asked.get(name), str)}
    return f"/compare?{urlencode(links | state, safe=',:')}"
