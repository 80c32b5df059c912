"""For whom a policy is good: users with most work, sizes and run times, hours of the week, policies side by side."""

from collections.abc import Callable, Sequence
from math import log10
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.figures.common.policy_bars import PATTERNS
from components.figures.parallel_jobs.logs.log_pictures import DAYS
from components.looks.theme import ACCENT, FAINT, INK, LOOKS, PAPER, template, tint
from components.words.policy_names import marked, policy_name
from components.words.units import instant
from components.words.wording import THIN, number

Whom = dict[str, Any]
"""What `Runs.for_whom` tells."""

TEN = 10
MOST = 6
"""Maps side by side; there is no room for more."""

FEWEST = 20
"""Jobs below which a mean says nothing: `engine.parallel_jobs.analyses.for_whom`."""

HOURS_VIEWS = {"wait": "Mean wait", "queue": "Jobs that wait", "load": "Load", "arrivals": "Arrivals"}
"""What of the hours of the week is shown."""


def user_name(user: int) -> str:
    """A user as a text: a number, which is no name."""
    return f"user {user}" if user >= 0 else "not known"


def _short(user: int) -> str:
    return str(user) if user >= 0 else "not known"


def draw_users(whom: Whom, scheme: str) -> go.Figure:
    """Mean waits of the ten users with most work, a bar for each policy."""
    figure = go.Figure()
    policies = whom["policies"]
    names = [_short(user) for user in next(iter(policies.values()))["users"]["user"][:TEN]]
    for n, (policy, told) in enumerate(policies.items()):
        waits = dict(zip(map(_short, told["users"]["user"]), told["users"]["wait"], strict=True))
        known = policy in LOOKS
        color = LOOKS[policy].on(scheme) if known else PAPER[scheme]
        marker: dict[str, Any] = {"color": color, "line": {"color": INK[scheme], "width": 0 if known else 1.5}}
        if known:
            marker["pattern"] = {
                "shape": PATTERNS[n % len(PATTERNS)],
                "bgcolor": color,
                "fgcolor": PAPER[scheme],
                "size": 6,
                "solidity": 0.25,
            }
        values = [waits.get(name) for name in names]
        figure.add_bar(
            x=names,
            y=[None if one is None else one / 60 for one in values],
            customdata=[MISSING_WAIT if one is None else instant(one) for one in values],
            name=marked(policy),
            marker=marker,
            hovertemplate=f"<b>{policy_name(policy)}</b>, user %{{x}}: %{{customdata}}<extra></extra>",
        )
    figure.update_layout(template=template(scheme), barmode="group", bargap=0.25, margin={"t": 56})
    figure.update_xaxes(title="User number, most work first", type="category")
    figure.update_yaxes(title="Mean wait (min)", rangemode="tozero")
    return figure


MISSING_WAIT = "no job"


def draw_sizes(whom: Whom, scheme: str) -> go.Figure:
    """Mean bounded slowdowns by size and run time, a map for each policy; color is its decade, text its value."""
    policies = list(whom["policies"])[:MOST]
    figure = maps(policies)
    for n, policy in enumerate(policies):
        found = whom["policies"][policy]["sizes"]
        grey, shown, texts = [], [], []
        for jobs, values in zip(found["jobs"], found["slowdown"], strict=True):
            few = [0 < count < FEWEST for count in jobs]
            grey.append([0 if one else None for one in few])
            shown.append([None if count < FEWEST else _level(value) for count, value in zip(jobs, values, strict=True)])
            texts.append(
                [
                    f"{count:,} jobs, bounded slowdown {number(value, 3)}" if count else "no job"
                    for count, value in zip(jobs, values, strict=True)
                ]
            )
        axes = {"x": _decades(found["run"]), "y": _bins(found["size"]), "xgap": 1, "ygap": 1}
        at = place(n)
        figure.add_heatmap(
            **axes,
            z=grey,
            showscale=False,
            colorscale=[[0, FAINT[scheme]], [1, FAINT[scheme]]],
            customdata=texts,
            hovertemplate="%{y} processors, run time from %{x} s: %{customdata}, too few<extra></extra>",
            **at,
        )
        figure.add_heatmap(
            **axes,
            z=shown,
            coloraxis="coloraxis",
            customdata=texts,
            hovertemplate="%{y} processors, run time from %{x} s: %{customdata}<extra></extra>",
            **at,
        )
    ticks = list(range(6))
    bar = {
        "title": {"text": "Bounded slowdown", "side": "top"},
        "tickvals": ticks,
        "ticktext": [f"{10**k:,}" for k in ticks],
    }
    finish(figure, scheme, bar, cmin=0)
    figure.update_xaxes(type="category", showgrid=False)
    figure.update_yaxes(type="category", showgrid=False)
    name_outer_axes(figure, len(policies), "Run time (s)", "Processors")
    return figure


