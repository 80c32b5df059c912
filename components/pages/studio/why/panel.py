"""What stands on the tab."""

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria
from components.controls.picture import create_picture
from components.pages.studio.details import create_details
from components.pages.studio.ids import Id
from components.pages.studio.panel import create_panel, create_text, side_by_side

EVERY = 1_000
"""ms after which episodes that were not there yet are looked for again."""

LOG = "Where the curve is steep the difference is made; where it is flat there is none."


def why_panel() -> html.Div:
    """The two policies, the answer in words, three pictures and four tables."""
    return create_panel(
        html.Div(
            [
                _choice(Id.WHY_FIRST, "From policy", 200),
                _choice(Id.WHY_SECOND, "to policy", 200),
                _choice(Id.WHY_METRIC, "Metric", 260),
            ],
            className="picture-choice",
        ),
        html.P(id=Id.WHY_TEXT, className="picture-text", role="status", **aria(live="polite")),
        html.Div(id=Id.WHY_JOBS, className="why-jobs"),
        side_by_side(
            create_picture(
                Id.WHY_PARTS, "From what the difference comes; the table has the numbers.", height="40vh", shape="bars"
            ),
            create_picture(
                Id.WHY_SPREAD, "Who wins: the distribution of differences; the table has them.", height="40vh"
            ),
        ),
        create_details("why-parts", of="what brings the difference"),
        create_details("why-winners", of="who wins"),
        create_details("why-whose", of="whose difference it is, by class, size and demand"),
        create_picture(
            Id.WHY_CURVE, "Cumulative difference in order of arrival; the table has the numbers.", height="40vh"
        ),
        create_text(Id.WHY_CURVE_TEXT),
        create_details("why-curve", of="the cumulative difference"),
        html.Div(
            [
                create_picture(
                    Id.WHY_EPISODES,
                    "What each episode brings, by its length; the table has the numbers.",
                    height="40vh",
                ),
                create_details("why-episodes", of="episodes, in which states differ"),
            ],
            id=Id.WHY_EPISODES_PANEL,
        ),
        create_text(Id.WHY_EPISODES_TEXT),
        dcc.Interval(id=Id.WHY_AGAIN, interval=EVERY, disabled=True),
    )


def _choice(name: str, label: str, width: int) -> dmc.Select:
    return dmc.Select(id=name, label=label, data=[], allowDeselect=False, size="xs", w=width)
