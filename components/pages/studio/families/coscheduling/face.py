"""The face of coscheduling."""

from typing import Any

import plotly.graph_objects as go
from dash import Dash

from components.figures.coscheduling.beside import draw_beside
from components.pages.studio.face import Face, Trace, Tree
from components.pages.studio.families.coscheduling import on_tabs, on_window
from components.pages.studio.families.coscheduling.decisions.offered import TAB, offered_at
from components.pages.studio.families.coscheduling.form import COSCHEDULING_FORM
from components.pages.studio.families.coscheduling.on_window import WINDOW, for_player, view_of, window_of
from components.pages.studio.families.coscheduling.openings import OPENINGS
from components.pages.studio.families.coscheduling.overview import overview_of
from components.pages.studio.families.coscheduling.part_words import PARTS, PUT_AWAY, THUMBNAILS
from components.pages.studio.families.coscheduling.pictures import PICTURES
from components.pages.studio.families.coscheduling.race.told import RACE_TABLES, longest, race_player
from components.pages.studio.families.coscheduling.tables import STEP_TABLES, TABLES
from components.pages.studio.families.coscheduling.tabs import BESIDE_FAIRNESS, TABS
from components.pages.studio.families.coscheduling.window_bar import create_window


def _window(tab: str, fields: dict[str, Any]) -> dict[str, float]:
    return window_of(*(fields[name] for name in WINDOW)) | ({"decisions": 1} if tab == TAB else {})


def register(app: Dash) -> None:
    """Register what no other family does."""
    on_window.register(app)
    on_tabs.register(app)


def _beside(_found: Tree, traces: list[Trace], scheme: str) -> list[go.Figure]:
    return draw_beside(traces, scheme)


COSCHEDULING = Face(
    form=COSCHEDULING_FORM,
    parts=PARTS,
    thumbnails=THUMBNAILS,
    put_away=PUT_AWAY,
    tabs=TABS,
    has_fairness=True,
    beside_fairness=BESIDE_FAIRNESS,
    pictures=PICTURES,
    tables=TABLES,
    step_tables=STEP_TABLES,
    bar=create_window,
    bar_fields=WINDOW,
    window=_window,
    player=for_player,
    view=view_of,
    race_bar=("overview", "window", "nodes"),
    race_tables=RACE_TABLES,
    race_player=race_player,
    race_view=longest,
    what_ifs={TAB: offered_at},
    decided=(TAB,),
    overview=overview_of,
    beside=_beside,
    register=register,
    openings=OPENINGS,
)
