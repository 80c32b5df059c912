"""Every id on the Studio page; the prefix names the folder."""

from enum import StrEnum
from typing import Any

from dash import ALL

PAGE = "studio"


class Id(StrEnum):
    """Components that exist once."""

    # the sketch
    EXAMPLE = "studio-example"
    SKETCH = "studio-sketch"
    PICKED = "studio-picked"  # {"name", "when"}: the example that somebody chose
    NAMED = "studio-named"  # {"id", "title", "notes", "example", "is_changed", "origin"}, see `named.name_of`
    NAME = "studio-name"  # what the sketch is called, and the chips of its changes
    NOTES = "studio-notes"
    TAKEN_BACK = "studio-taken-back"  # {"keys", "when"}: the changes whose chips were pressed
    UNDO = "studio-undo"
    REDO = "studio-redo"
    CLUSTER_PICTURE = "studio-cluster-picture"
    PROBLEMS = "studio-problems"
    RUN = "studio-run"
    CANCEL = "studio-cancel"
    COST = "studio-cost"
    # stores
    DRAFT = "studio-draft"  # tree that the form was built from; the fields hold what was typed since
    SCENARIO = "studio-scenario"  # tree of the last valid sketch
    UNLOCKED = "studio-unlocked"  # paths of the fields that a lesson shows; None for the whole form
    HISTORY = "studio-history"  # {"past": [tree], "present": tree, "future": [tree]}
    KEPT = "studio-kept"  # the history that the browser kept when the page was left
    BROUGHT = "studio-brought"  # the same, read and found to be sketches
    LAST = "studio-last"  # the way to the last sketch
    FORMED = "studio-formed"  # {"form", "draft"}: the form with other fields, and the tree that it was built from
    DRAWN_IN = "studio-drawn-in"  # "light" or "dark": the colors of what is drawn; a page comes with light pictures
    FOLDED = "studio-folded"  # {part: components}: what belongs into the closed parts of the form
    UNFOLDED = "studio-unfolded"  # the parts of the form that are open
    SETTLED = "studio-settled"  # how often the form has come to rest; what it holds may be read then
    ERRORS = "studio-errors"  # {path: what is wrong with the field}
    TO_DOWNLOAD = "studio-to-download"  # {"table"} or {"what", "form"}, and {"when"}: what somebody wants to download
    RESTORED = "studio-restored"  # tree that undo or redo brought back
    STUDY = "studio-study"  # {"tree", "id", "state", "done", "total", ..., "stale", "version"}
    POLLED = "studio-polled"  # the same as it was when somebody last looked, with the version that was asked about
    LINK = "studio-link"  # text behind "?s="
    REPLAYED = "studio-replayed"  # which replication is replayed: {"tree", "policy", "point", ...}
    TRACE = "studio-trace"  # what the player needs: steps, states, classes
    OFF = "studio-off"  # policies that are switched off, also some of studies that were shown before
    ASKED_FOR = "studio-asked-for"  # {"step", "sent"}: what a link asks for that no control can begin with
    OPENINGS = "studio-openings"  # {name of an example: {"tab", "metric"}} with which it opens
    USUAL_METRICS = "studio-usual-metrics"  # {family: the metric that its studies are shown with}
    # the answer
    PROGRESS = "studio-progress"
    PROGRESS_TEXT = "studio-progress-text"
    REFUSAL = "studio-refusal"
    VERDICT = "studio-verdict"
    MORE = "studio-more"
    STALE = "studio-stale"
    SNAPSHOTS = "studio-snapshots"  # what undo and redo lead to, as small pictures
    TABS = "studio-tabs"
    TAB_LIST = "studio-tab-list"
    FAMILY_PANELS = "studio-family-panels"  # places of the tabs that the family alone has
    TABS_THERE = "studio-tabs-there"  # the tabs that the page has now, in its order
    METRIC = "studio-metric"
    METRIC_HELP = "studio-metric-help"
    MAP_SHOWN = "studio-map-shown"
    STOPS = "studio-stops"
    CURVES = "studio-curves"
    SATURATION = "studio-saturation"  # below curves over the load: where policies saturate, or the button to find it
    FIND_SATURATION = "studio-find-saturation"
    SATURATION_TEXT = "studio-saturation-text"
    SATURATION_CANCEL = "studio-saturation-cancel"
    SATURATION_CLOCK = "studio-saturation-clock"
    SATURATED = "studio-saturated"  # {"tree", "state"}: the study of which it is sought, and how far that is
    BEFORE = "studio-before"  # which answer stands behind the curves
    CHOSEN = "studio-chosen"  # which point of the curves was clicked, in words
    CURVES_TEXT = "studio-curves-text"
    PUBLISHED = "studio-published"
    PUBLISHED_TEXT = "studio-published-text"
    CLAIMS = "studio-claims"
    CLAIMS_TEXT = "studio-claims-text"
    FINGERPRINT = "studio-fingerprint"
    SENT = "studio-sent"
    SHOWN_POLICIES = "studio-shown-policies"
    SHOWN_POLICIES_ROW = "studio-shown-policies-row"
    # fairness
    FAIR_POINT = "studio-fair-point"
    GINI = "studio-gini"
    LORENZ = "studio-lorenz"
    BOXES = "studio-boxes"
    FAIR_TEXT = "studio-fair-text"
    # why
    WHY_FIRST = "studio-why-first"
    WHY_SECOND = "studio-why-second"
    WHY_METRIC = "studio-why-metric"
    WHY_TEXT = "studio-why-text"
    WHY_PARTS = "studio-why-parts"
    WHY_SPREAD = "studio-why-spread"
    WHY_JOBS = "studio-why-jobs"  # buttons to the jobs that differ most
    WHY_EPISODES = "studio-why-episodes"
    WHY_EPISODES_TEXT = "studio-why-episodes-text"
    WHY_AGAIN = "studio-why-again"  # ticks while episodes are awaited
    WHY_EPISODES_PANEL = "studio-why-episodes-panel"  # away where no episodes are told
    WHY_CURVE = "studio-why-curve"
    WHY_CURVE_TEXT = "studio-why-curve-text"
    WHY_ASKED = "studio-why-asked"  # when somebody asked the verdict why
    WHY_PAIR = "studio-why-pair"  # {"first", "second", "point", "metric"}: what the verdict tells apart
    # data
    METHODS = "studio-methods"
    COPY_METHODS = "studio-copy-methods"
    COPIED = "studio-copied"
    # the replay
    REPLAY = "studio-replay"
    REPLAY_POLICY = "studio-replay-policy"
    REPLAY_POINT = "studio-replay-point"
    REPLAY_REPLICATION = "studio-replay-replication"
    REPLAY_FIRST_JOB = "studio-replay-first-job"
    RACERS = "studio-racers"  # policies whose replays stand one below the other
    ITERATION = "studio-iteration"
    # the race
    AGAINST = "studio-against"  # links of other studies that race, too, among what is wanted; on no component
    RACE = "studio-race"
    RACE_TEXT = "studio-race-text"
    RACE_FIRST = "studio-race-first"
    RACE_BACK = "studio-race-back"
    RACE_NEXT = "studio-race-next"
    RACE_SAID = "studio-race-said"
    RACE_REASONS = "studio-race-reasons"
    REPLAY_PROBLEM = "studio-replay-problem"
    TREE = "studio-tree"  # of the study that is shown; changes only if another one is
    WANTED = "studio-wanted"  # the replication and window that the open tab is to show
    REPLAY_BARS = "studio-replay-bars"  # {tab: parts of the bar above it}
    WAITING = "studio-waiting"  # its class says whether another replication is shown than was asked for
    ANSWERED = "studio-answered"  # {"number", "is_refused", "is_later"}: which of those wanted was answered last
    OVERVIEW = "studio-overview"  # the strip; the next five belong to it
    OVERVIEW_BAR = "studio-overview-bar"
    OVERVIEW_WORDS = "studio-overview-words"
    OVERVIEW_WINDOW = "studio-overview-window"
    OVERVIEW_TABLE = "studio-overview-table"
    RUN_AT_A_GLANCE = "studio-run-at-a-glance"  # what the strip is drawn of
    BRUSHED = "studio-brushed"  # {"unit", "since", "until", "end"}: the window that somebody chose in it
    PLAY = "studio-play"
    BACK = "studio-back"
    NEXT = "studio-next"
    PACE = "studio-pace"
    WHAT_IF = "studio-what-if"  # {"job", "choice", "step"}: another decision that is asked about
    STEP = "studio-step"
    INSTANT = "studio-instant"
    AVAILABLE = "studio-available"
    STATE_VIEW = "studio-state-view"  # which of several pictures a tab shows
    VIEW = "studio-view"  # the window that is shown: {"since", "until", "end", "nodes", ...}
    DATA = "studio-data"
    DOWNLOAD = "studio-download"
    SHARE_SAID = "studio-share-said"


