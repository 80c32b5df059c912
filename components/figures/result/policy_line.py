"""The line of a policy among curves. Of many, one is in focus on its band; the others are pale, with bars."""

from math import isnan

from components.figures.common.policy_band import policy_band
from components.figures.result.tree import Tree
from components.looks.theme import LOOKS
from components.words import wording
from components.words.policy_names import policy_name
from engine.statistics.means import Estimate

MANY = 6
"""Policies up to which all are drawn alike."""

PALE = 0.3
"""Opacity of lines that are not in focus; `focus_policy.js` moves the focus."""

Shown = list[tuple[float, Estimate, str]]
"""Where the policy settles: place on the axis, value, and what the tooltip says besides."""


def of_policy(policy: str, shown: Shown, scheme: str, has_legend: bool, focus: str | None) -> list[Tree]:
    """Band and line; *focus* is the policy in focus, or None where all are drawn alike."""
    look = LOOKS[policy]
    color = look.on(scheme)
    known = [(x, found) for x, found, _ in shown if not isnan(found.low)]
    traces: list[Tree] = []
    if known:
        outline = [x for x, _ in known] + [x for x, _ in reversed(known)]
        edge = [found.high for _, found in known] + [found.low for _, found in reversed(known)]
        band = policy_band(policy, outline, edge, color)
        traces.append(band if focus in (None, policy) else band | {"opacity": 0})
    line: Tree = {
        "type": "scatter",
        "x": [x for x, *_ in shown],
        "y": [found.mean for _, found, _ in shown],
        "mode": "lines+markers",
        "name": policy_name(policy),
        "legendgroup": policy,
        "showlegend": has_legend,
        "line": {"color": color, "dash": look.dash, "width": 2.5},
        "marker": {"color": color, "symbol": look.symbol, "size": 9},
        "customdata": [[wording.with_uncertainty(found), more] for _, found, more in shown],
        "hovertemplate": "%{customdata[0]}%{customdata[1]}",
    }
    if shown and focus is not None:
        line["error_y"] = _bars([found for _, found, _ in shown])
    if focus not in (None, policy):
        line["opacity"] = PALE
    return [*traces, line]


def _bars(found: list[Estimate]) -> Tree:
    above = [one.high - one.mean if not isnan(one.low) else 0 for one in found]
    below = [one.mean - one.low if not isnan(one.low) else 0 for one in found]
    return {"type": "data", "symmetric": False, "array": above, "arrayminus": below, "thickness": 1.2}
