"""The face of parallel jobs."""

import plotly.graph_objects as go
from dash import Dash

from components.figures.parallel_jobs.schedules.numbered_schedule import draw_numbered_schedule
from components.pages.studio.face import Face, Trace, Tree
from components.pages.studio.families.parallel_jobs import on_coscheduled, on_decisions, on_draw, whole_panel
from components.pages.studio.families.parallel_jobs.ask import on_ask
from components.pages.studio.families.parallel_jobs.form import PARALLEL_JOBS_FORM
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.families.parallel_jobs.log import on_names
from components.pages.studio.families.parallel_jobs.openings import OPENINGS
from components.pages.studio.families.parallel_jobs.overview import overview_of
from components.pages.studio.families.parallel_jobs.part_words import PARTS, THUMBNAILS
from components.pages.studio.families.parallel_jobs.pictures import PICTURES
from components.pages.studio.families.parallel_jobs.player import for_player, from_job
from components.pages.studio.families.parallel_jobs.race.player import race_player
from components.pages.studio.families.parallel_jobs.race.told import RACE_TABLES
from components.pages.studio.families.parallel_jobs.tables import STEP_TABLES, TABLES
from components.pages.studio.families.parallel_jobs.tabs import TABS
from components.pages.studio.families.parallel_jobs.what_if.offered import offered_at


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
