"""Which job types are slowed down more than others (Zhang et al. 2001, figure 10)."""

from math import nan

import plotly.graph_objects as go

from components.figures.common.measured import measured
from components.figures.common.policy_bars import draw_policy_bars
from engine.results.result import Result
from engine.statistics.means import Estimate


def job_kinds(result: Result) -> list[str]:
    """The names of the kinds of jobs of a scenario, whatever its family calls them."""
    workload = result.scenario.workload  # type: ignore[attr-defined]
    return list(getattr(workload, "class_names", None) or [kind.name for kind in workload.job_types])


def relative_slowdowns(result: Result, point: int) -> dict[str, list[Estimate]]:
    """For each policy the slowdown of every job type over that of the type that is slowed down least."""
    found = {}
    for policy in result.scenario.policies:
        means = [measured(result, point, policy, f"type_slowdown[{name}]") for name in job_kinds(result)]
        least = min((one.mean for one in means if one.replications), default=nan)
        found[policy] = [one.times(1 / least) if one.replications else one for one in means]
    return found


def draw_type_slowdowns(result: Result, point: int, scheme: str) -> go.Figure:
    """Grouped bars by job type; 1 is the type that is slowed down least under the same policy."""
    titles = ("Job type", "Slowdown of execution<br>over the least")
    figure = draw_policy_bars(job_kinds(result), relative_slowdowns(result, point), titles, scheme)
    return figure.update_layout(showlegend=False, margin_t=20)  # the rank above says which policy is which
