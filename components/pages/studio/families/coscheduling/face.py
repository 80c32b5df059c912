"""The face of coscheduling."""

from typing import Any

import plotly.graph_objects as go
from dash import Dash

from components.figures.coscheduling.beside import draw_beside
from components.pages.studio.face import BREAK, CHOICE, RACE, Face, Opening, Tab, Trace, Tree
from components.pages.studio.families.coscheduling import on_tabs, on_window, panels
from components.pages.studio.families.coscheduling.decisions.offered import TAB, offered_at
from components.pages.studio.families.coscheduling.form import COSCHEDULING_FORM
from components.pages.studio.families.coscheduling.on_window import WINDOW, for_player, view_of, window_of
from components.pages.studio.families.coscheduling.overview import overview_of
from components.pages.studio.families.coscheduling.part_words import PARTS, THUMBNAILS
from components.pages.studio.families.coscheduling.pictures import BOOSTS, PICTURES, PROFILE, TYPES
from components.pages.studio.families.coscheduling.race import RACE_TABLES, longest, race_player
from components.pages.studio.families.coscheduling.tables import STEP_TABLES, TABLES
from components.pages.studio.families.coscheduling.window_bar import create_window
from engine.coscheduling.policies import SCHEMES, OnDelivery, Scheme


def has_matrix(tree: Tree, policy: str | None) -> bool:
    """Whether all nodes change jobs together under the *policy* that is replayed."""
    return bool(_replayed(tree, policy).gang)


def has_queues(tree: Tree, policy: str | None) -> bool:
    """Whether every node has feedback queues of its own under the *policy* that is replayed."""
    return not _replayed(tree, policy).is_told


def _replayed(tree: Tree, policy: str | None) -> Scheme:
    return SCHEMES[policy if policy and policy in tree["policies"] else tree["policies"][0]]


def has_boosts(tree: Tree, _policy: str | None = None) -> bool:
    """Whether any policy of the study polls for messages."""
    return any(SCHEMES[name].on_delivery == OnDelivery.PERIODIC_BOOST for name in tree["policies"])


TABS = (
    Tab("timeline", "Node timeline", (*CHOICE, "overview", "window", "nodes"), panel=panels.create_timeline),
    RACE,
    Tab(
        "matrix",
        "Ousterhout matrix",
        (*CHOICE, "overview", "window", "player"),
        has_matrix,
        "queues",
        panel=panels.create_matrix,
    ),
    Tab("queues", "Queues", (*CHOICE, "overview", "window", "node"), has_queues, "matrix", panel=panels.create_queues),
    Tab(
        "node-decisions",
        "Decisions",
        (*CHOICE, "overview", "window", "nodes", "player"),
        panel=panels.create_node_decisions,
    ),
    Tab("profile", "Profile", (*CHOICE, "policies"), panel=panels.create_profile, shows=(PROFILE,)),
    Tab("boosts", "Boosts", ("point",), has_boosts, panel=panels.create_boosts, shows=(BOOSTS,)),
    BREAK,
)
"""Between the curves and the data, in the order of the page."""

BESIDE_FAIRNESS = Tab("fairness", "Fairness", panel=panels.create_types, shows=(TYPES,))


OPENINGS = {
    "gang-broken": Opening("response_time", "race"),
    "zhang-saturation": Opening("saturation_throughput"),
    "zhang-mpl-wl2": Opening("response_time", "profile"),
    "zhang-mpl-wl4": Opening("response_time", "profile"),
    "zhang-mpl-wl5": Opening("response_time", "profile"),
    "zhang-overheads": Opening("response_time", "profile"),
    "zhang-overheads-gang": Opening("response_time", "profile"),
    "zhang-partitions": Opening("response_time", "profile"),
    "zhang-fairness": Opening("type_variation"),
    "zhang-heuristics-fairness": Opening("type_variation"),
}


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
