"""How much efficiency is lost against LPTF, over all cases of a population: the share that loses at most so much."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from components.figures.common.policy_lines import policy_line
from components.figures.result.published_marks import SIZE
from components.looks.theme import GRID, INK, LOOKS, template
from components.looks.tokens import TYPE
from engine.master_worker.metric_names import BOUNDS, COUNTS
from engine.master_worker.papers.published_tables import PUBLISHED
from engine.master_worker.policies import BEST_INFORMED
from engine.results.result import Result
from engine.statistics.means import estimate


class Distribution(NamedTuple):
    """Of one policy, at each loss the share of the cases that lose at most so much.

    Attributes
    ----------
    loss : float64 (N,), % of the efficiency of LPTF
    share : float64 (N,), % of the cases, mean over the replications
    half : float64 (N,), half-width of its 95 % interval, 0 where there is none
    """

    loss: np.ndarray
    share: np.ndarray
    half: np.ndarray


def compared(result: Result) -> list[str]:
    """The policies that have something to lose: all but LPTF."""
    return [name for name in result.scenario.policies if name != BEST_INFORMED]


def published_losses(policy: str) -> dict[str, float]:
    """What table 1 prints for a policy, by metric, as shares."""
    return {one.metric: one.value for one in PUBLISHED if one.policy == policy and one.metric.startswith("loss_")}


def distribution(result: Result, policy: str, points: Sequence[int] | None = None) -> Distribution | None:
    """The cases of *points* (by default of all) together; None before a replication of them is complete."""
    chosen = list(range(len(result.points)) if points is None else points)
    table = result.table[chosen, list(result.scenario.policies).index(policy)]
    there = result.done[chosen, list(result.scenario.policies).index(policy)].all(axis=0)
    if not there.any():
        return None
    counts = np.nan_to_num(table[..., [result.names.index(name) for name in COUNTS]]).sum(axis=0)[there]
    shares = 100 * np.cumsum(counts, axis=1) / counts.sum(axis=1, keepdims=True)
    found = [estimate(column) for column in shares.T]
    half = np.nan_to_num([one.half_width for one in found])
    return Distribution(BOUNDS[1:], np.array([one.mean for one in found]), half)


def draw_losses(result: Result, points: Sequence[int] | None, scheme: str) -> go.Figure:
    """A line for each policy, and the published bounds of table 1 as hollow markers."""
    figure = go.Figure()
    least, most = 0.0, 5.0
    for policy in compared(result):
        found = distribution(result, policy, points)
        if found is None:
            continue
        # From the last class in which there is nothing yet to the first in which there are all.
        first, last = np.searchsorted(found.share, 1e-9), np.searchsorted(found.share, 100 - 1e-9)
        shown = slice(max(0, first - 1), last + 1)
        loss, share, half = (part[shown].tolist() for part in found)
        figure.add_traces(policy_line(policy, loss, share, half, scheme, unit=" % of cases"))
        least, most = min(least, loss[0]), max(most, loss[-1])
    for policy in compared(result):
        bounds = published_losses(policy)
        if bounds:
            most = max(most, 100 * bounds["loss_maximum"])
            _add_published(figure, policy, bounds, scheme)
    figure.add_scatter(
        x=[None],
        y=[None],
        mode="markers",
        name="published: 95 % of cases, and worst case",
        marker={"symbol": "circle-open", "size": SIZE, "color": INK[scheme], "line": {"width": 2}},
    )
    figure.add_hline(y=95, line={"color": INK[scheme], "width": 1, "dash": "dot"}, opacity=0.6)
    figure.add_vline(x=0, line={"color": GRID[scheme], "width": 2}, layer="below")
    figure.update_layout(template=template(scheme), hovermode="closest", legend_font_size=TYPE["xs"], margin={"t": 52})
    figure.update_xaxes(title="Loss of efficiency against LPTF (%)", range=[max(least, -10.0) - 0.5, 1.04 * most])
    figure.update_yaxes(title="Cases that lose at most so much (%)", range=[0, 102.5])
    return figure


def _add_published(figure: go.Figure, policy: str, bounds: dict[str, float], scheme: str) -> None:
    look = LOOKS[policy]
    color = look.on(scheme)
    figure.add_scatter(
        x=[100 * bounds["loss_q95"], 100 * bounds["loss_maximum"]],
        y=[95, 100],
        mode="markers",
        name=f"{policy}, published",
        legendgroup=policy,
        showlegend=False,
        marker={"symbol": look.hollow, "size": SIZE, "color": color, "line": {"color": color, "width": 2}},
        customdata=["95 % of cases", "worst case"],
        hovertemplate="%{x:.2f} % in %{customdata}<extra>%{fullData.name}</extra>",
    )
