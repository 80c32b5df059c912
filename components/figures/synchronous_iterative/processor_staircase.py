"""How many machines are used as waiting gets more expensive: exact steps, one line for each algorithm."""

import plotly.graph_objects as go

from components.figures.common.asked_for import asked_for
from components.figures.synchronous_iterative.machine_choice import add_choice, add_line, step_at, x_over_c
from components.looks.theme import LOOKS, template
from components.words.policy_names import marked
from components.words.wording import number
from engine.synchronous_iterative.replay.tree import Trace

WIDTHS = (9.0, 5.0, 2.0)
"""Lines often lie on each other: each later one is narrower, so that all are seen."""

BEYOND = 1.12
"""How much farther than the last step the picture goes."""


def price_range(trace: Trace) -> float:
    """The largest x/c of the picture: beyond the last step of all, and beyond the present one."""
    last = max(steps["since"][-1] for steps in asked_for(trace["staircases"]).values())
    return max(BEYOND * last, BEYOND * x_over_c(trace), 1.0)


def draw_staircase(trace: Trace, scheme: str) -> go.Figure:
    """The staircases, the present x/c and what the policy takes there."""
    figure, end = go.Figure(), price_range(trace)
    for (policy, steps), width in zip(asked_for(trace["staircases"]).items(), WIDTHS, strict=False):
        look = LOOKS[policy]
        figure.add_scatter(
            x=[*steps["since"], end],
            y=[*steps["processors"], steps["processors"][-1]],
            mode="lines",
            line={"shape": "hv", "width": width, "color": look.on(scheme)},
            name=marked(policy),
            hovertemplate="%{y} machines from x/c = %{x:.4~g} on",
        )
    present, chosen = x_over_c(trace), trace["chosen"]
    add_line(figure, present, scheme, f"x/c = {number(present, 4)}", is_late=2 * present > end)
    add_choice(
        figure, trace, present, chosen["processors"], scheme, f"{chosen['processors']} machines at the present x/c"
    )
    figure.update_layout(template=template(scheme), hovermode="closest", margin={"t": 52})
    figure.update_xaxes(title="Cost of waiting x/c", range=[-0.02 * end, end])
    figure.update_yaxes(title="Machines used", rangemode="tozero", tickformat="d")
    return figure


def steps_at_present(trace: Trace) -> dict[str, int]:
    """Machines that each staircase has at the present x/c, by policy."""
    price = x_over_c(trace)
    return {name: steps["processors"][step_at(steps, price)] for name, steps in asked_for(trace["staircases"]).items()}
