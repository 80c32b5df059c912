"""What the curves tab and the data tab show of a result."""

from typing import Any

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.figures.curves import draw_curves, draw_speed_up
from components.wording import axis_of, metric_words, number, point_words, with_uncertainty
from engine.result import Result
from engine.statistics import Estimate

SPEED_UP = "speed-up"

METRIC_LABELS = {
    "response_time": "response",
    "wait_time": "wait",
    "computing_time": "computing",
    "upgraded_processes": "upgraded",
    "migrated_processes": "migrated",
    "utilization": "utilization",
    "jobs_in_system": "in system",
    SPEED_UP: "speed-up",
}


def curve_metrics(result: Result) -> list[dict[str, str]]:
    """The choices of the metric switch: only what this study has something to say about."""
    policies = set(result.scenario.policies)
    left_out = set()
    if not policies & {"SED", "SED-NM"}:
        left_out.add("upgraded_processes")
    if not policies & {"SED", "SED-NU"}:
        left_out.add("migrated_processes")
    if len(policies) < 2:
        left_out.add(SPEED_UP)
    return [{"value": name, "label": label} for name, label in METRIC_LABELS.items() if name not in left_out]


def create_curves(result: Result, metric: str = "response_time", scheme: str = "light") -> go.Figure:
    """The figure of the curves tab."""
    policies = list(result.scenario.policies)
    if metric == SPEED_UP:
        return draw_speed_up(result, policies, scheme)
    return draw_curves(result, metric, policies, scheme)


def describe_curves(result: Result, metric: str) -> str:
    """What the picture of *metric* shows, and the notes that travel with the scenario."""
    return f"{_meaning(result, metric)} {result.scenario.notes}".strip()


def _meaning(result: Result, metric: str) -> str:
    if metric == SPEED_UP:
        base = result.scenario.policies[0]
        return (
            f"How many times longer the other policies take than {base} on the same jobs, with paired 95 % intervals; "
            f"above 1 {base} is faster (Schnor et al. 1996, figure 6)."
        )
    words = metric_words(metric)
    return f"{words.definition} Bands are 95 % intervals over the replications. Source: {words.source}."


def table_of_curves(result: Result, metric: str) -> DataTable:
    """The numbers behind the curves."""
    policies = list(result.scenario.policies)
    base = policies[0]
    if metric == SPEED_UP:
        shown, unit = policies[1:], f"response time relative to {base}"
    else:
        shown, unit = policies, metric_words(metric).axis
    body = []
    for n in range(len(result.points)):
        row: list[Any] = [_x(result, n)]
        for policy in shown:
            found = _estimate(result, n, policy, metric)
            row.append(with_uncertainty(found))
            row.append("yes" if result.settles(n, policy) else "does not settle")
        body.append(row)
    head = [axis_of(result.scenario) or "point"]
    for policy in shown:
        head += [f"{policy}: {unit}, ± 95 %", f"{policy} settles"]
    return DataTable(f"{unit[:1].upper()}{unit[1:]}.", head, body)


def _estimate(result: Result, point: int, policy: str, metric: str) -> Estimate:
    if metric == SPEED_UP:
        return result.speed_up(point, result.scenario.policies[0], policy)
    scale = metric_words(metric).scale
    found = result.estimate(point, policy, metric)
    return Estimate(found.mean * scale, found.low * scale, found.high * scale, found.replications)


def _x(result: Result, point: int) -> str:
    vary = result.scenario.study.vary
    return number(vary.values[point], 6) if vary else point_words(result.scenario, {})


def table_of_data(result: Result) -> DataTable:
    """Every metric of every point and policy, in base units."""
    vary = axis_of(result.scenario) or "point"
    head = ["policy", vary, "metric", "unit", "mean", "low (95 %)", "high (95 %)", "replications"]
    body = []
    for row in result.rows():
        point = ", ".join(number(value, 12) for value in row["point"].values()) or "the given values"
        values = [number(row[name], 7) for name in ("mean", "low", "high")]
        body.append([row["policy"], point, row["metric"], row["unit"], *values, row["replications"]])
    return DataTable("Every metric of every point and policy.", head, body)
