"""Queue and utilization over time, for the whole replication and for the window that is played."""

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.figures.common.instant import instant_line
from components.looks.theme import JOB_COLORS, template
from engine.parallel_jobs.replay.tree import Trace


def draw_over_time(trace: Trace, scheme: str) -> go.Figure:
    """Jobs waiting and running above, utilization by machine group below; shape 0 is the current instant."""
    line = trace["timeline"]
    figure = make_subplots(rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.08, row_heights=[0.55, 0.45])
    figure.add_scatter(
        x=line["time"], y=line["queue"], name="waiting", line={"color": "#D55E00", "width": 2}, row=1, col=1
    )
    figure.add_scatter(
        x=line["time"],
        y=line["running"],
        name="running",
        line={"color": "#0072B2" if scheme == "light" else "#56B4E9", "width": 2, "dash": "dash"},
        row=1,
        col=1,
    )
    for number, (name, share) in enumerate(line["utilization"].items()):
        figure.add_scatter(
            x=line["time"],
            y=[100 * value for value in share],
            name=f"machines “{name}”",
            line={
                "color": JOB_COLORS[(number + 2) % len(JOB_COLORS)],
                "width": 2,
                "dash": ("solid", "dot", "dash")[number % 3],
            },
            row=2,
            col=1,
        )
    time = trace["steps"][0]["time"]
    figure.update_layout(
        template=template(scheme),
        hovermode="x unified",
        shapes=[instant_line(time, scheme)],
    )
    figure.update_yaxes(title="Jobs", rangemode="tozero", row=1, col=1)
    figure.update_yaxes(title="Utilization (%)", range=[0, 102], row=2, col=1)
    figure.update_xaxes(title="Time (s)", row=2, col=1)
    return figure
