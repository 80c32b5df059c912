"""What each tab of parallel jobs draws of a trace: figures, sentences and tables."""

from functools import partial

from components.figures.parallel_jobs.allocation import allocation_tree
from components.figures.parallel_jobs.job_groups import COLORED_BY
from components.figures.parallel_jobs.over_time import VIEWS, over_time_tree
from components.figures.parallel_jobs.profit import profit_tree
from components.figures.parallel_jobs.schedules.schedule import schedule_tree
from components.figures.parallel_jobs.states.state_diagram import draw_state_diagram
from components.figures.parallel_jobs.states.transition_matrix import draw_matrix
from components.figures.parallel_jobs.taken import draw_taken
from components.pages.studio.face import Pictures, Tree
from components.pages.studio.families.parallel_jobs import words
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.families.parallel_jobs.race import told
from components.pages.studio.ids import Id as Shared
from engine.parallel_jobs.replay.tree import Trace


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
    "race": Pictures({Shared.RACE: told.draw}, {Shared.RACE_TEXT: told.describe}, tuple(told.RACE_TABLES)),
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
