"""The face of parallel jobs."""

from functools import partial
from typing import Any, Literal

import plotly.graph_objects as go
from dash import Dash

from components.controls.values import whole
from components.figures.parallel_jobs.allocation import allocation_tree
from components.figures.parallel_jobs.job_groups import COLORED_BY
from components.figures.parallel_jobs.over_time import VIEWS, over_time_tree
from components.figures.parallel_jobs.profit import profit_tree
from components.figures.parallel_jobs.schedules.numbered_schedule import draw_numbered_schedule
from components.figures.parallel_jobs.schedules.schedule import schedule_tree
from components.figures.parallel_jobs.states.state_diagram import draw_state_diagram
from components.figures.parallel_jobs.states.transition_matrix import draw_matrix
from components.figures.parallel_jobs.taken import draw_taken
from components.pages.studio.face import BREAK, PLAYED, RACE, Face, Opening, Pictures, Tab, Trace, Tree, is_broken
from components.pages.studio.families.parallel_jobs import (
    on_coscheduled,
    on_decisions,
    on_draw,
    panels,
    race,
    whole_panel,
    words,
)
from components.pages.studio.families.parallel_jobs.ask import on_ask
from components.pages.studio.families.parallel_jobs.fair_start_panel import FAIR_START
from components.pages.studio.families.parallel_jobs.form import PARALLEL_JOBS_FORM
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.families.parallel_jobs.log import on_names
from components.pages.studio.families.parallel_jobs.log.panel import LOG, create_log_panel
from components.pages.studio.families.parallel_jobs.part_words import PARTS, THUMBNAILS
from components.pages.studio.families.parallel_jobs.race import RACE_TABLES, race_player
from components.pages.studio.families.parallel_jobs.sketch.given import is_listed, is_logged, is_modelled
from components.pages.studio.families.parallel_jobs.tables import STEP_TABLES, TABLES
from components.pages.studio.families.parallel_jobs.what_if import offered_at
from components.pages.studio.families.parallel_jobs.whole_panel import create_whole_panel
from components.pages.studio.families.parallel_jobs.whom_panel import WHOM, create_whom_panel
from components.pages.studio.ids import Id as Shared
from components.pages.studio.page_state import MOST
from components.pages.studio.replay.overview import Overview, means_words
from components.words.wording import number
from engine.parallel_jobs.policies import POLICIES, TIME_SHARING
from engine.parallel_jobs.replay.trace import WINDOW_JOBS


def has_deadlines(tree: Tree, _policy: str | None = None) -> bool:
    """Whether any job of the scenario with this *tree* has a deadline; without, profit says nothing."""
    if is_listed(tree):
        return any(job.get("deadline") is not None for job in tree["workload"]["arrivals"]["jobs"])
    classes = tree.get("workload", {}).get("job_classes", [])
    return any(kind.get("deadline", {}).get("deadline", "none") != "none" for kind in classes)


def is_told_for_whom(tree: Tree) -> bool:
    """Whether jobs have users, sizes or groups that are worth telling apart."""
    return is_logged(tree) or is_modelled(tree) or bool(tree.get("share_groups"))


def gives_machines(_tree: Tree, policy: str | None = None) -> bool:
    """Whether *policy* gives jobs machines of their own; of one that shares them in time the schedule shows as much."""
    known = POLICIES.get(policy or "")
    return known is None or known.code not in TIME_SHARING


TABS = (
    Tab("log", "Log", (), lambda tree, _policy: is_logged(tree), panel=create_log_panel, shows=(LOG,)),
    Tab(
        "whom",
        "For whom",
        ("point",),
        lambda tree, _policy: is_told_for_whom(tree),
        panel=create_whom_panel,
        shows=(WHOM, FAIR_START),
    ),
    Tab(
        "draw",
        "Draw jobs",
        ("live",),
        lambda tree, _policy: is_listed(tree),
        is_first=lambda tree: is_listed(tree) and not is_broken(tree),
        panel=panels.create_draw_jobs,
    ),
    Tab("states", "Mapping states", PLAYED, panel=panels.create_states),
    Tab("schedule", "Schedule", PLAYED, panel=panels.create_schedule),
    RACE,
    Tab("whole", "All jobs", ("point",), panel=create_whole_panel),
    Tab("allocation", "Allocation", PLAYED, gives_machines, instead="schedule", panel=panels.create_allocation),
    Tab("decisions", "Decisions", PLAYED, panel=panels.create_decisions),
    Tab("over-time", "Utilization", PLAYED, panel=panels.create_over_time),
    Tab("profit", "Profit", PLAYED, has_deadlines, panel=panels.create_profit),
    BREAK,
)
"""Between the curves and the data, in the order of the page."""


PlayerField = Literal["time", "job", "trigger", "kind", "waiting", "running", "available"]

PLAYER_FIELDS: tuple[PlayerField, ...] = ("time", "job", "trigger", "kind", "waiting", "running", "available")


