"""The face of a family: everything that the Studio shows of it and of no other.

`FACES` is filled by `components.pages.studio.families`, which spells out every family; general modules ask for the face
of a scenario and import no family.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import plotly.graph_objects as go
from dash import Dash

from components.controls.data_table import DataTable
from components.pages.studio.answer.fair import chosen_point
from components.pages.studio.ids import Id
from components.pages.studio.replay.overview import Overview
from components.pages.studio.sketch.family_form import FamilyForm
from components.pages.studio.sketch.part_words import COMMON_PARTS, Part, Style
from components.pages.studio.what_if.candidates import Offered
from engine.inputs.breaking import SMALLEST
from engine.results.result import Result

Tree = dict[str, Any]
Trace = Any
"""What a family's figures replay: each has a type of its own, `engine.<family>.replay.tree.Trace`, unknown here."""

Traces = dict[str, Any]
"""The traces of several policies, by these, of the same jobs."""


def _always(_tree: Tree, _policy: str | None) -> bool:
    return True


class Tab(NamedTuple):
    """A tab of the answer.

    Attributes
    ----------
    value, title : as the page knows it, and as it is read
    bar : the parts of the bar of the replay that stand above it; with "policy", it shows a replication, and with
        "live" as well that of the sketch, whether it was run or not; with "policies", those of the study beside it;
        with "racers" it shows replications of several policies instead
    is_there : whether it has anything to show, by the tree of the study and the policy that is replayed
    instead : the tab that is opened when this one goes away
    is_first : whether a page begins with it, by the tree of the study, and not with the curves
    panel : what stands on it
    shows : what of that is drawn of a whole result; each comes by itself, when it is there
    """

    value: str
    title: str
    bar: tuple[str, ...] = ()
    is_there: Callable[[Tree, str | None], bool] = _always
    instead: str = "curves"
    is_first: Callable[[Tree], bool] = lambda _tree: False
    panel: Callable[[], Any] | None = None
    shows: "tuple[ResultPictures, ...]" = ()


class Opening(NamedTuple):
    """The picture with which an example opens, since that answers what it asks: a tab, and the metric of the curves."""

    metric: str
    tab: str = "curves"


CHOICE = ("policy", "point", "replication")
"""The parts of the bar that choose a replication."""

PLAYED = (*CHOICE, "overview", "first-job", "player")
"""Those of a replication that is played event by event."""

RACED = ("racers", *CHOICE, "player")
"""Those of replications of several policies that are played together; each family has its own beside them."""

SKETCHED = ("policy", "point", "live")
"""Those of a tab that follows the sketch."""

Draws = dict[str, Callable[[Trace, str], Any]]  # a figure, or one as a tree
"""Figures of a trace in "light" or "dark", by their places on the page."""

Describes = dict[str, Callable[[Trace], str]]
"""Sentences on a trace, by their places."""


class Pictures(NamedTuple):
    """What a tab shows of a trace; its tables by their names among the tables of the face.

    `views` are other figures for some of the places, by the value of the control *chooser* that stands on the tab.
    """

    figures: Draws
    sentences: Describes
    tables: tuple[str, ...]
    views: Mapping[str, Draws] = MappingProxyType({})
    chooser: str = Id.STATE_VIEW


def _at_point(result: Result, wanted: str | None, _value: Any) -> Any:
    return chosen_point(result, wanted)


class ResultPictures(NamedTuple):
    """What a tab shows of a part of a whole result, by default of the point that is chosen in the bar.

    Attributes
    ----------
    figures
        (result, part, "light" or "dark") -> a figure, by its place on the page.
    sentences, tables
        (result, part) -> a sentence, or one with links in it, by its place; a table, by the name of its own place.
    field
        The id of a field that says, too, which part is shown.
    part
        (result, wanted point, value of the field) -> what the functions above are given.
    panel
        The id of what is away while the study is of another family, on a tab that families share.
    """

    figures: Mapping[str, Callable[[Result, Any, str], go.Figure]]
    sentences: Mapping[str, Callable[[Result, Any], str | list[Any]]]
    tables: Mapping[str, Callable[[Result, Any], DataTable]]
    field: str | None = None
    part: Callable[[Result, str | None, Any], Any] = _at_point
    panel: str | None = None


def _is_raced(tree: Tree, _policy: str | None) -> bool:
    """Whether there are policies to run against each other, be they of other studies."""
    return (len(tree["policies"]) > 1 or bool(tree.get("against"))) and not tree.get("population")


RACE = Tab("race", "Race", RACED, _is_raced)
"""The tab of several policies on one clock, which all families that have it share."""


def is_broken(tree: Tree) -> bool:
    """Whether its study asks for the smallest example on which a policy is worst."""
    return bool((tree["study"].get("breaking") or {}).get("search") == SMALLEST)