FIELD = {"type": f"{PAGE}-field", "path": ALL}
"""All fields of the form; `components.controls.field` makes them."""


def action_id(action: str, number: int = 0) -> dict[str, str | int]:
    """Id of a button that changes the shape of the sketch."""
    return {"type": "studio-action", "action": action, "number": number}


def error_id(path: str) -> dict[str, str]:
    """Id of the place for what is wrong with a field that has none of its own."""
    return {"type": "studio-field-error", "path": path}


def change_id(key: str) -> dict[str, str]:
    """Id of the button that takes a change of an example back."""
    return {"type": "studio-change", "key": key}


def tab_id(tab: str) -> dict[str, str]:
    """Id of the tab with this value."""
    return {"type": "studio-tab", "tab": tab}


def table_id(table: str) -> dict[str, str]:
    """Id of the place for the data table of a picture."""
    return {"type": "studio-table", "table": table}


def opened_id(tab: Any) -> dict[str, Any]:
    """Id of the store that tells a tab what it is to show."""
    return {"type": "studio-opened", "tab": tab}


def panel_id(tab: Any) -> dict[str, Any]:
    """Id of the place for what stands on a tab; empty until the tab is opened."""
    return {"type": "studio-panel", "tab": tab}


def typed_id(tab: str) -> dict[str, str]:
    """Id of the store that tells a live tab what the form holds while it is open."""
    return {"type": "studio-typed", "tab": tab}


def decided_id(tab: str) -> str:
    """What was decided at the step that is shown, on such a tab."""
    return f"studio-decided-{tab}"


def what_if_found_id(tab: str) -> str:
    """What comes of another decision, on the tab of the decisions of a family."""
    return f"studio-what-if-found-{tab}"


def what_if_shown_id(tab: str) -> str:
    """What that was found of."""
    return f"studio-what-if-shown-{tab}"


def drawn_id(tab: Any) -> dict[str, Any]:
    """Id of the store that says what a replay tab shows already."""
    return {"type": "studio-drawn", "tab": tab}


def download_id(table: Any) -> dict[str, Any]:
    """Id of the button that downloads a table."""
    return {"type": "studio-csv", "table": table}


def export_id(what: Any, form: Any) -> dict[str, Any]:
    """Id of the button that downloads "cells" or "summary" in a format."""
    return {"type": "studio-export", "what": what, "form": form}