def for_player(trace: Trace) -> dict[str, Any]:
    """What the player in the browser says about each step.

    A policy that gives jobs machines of their own has idle machines; one that shares them in time has machines that
    are available in a delay class. `idle` is None for the latter.
    """
    shares_time = POLICIES[trace["policy"]].code in TIME_SHARING
    return {
        "steps": [{name: step[name] for name in PLAYER_FIELDS} for step in trace["steps"]],
        "states": trace["step_state"],
        "labels": [trace["states"][number]["label"] for number in trace["step_state"]],
        "classes": trace["classes"],
        "machines": len(trace["machine_group"]),
        "idle": None if shares_time else [step["idle"] for step in trace["steps"]],
    }


def from_job(_tab: str, fields: dict[str, Any]) -> dict[str, float]:
    """The window of jobs that the engine is asked for."""
    return {"first_job": whole(fields.get(Shared.REPLAY_FIRST_JOB), 1, MOST) - 1}


def _draw_strip(trace: Trace, scheme: str) -> Tree:
    return schedule_tree(trace, scheme, compact=True)


PICTURES = {
    "states": Pictures(
        {Id.STATE_DIAGRAM: draw_state_diagram, Id.STRIP: _draw_strip},
        {Id.STATE_TEXT: words.describe_states},
        ("states", "transitions"),
        {"matrix": {Id.STATE_DIAGRAM: draw_matrix}},
    ),
    "schedule": Pictures(
        {Id.SCHEDULE: schedule_tree},
        {Id.SCHEDULE_TEXT: words.describe_schedule},
        ("schedule", "schedule-jobs", "away"),
        {by: {Id.SCHEDULE: partial(schedule_tree, by=by)} for by in COLORED_BY},
        Id.COLORED_BY,
    ),
    "race": Pictures({Shared.RACE: race.draw}, {Shared.RACE_TEXT: race.describe}, tuple(race.RACE_TABLES)),
    "allocation": Pictures(
        {Id.ALLOCATION: allocation_tree}, {Id.ALLOCATION_TEXT: words.describe_allocation}, ("allocation",)
    ),
    "over-time": Pictures(
        {Id.OVER_TIME: over_time_tree},
        {Id.OVER_TIME_TEXT: words.describe_over_time},
        ("over-time-window", "over-time", "by-day"),
        {view: {Id.OVER_TIME: partial(over_time_tree, view=view)} for view in VIEWS},
        Id.OVER_TIME_VIEW,
    ),
    "profit": Pictures(
        {Id.PROFIT: profit_tree, Id.TAKEN: draw_taken},
        {Id.PROFIT_TEXT: words.describe_profit, Id.TAKEN_TEXT: words.describe_taken},
        ("reasons", "profit", "submitted"),
    ),
}
"""By tab; the decisions are those of a step."""


def overview_of(trace: Trace) -> Overview:
    """Along the jobs in their order, since windows are of jobs; all windows are of one length."""
    most, jobs, first = max(trace["met"]), trace["jobs"], trace["first_job"]
    of_each = means_words(jobs, trace["met"])
    return Overview(
        f"Jobs that wait or run when each of {number(jobs, 6)} jobs arrives{of_each}: up to {number(most, 3)}",
        "mean number of jobs that wait or run then",
        "job",
        trace["met"],
        jobs,
        first,
        min(first + WINDOW_JOBS, jobs),
    )


OPENINGS = {
    "estimates-by-a-multiple": Opening("bounded_slowdown"),
    "fair-share": Opening("class_variation"),
    "kumar-table-4-5": Opening("response_time_submitted"),
    "kumar-table-4-6": Opening("response_time_submitted"),
    "kumar-three-jobs": Opening("response_time", "schedule"),
    "kumar-two-jobs": Opening("response_time", "schedule"),
    "lazy-broken": Opening("profit", "draw"),
    "log-in-blocks": Opening("bounded_slowdown"),
    "policy-for-whom": Opening("class_variation", "fairness"),
    "synthetic-year": Opening("bounded_slowdown"),
    "two-partitions": Opening("wait_time"),
    "users-estimates": Opening("bounded_slowdown"),
    "users-who-wait": Opening("wait_time"),
    "who-is-first": Opening("bounded_slowdown"),
}


def register(app: Dash) -> None:
    """Register what no other family does."""
    on_decisions.register(app)
    on_ask.register(app)
    on_draw.register(app)
    on_coscheduled.register(app)
    on_names.register(app)
    whole_panel.register(app)


def _beside(found: Tree, traces: list[Trace], scheme: str) -> list[go.Figure]:
    """Machines over time, with the numbers of the jobs."""
    blocks = {one["policy"]: one["blocks"] for one in found["schedules"]}
    until = max(one["makespan"] for one in found["schedules"])
    return [draw_numbered_schedule(trace, blocks[trace["policy"]], until, scheme) for trace in traces]


PARALLEL_JOBS = Face(
    form=PARALLEL_JOBS_FORM,
    parts=PARTS,
    thumbnails=THUMBNAILS,
    tabs=TABS,
    has_fairness=True,
    pictures=PICTURES,
    tables=TABLES,
    step_tables=STEP_TABLES,
    race_bar=("overview", "first-job"),
    race_tables=RACE_TABLES,
    race_player=race_player,
    window=from_job,
    player=for_player,
    what_ifs={"decisions": offered_at},
    explained={"decisions": Id.DECISIONS},
    overview=overview_of,
    beside=_beside,
    register=register,
    openings=OPENINGS,
)
