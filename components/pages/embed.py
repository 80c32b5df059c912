"""What stands on the page "/embed": the answer of a study, without the sketch, for a frame in a course page."""

from typing import Any
from urllib.parse import urlencode

from dash import html

from components.pages.studio.layout import create_studio, opened_by
from components.sketches.link import to_link
from components.sketches.origin import called, own_notes
from engine.inputs.scenario import Scenario

KEPT = (
    "tab",
    "metric",
    "policy",
    "point",
    "replication",
    "job",
    "iteration",
    "step",
    "whatif",
    "pair",
    "racers",
    "against",
    "episode",
    "off",
    "f",
)
"""What of the address goes on to the Studio."""


def layout(s: str | None = None, **asked: Any) -> html.Main:
    """The page for "/embed?s=...". Nothing starts by itself: a study that is not known has a button."""
    scenario, problem = opened_by(s)
    return html.Main(
        [
            html.Div(
                [
                    html.H1(called(scenario)),
                    html.A("Open in Corral", href=_in_studio(scenario, asked), target="_blank", rel="noopener"),
                ],
                className="embed-head",
            ),
            create_studio(scenario, problem, asked=asked, is_embedded=True),
            html.Details([html.Summary("Notes"), html.P(notes)]) if (notes := own_notes(scenario)) else None,
        ],
        className="embed-page",
    )


def _in_studio(scenario: Scenario, asked: dict[str, Any]) -> str:
    state = {name: asked[name] for name in KEPT if isinstance(asked.get(name), str)}
    return f"/?{urlencode({'s': to_link(scenario)} | state, safe=',')}"
