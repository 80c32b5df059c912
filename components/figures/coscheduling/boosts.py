"""Whom Periodic Boost chooses: by what the process was doing, and by how far after the running process it was found."""

import plotly.graph_objects as go

from components.figures.common.measured import measured
from components.figures.common.policy_bars import draw_policy_bars
from engine.coscheduling.metric_names import STATES
from engine.coscheduling.policies import SCHEMES, OnDelivery
from engine.results.result import Result
from engine.statistics.means import Estimate

AXIS = "Boosts (per node and second)"

CALLED = {"S1": "computes,<br>no<br>message", "S2": "computes,<br>message<br>there", "S3": "waits,<br>message<br>there"}
"""What a process is doing in each state."""


def boosting(result: Result) -> list[str]:
    """The policies that poll for messages."""
    return [name for name in result.scenario.policies if SCHEMES[name].on_delivery == OnDelivery.PERIODIC_BOOST]


def positions(result: Result) -> list[int]:
    """Places after the running process at which a process can be found."""
    slots = result.scenario.cluster.multiprogramming_level  # type: ignore[attr-defined]
    return [n for n in range(slots) if f"boosts_at[{n}]" in result.names]


def boosts_by_state(result: Result, point: int) -> dict[str, list[Estimate]]:
    """For each policy the boosts of processes in S1, S2 and S3."""
    return {name: [measured(result, point, name, f"boosts[{s}]") for s in STATES] for name in boosting(result)}


def boosts_by_position(result: Result, point: int) -> dict[str, list[Estimate]]:
    """For each policy the boosts of the processes 0, 1, ... places after the running one."""
    return {
        name: [measured(result, point, name, f"boosts_at[{n}]") for n in positions(result)] for name in boosting(result)
    }


def draw_boosts_by_state(result: Result, point: int, scheme: str) -> go.Figure:
    """Grouped bars by the state of the process that was chosen."""
    names = [f"{state}<br>{CALLED[state]}" for state in STATES]
    figure = draw_policy_bars(names, boosts_by_state(result, point), ("State of the process", AXIS), scheme)
    return figure.update_xaxes(tickangle=0).update_layout(margin_b=116)  # px of four lines and a title


def draw_boosts_by_position(result: Result, point: int, scheme: str) -> go.Figure:
    """Grouped bars by position."""
    names = ["running" if n == 0 else f"+{n}" for n in positions(result)]
    found = boosts_by_position(result, point)
    return draw_policy_bars(names, found, ("Places after the running process", AXIS), scheme)
