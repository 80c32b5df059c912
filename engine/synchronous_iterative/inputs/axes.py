"""Quantities that follow from several fields and can be varied like one: the mean load, and the iteration length."""

from collections.abc import Mapping
from typing import Any

from engine.compiled.elementary import total
from engine.inputs.sweep import Axis
from engine.synchronous_iterative.inputs.machines import HIGHEST_LOAD


def _mean_load(scenario: Any) -> float | None:
    """Mean ρ of all machines at factor 1 of the day; None if there is none at all."""
    groups = scenario.cluster.groups
    load = total(group.count * group.load for group in groups) / scenario.cluster.machines
    return float(load * scenario.background.intensity) if load else None


def _place_load(tree: Any, value: float) -> None:
    groups = tree["cluster"]["groups"]
    load = total(group["count"] * group["load"] for group in groups) / sum(group["count"] for group in groups)
    tree["background"]["intensity"] = value / load if load else value


def _length(scenario: Any) -> float | None:
    """The paper leaves it out: work of one of all machines in an iteration over the mean service time, w."""
    share = scenario.application.parallel_time / scenario.cluster.machines
    return float(share / scenario.background.mean_service)


def _place_length(tree: Any, value: float) -> None:
    machines = sum(group["count"] for group in tree["cluster"]["groups"])
    tree["application"]["parallel_time"] = float(value * machines * tree["background"]["mean_service"])


AXES: Mapping[str, Axis] = {
    "background.mean_load": Axis(
        "Mean background load",
        "1",
        "Mean share of the time of a machine that background jobs need; the intensity follows from it.",
        0,
        HIGHEST_LOAD,
        0.05,
        "background.intensity",
        _place_load,
        _mean_load,
    ),
    "application.iteration_length": Axis(
        "Iteration length",
        "1",
        "Work of one of all machines in an iteration over the mean service time of a background job; the parallel "
        "work follows from it.",
        1e-3,
        1e5,
        1,
        "application.parallel_time",
        _place_length,
        _length,
    ),
}
