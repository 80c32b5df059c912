"""What stands on the x axis when studies are drawn together: one panel if they can share an axis, else one for each."""

from typing import NamedTuple

from components.words.wording import axis_words, capital, field_unit
from engine.inputs.scenario import Scenario
from engine.results.matching import field_name, paths_of, points_at, value_at

Sides = dict[str, Scenario]
"""{"A": the first scenario, "B": the second}, and so on."""


class Panel(NamedTuple):
    """An x axis and the sides that are drawn on it.

    Attributes
    ----------
    title : words for the axis
    paths : {side: path of its field on the axis}; the path is "" where policies stand on the axis
    has_sweep : whether any of its sides varies the field; where nobody does, lines would connect nothing
    factor : what a value of the field is multiplied by to stand on the axis
    """

    title: str
    paths: dict[str, str]
    has_sweep: bool
    factor: float = 1.0


def panels(sides: Sides) -> list[Panel]:
    """One panel if all vary the same field, or have the one that some vary; else one for each side.

    In a shared panel the side that varies nothing is a single point at its own value.
    """
    names = {side: _swept_name(scenario) for side, scenario in sides.items()}
    swept = list(dict.fromkeys(name for name in names.values() if name))
    if not swept:
        return [Panel("", dict.fromkeys(sides, ""), False)]
    paths = {side: paths_of(scenario).get(swept[0], "") for side, scenario in sides.items()}
    if len(swept) == 1 and all(paths.values()):
        leader = next(side for side in sides if names[side])
        return [_swept_panel(sides[leader], paths[leader], paths)]
    return [_own_panel(side, scenario) for side, scenario in sides.items()]


def _own_panel(side: str, scenario: Scenario) -> Panel:
    vary = scenario.study.vary
    return _swept_panel(scenario, vary.field, {side: vary.field}) if vary else Panel("", {side: ""}, False)


def _swept_name(scenario: Scenario) -> str:
    vary = scenario.study.vary
    return field_name(scenario, vary.field) if vary else ""


def _swept_panel(scenario: Scenario, path: str, paths: dict[str, str]) -> Panel:
    return Panel(capital(axis_words(scenario, path)), paths, True, field_unit(scenario, path).factor)


def xs_of(scenario: Scenario, path: str, slices: dict[str, float] | None, factor: float = 1.0) -> dict[int, float]:
    """{number of a point in the slice: where it stands on the axis}; all at 0 where policies stand on it."""
    points = scenario.points()
    return {n: factor * value_at(scenario, points[n], path) if path else 0.0 for n in points_at(scenario, slices)}