def draw_hours(whom: Whom, view: str, scheme: str) -> go.Figure:
    """What of the 7 days of 24 hours is asked for, a map for each policy; what is of the jobs alone, once."""
    policies = list(whom["policies"])[:MOST]
    if view in ("arrivals", "load"):
        policies = policies[:1]
    scale, unit = SCALES[view]
    figure = maps(policies if len(policies) > 1 else [HOURS_VIEWS[view]])
    for n, policy in enumerate(policies):
        values = whom["policies"][policy]["hours"][view]
        week = [[None if one is None else scale(one) for one in values[24 * day : 24 * day + 24]] for day in range(7)]
        figure.add_heatmap(
            x=list(range(24)),
            y=list(DAYS),
            z=week,
            coloraxis="coloraxis",
            xgap=1,
            ygap=1,
            hovertemplate=f"%{{y}}, %{{x}}:00 to %{{x}}:59: %{{z:.3g}} {unit}<extra></extra>",
            **place(n),
        )
    finish(figure, scheme, {"title": {"text": f"{HOURS_VIEWS[view]} ({unit})", "side": "top"}}, cmin=0)
    figure.update_xaxes(dtick=6, showgrid=False)
    name_outer_axes(figure, len(policies), "Hour of the day", "")
    figure.update_yaxes(autorange="reversed", showgrid=False)
    return figure


SCALES: dict[str, tuple[Callable[[float], float], str]] = {
    "wait": (lambda seconds: seconds / 60, "min"),
    "queue": (lambda jobs: jobs, "jobs"),
    "load": (lambda share: 100 * share, "% of the cluster"),
    "arrivals": (lambda jobs: jobs, "jobs"),
}


def _level(slowdown: float) -> float:
    """The decimal logarithm: of 1 nothing, of 10 one."""
    return log10(slowdown)


def _decades(run: Sequence[int]) -> list[str]:
    return [f"{seconds:,}".replace(",", THIN) for seconds in run]


def _bins(size: Sequence[int]) -> list[str]:
    return [str(high) if high <= 2 else f"{high // 2 + 1}–{high}" for high in size]


def maps(titles: Sequence[str]) -> go.Figure:
    """An empty map for each policy, two beside each other."""
    columns = min(2, len(titles))
    rows = -(-len(titles) // 2)
    return make_subplots(
        rows=rows,
        cols=columns,
        subplot_titles=[marked(one) if one not in HOURS_VIEWS.values() else one for one in titles],
        shared_yaxes=True,
        shared_xaxes=True,
        horizontal_spacing=0.08,
        vertical_spacing=0.12,
    )


def place(n: int) -> dict[str, int]:
    """Where the map of number *n* is."""
    return {"row": n // 2 + 1, "col": n % 2 + 1}


def name_outer_axes(figure: go.Figure, maps: int, below: str, beside: str) -> None:
    """Titles at the last row and the first column alone: maps of one picture have the same axes."""
    rows = -(-maps // 2)
    figure.update_xaxes(title=below, row=rows)
    figure.update_yaxes(title=beside, col=1)


def finish(figure: go.Figure, scheme: str, bar: dict[str, Any], cmin: float, cmax: float | None = None) -> None:
    """The looks of maps that have one scale of colors; without *cmax* it ends where the values do."""
    scale = [[0, tint(ACCENT, 0.08)], [1, ACCENT]]
    figure.update_layout(
        template=template(scheme),
        coloraxis={"colorscale": scale, "colorbar": bar | BELOW, "cmin": cmin}
        | ({} if cmax is None else {"cmax": cmax}),
        margin={"l": 88, "t": 56, "b": 136},
    )


BELOW = {
    "orientation": "h",
    "thickness": 12,
    "y": 0,
    "yref": "container",
    "yanchor": "bottom",
    "ypad": 4,
    "tickangle": 0,
    "nticks": 5,
}
"""Where the scale of colors stands: beside narrow maps there is no room."""
