"""Who is treated unfairly: policies by Gini coefficient, their Lorenz curves, and slowdowns of every job class."""

import plotly.graph_objects as go

from components.figures.coscheduling.type_slowdowns import job_kinds
from components.figures.result.one_point import draw_one_point
from components.figures.result.policy_line import MANY, PALE
from components.figures.result.tree import Tree
from components.looks.theme import BAND_OPACITY, FAINT, LOOKS, template, tint
from components.words.policy_names import marked, policy_name
from components.words.verdicts.leaders import leader
from engine.metrics.job_metrics import BOX
from engine.results.result import Result
from engine.statistics.fairness import SHARES
from engine.statistics.means import Estimate

MOST_BOXES = 5
"""Policies up to which there is room for boxes."""

Marks = dict[int, list[float]]
"""{percent: for each job class the slowdown that so many jobs stay below}."""

WIDE = 20
"""Ratio of the longest to the shortest whisker from which on the axis is logarithmic."""


def draw_gini(result: Result, point: int, scheme: str) -> Tree:
    """The policies from the most even one on, by the Gini coefficient of slowdowns; the legend of what stands below."""
    policies = list(result.scenario.policies)

    def value(point: int, policy: str) -> Estimate:
        return result.estimate(point, policy, "gini")

    title = "Gini coefficient of slowdowns"
    return draw_one_point(result, policies, value, title, True, scheme, marks=[], published=[], point=point)


def draw_lorenz(result: Result, point: int, scheme: str) -> go.Figure:
    """Share of all slowdown against share of jobs, at one point, on 95 % bands; the diagonal is even treatment.

    Of many policies the most even one is in focus.
    """
    names = [name for name in result.scenario.policies if result.estimate(point, name, "gini").replications]
    focus = (leader(result, point, "gini") or names[0]) if len(names) > MANY else None
    figure = go.Figure()
    figure.add_scatter(
        x=[0, 100],
        y=[0, 100],
        mode="lines",
        line={"color": FAINT[scheme], "dash": "dot", "width": 2},
        name="all slowed down alike",
        hoverinfo="skip",
    )
    for name in names:
        _add_lorenz(figure, result, point, name, scheme, focus)
    figure.add_annotation(text="all slowed<br>down alike", x=50, y=62, xanchor="right", showarrow=False)
    figure.update_layout(
        template=template(scheme),
        hovermode="x unified",
        showlegend=False,
        meta={"focus": focus},
        xaxis={"title": "Jobs, the least slowed down first (%)", "range": [0, 100]},
        yaxis={"title": "Share of all slowdown (%)", "range": [0, 100]},
    )
    return figure


def _add_lorenz(figure: go.Figure, result: Result, point: int, name: str, scheme: str, focus: str | None) -> None:
    xs = [0.0, *(100 * share for share in SHARES), 100.0]
    look, is_pale = LOOKS[name], focus not in (None, name)
    color = look.on(scheme)
    inner = [result.estimate(point, name, f"lorenz[{share}]").times(100) for share in SHARES]
    if inner[0].replications == 0:
        return
    figure.add_scatter(
        x=xs + xs[::-1],
        y=[0.0, *(_high(one) for one in inner), 100.0, 100.0, *(_low(one) for one in inner[::-1]), 0.0],
        fill="toself",
        fillcolor=tint(color, BAND_OPACITY),
        line={"width": 0},
        mode="lines",
        hoverinfo="skip",
        showlegend=False,
        legendgroup=name,
        opacity=0 if is_pale else None,
    )
    figure.add_scatter(
        x=xs,
        y=[0.0, *(one.mean for one in inner), 100.0],
        mode="lines+markers",
        name=f"{name}{_unsettled(result, point, name)}",
        legendgroup=name,
        line={"color": color, "dash": look.dash, "width": 2.5},
        marker={"color": color, "symbol": look.symbol, "size": 8},
        opacity=PALE if is_pale else None,
        hovertemplate="%{y:.1f} %",
    )


def draw_boxes(result: Result, point: int, scheme: str) -> go.Figure:
    """Bounded slowdowns of every job class under every policy, each mark the mean over the replications.

    Whiskers at 5 % and 95 %, box from 25 % to 75 %, solid line at the median, dashed at the mean; of many policies the
    median and the box as a bar.
    """
    names, policies = job_kinds(result), result.scenario.policies
    figure = go.Figure()
    for policy in policies:
        marks = {
            percent: [result.estimate(point, policy, f"class_slowdown_p{percent}[{name}]").mean for name in names]
            for percent in BOX
        }
        means = [result.estimate(point, policy, f"class_slowdown[{name}]").mean for name in names]
        name = f"{marked(policy)}{_unsettled(result, point, policy)}"
        draw = _add_box if len(policies) <= MOST_BOXES else _add_middle
        draw(figure, names, marks, means, name, policy, scheme)
    figure.update_layout(
        template=template(scheme),
        boxmode="group",
        scattermode="group",
        showlegend=False,
        yaxis={"title": "Bounded slowdown", "type": "log" if _is_wide(figure) else "linear"},
        xaxis={"title": "Job class", "type": "category"},
        margin={"t": 20},
    )
    return figure


def _add_box(
    figure: go.Figure, names: list[str], marks: Marks, means: list[float], name: str, policy: str, scheme: str
) -> None:
    color = LOOKS[policy].on(scheme)
    figure.add_box(
        x=names,
        lowerfence=marks[5],
        q1=marks[25],
        median=marks[50],
        q3=marks[75],
        upperfence=marks[95],
        mean=means,
        boxmean=True,
        name=name,
        line={"color": color},
        fillcolor=tint(color, 0.25),
    )


def _add_middle(
    figure: go.Figure, names: list[str], marks: Marks, _means: list[float], name: str, policy: str, scheme: str
) -> None:
    """Where boxes would be too narrow: the median on a bar over the middle half."""
    look = LOOKS[policy]
    figure.add_scatter(
        x=names,
        y=marks[50],
        error_y={
            "type": "data",
            "array": [high - middle for high, middle in zip(marks[75], marks[50], strict=True)],
            "arrayminus": [middle - low for low, middle in zip(marks[25], marks[50], strict=True)],
            "thickness": 3,
            "width": 0,
        },
        mode="markers",
        marker={"color": look.on(scheme), "symbol": look.symbol, "size": 8},
        name=name,
        legendgroup=policy,
        offsetgroup=policy,
        hovertemplate=f"{policy_name(policy)}, %{{x}}: %{{y:.3g}}<extra></extra>",
    )


def _is_wide(figure: go.Figure) -> bool:
    """Whether the largest whisker is so long that a linear axis would hide the other boxes."""
    ends = [box.upperfence if box.type == "box" else box.y for box in figure.data]
    tops = [top for end in ends for top in end if top == top]
    return bool(tops) and max(tops) > WIDE * min(tops)


def _unsettled(result: Result, point: int, policy: str) -> str:
    return "" if result.settles(point, policy) else " (does not settle)"


def _high(found: Estimate) -> float:
    return found.mean if found.replications < 2 else found.high


def _low(found: Estimate) -> float:
    return found.mean if found.replications < 2 else found.low