BREAK = Tab("break", "Break it", is_first=is_broken)
"""The tab of the few jobs on which a policy is worst against another, which all families that have them share."""


def _nothing_beside(_found: Tree, _traces: list[Trace], _scheme: str) -> list[go.Figure]:
    return []


NOT_PLAYED: dict[str, Any] = {"steps": [], "words": []}
"""What the player gets where there is nothing to step through."""


class Face(NamedTuple):
    """One family on the Studio's page.

    Attributes
    ----------
    form
        The builders of its form.
    parts, thumbnails
        What parts of the form mean in words, and as tiny pictures by the last name in the path of what they show.
    tabs, has_fairness
        Its tabs between the curves and the data, in the order of the page; whether there is the one on fairness.
    beside_fairness
        What stands below the pictures of the tab on fairness.
    pictures
        What those tabs show that are drawn of a trace, and do not change from step to step.
    tables, step_tables
        The tables of a trace, each with a download; and those of a trace and a step of the player.
    downloads
        (which replication) -> a table whose download has more than the page shows at first, by its name.
    bar, bar_fields
        Its own parts of the bar of the replay, and the ids of the fields in them.
    window
        (open tab, what the fields of the bar hold by their ids) -> the window that the engine is asked for.
    race_bar
        Its own parts of the bar above the race.
    race_tables, race_player
        The tables of the traces of several policies, {policy: trace}; and what the player needs of all of them.
    race_view
        (traces) -> the one whose window is that of all.
    player, view
        (trace) -> what the player in the browser needs, `steps` above all; and the window that came out, for buttons
        in the browser.
    what_ifs, decided
        (trace, step) -> the candidates of its decisions that can be forced, by the tab of the decisions; and those of
        the tabs on which sentences and a table tell what was decided.
    explained
        The places of what was decided on the other tabs of decisions.
    overview
        (trace) -> the whole run, of which that is a window; None where there is no window.
    beside
        (what was found, the traces of its example under the other policy and under the broken one, "light" or "dark")
        -> their schedules on one axis, to be held against each other.
    openings
        With which picture its examples open, by their names; the others open with the usual one.
    register
        Registers its own callbacks.
    """

    form: FamilyForm
    parts: Mapping[str, Part] = COMMON_PARTS
    thumbnails: Mapping[str, Style] = MappingProxyType({})
    tabs: tuple[Tab, ...] = ()
    has_fairness: bool = False
    beside_fairness: Tab | None = None
    pictures: Mapping[str, Pictures] = MappingProxyType({})
    tables: Mapping[str, Callable[[Trace], DataTable]] = MappingProxyType({})
    step_tables: Mapping[str, Callable[[Trace, int], DataTable]] = MappingProxyType({})
    downloads: Mapping[str, Callable[[dict[str, Any]], DataTable]] = MappingProxyType({})
    bar: Callable[[], list[Any]] = lambda: []
    bar_fields: tuple[str, ...] = ()
    window: Callable[[str, dict[str, Any]], dict[str, float]] = lambda _tab, _fields: {}
    race_bar: tuple[str, ...] = ()
    race_tables: Mapping[str, Callable[[Traces], DataTable]] = MappingProxyType({})
    race_player: Callable[[Traces], dict[str, Any]] = lambda _traces: NOT_PLAYED
    race_view: Callable[[Traces], Trace] = lambda traces: next(iter(traces.values()))
    player: Callable[[Trace], dict[str, Any]] = lambda _trace: NOT_PLAYED
    view: Callable[[Trace], dict[str, Any] | None] = lambda _trace: None
    overview: Callable[[Trace], Overview | None] = lambda _trace: None
    what_ifs: Mapping[str, Callable[[Trace, int], Offered]] = MappingProxyType({})
    decided: tuple[str, ...] = ()
    explained: Mapping[str, str] = MappingProxyType({})
    beside: Callable[[Tree, list[Trace], str], list[go.Figure]] = _nothing_beside
    openings: Mapping[str, Opening] = MappingProxyType({})
    register: Callable[[Dash], None] = lambda _app: None

    @property
    def results(self) -> list[tuple[str, ResultPictures]]:
        """What its tabs show of a whole result, each behind the value of its tab."""
        tabs = (*self.tabs, *([self.beside_fairness] if self.beside_fairness else []))
        return [(tab.value, pictures) for tab in tabs for pictures in tab.shows]


FACES: dict[str, Face] = {}
"""The face of every family, by its name."""


def table_of(name: str, trace: Trace, step: int = 0) -> DataTable:
    """The table of a *trace* with this name, of whichever family has one."""
    for face in FACES.values():
        if name in face.tables:
            return face.tables[name](trace)
        if name in face.step_tables:
            return face.step_tables[name](trace, step)
    raise KeyError(name)


def face_of(tree: Tree) -> Face:
    """The face of the family of a scenario tree."""
    return FACES[tree["family"]]
