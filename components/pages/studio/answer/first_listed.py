"""The schedules of listed jobs, before anything on the page is alive; `board/jobs.js` draws them anew."""

from typing import Any

from components.figures.common.plain import plain_picture
from components.figures.parallel_jobs.schedules.listed_jobs import draw_listed
from components.pages.studio.page_state import PageState
from components.visits.answers import schedules_soon
from engine.inputs.scenario import Scenario

DRAWN_JOBS = "draw"
"""The tab on which jobs are drawn."""

SCHEMES = ("light", "dark")

COMES = "The schedules of these jobs are being computed; they come here."

ROW = 176
"""px of the schedule of one policy, with those that wait above it."""

AXIS = 64
"""px below all of them."""


def plain_listed(scenario: Scenario, state: PageState) -> str:
    """The schedule of each policy that is not switched off, as HTML; where the workers do not answer at once, that it
    comes; "" of jobs that are given by a law.
    """
    workload: Any = getattr(scenario, "workload", None)
    cluster: Any = getattr(scenario, "cluster", None)
    listed = getattr(workload, "listed", None)
    if listed is None:
        return ""
    found = schedules_soon(scenario)
    if found is None:
        return f'<div class="first-listed"><p class="first-awaited" role="status">{COMES}</p></div>'
    shown: Any = [one for one in found if one["policy"] not in state.off] or found
    arrivals = [job.arrival for job in listed.jobs]
    drawn = {
        scheme: plain_picture(draw_listed(shown, arrivals, cluster.machines, scheme), scheme) for scheme in SCHEMES
    }
    pictures = "".join(f'<div class="of-{scheme}">{one or ""}</div>' for scheme, one in drawn.items())
    return f'<div class="first-listed" style="height:{ROW * len(shown) + AXIS}px">{pictures}</div>'
