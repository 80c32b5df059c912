"""Where policies saturate, in words: beside the rail, below the curves, and for the terminal."""

from math import isfinite, isnan

import orjson
from tabulate import tabulate

from components.words.wording import axis_words, capital, field_unit, number
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.results.saturation import Saturation
from engine.results.sought import Kind
from engine.study.saturation import saturations

HOW = (
    "Found by bisection on common random numbers, wrong of a policy at most once in twenty. A policy saturates "
    "where the number of jobs in the system begins to grow with the square root of time."
)


def place_words(found: Saturation, factor: float) -> str:
    """Where a policy saturates, numbers times *factor*: "saturates at 6.7 (6.6 to 6.8)"."""
    low, high = (number(end * factor, 3) if isfinite(end) else "" for end in (found.low, found.high))
    if not isnan(found.at):
        return f"saturates at {number(found.at * factor, 3)} ({low} to {high})"
    if found.kind is Kind.OPEN:
        return "is sought"
    if isfinite(found.low):
        return f"settles up to {low}"
    return f"settles nowhere from {high}" if isfinite(found.high) else "cannot be told"


def lane_words(found: Saturation, factor: float) -> str:
    """The same for the lane of a rail, which is narrow: "saturates at 6.7 ± 0.1", the longer side."""
    side = max(found.high - found.at, found.at - found.low) * factor
    return f"saturates at {number(found.at * factor, 3)} ± {number(side, 2)}"


def saturation_lines(scenario: Scenario, told: list[Saturation], field: str) -> list[str]:
    """A sentence for each policy, in the unit of the axis of *scenario*."""
    unit = field_unit(scenario, field)
    words = f" {unit.name}" if unit.name not in ("", "1") else ""
    lines = []
    for one in told:
        formula = "" if isnan(one.formula) else f"; by formula at {number(one.formula * unit.factor, 3)}"
        lines.append(f"{one.policy} {place_words(one, unit.factor)}{words}{formula}.")
    return lines


HEADS = ("policy", "saturates at", "from", "to", "by formula", "found")


def saturation_rows(told: list[Saturation], factor: float) -> list[list[str]]:
    """The rows of a table with `HEADS`."""
    rows = []
    for one in told:
        numbers = [number(part * factor, 4) if isfinite(part) else "–" for part in (one.at, one.low, one.high)]
        formula = "–" if isnan(one.formula) else number(one.formula * factor, 4)
        rows.append([one.policy, *numbers, formula, place_words(one, factor) if isnan(one.at) else "an interval"])
    return rows


def saturation_report(result: Result, form: str) -> str:
    """What a search has found as "table" or "json"."""
    goal, told = result.scenario.study.goal, saturations(result)
    assert goal is not None
    if form == "json":
        tree = {"field": goal.field, "policies": [one.tree() for one in told], "fingerprint": result.fingerprint()}
        return orjson.dumps(tree, option=orjson.OPT_INDENT_2).decode()
    factor = field_unit(result.scenario, goal.field).factor
    head = f"{capital(axis_words(result.scenario, goal.field))} at which each policy saturates"
    table = tabulate(saturation_rows(told, factor), HEADS, disable_numparse=True)
    return "\n".join([head, table, HOW, f"Result fingerprint {result.fingerprint()}"])
