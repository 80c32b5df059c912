"""Curves of the day and of the week to begin a drawing with."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.inputs.by_hour import DAY, OFFICE_DAY, ByHour
from engine.inputs.paths import put
from engine.workload_models.day_curves import calzarossa85_by_hour

ARRIVALS = "workload.arrivals"

LUBLIN_FEITELSON = (
    0.482, 0.387, 0.307, 0.241, 0.188, 0.202, 0.382, 0.619, 0.891, 1.168, 1.419, 1.621,
    1.759, 1.825, 1.824, 1.763, 1.656, 1.516, 1.356, 1.189, 1.023, 0.866, 0.722, 0.594,
)  # fmt: skip
"""The day of all jobs of Lublin & Feitelson 2003, "The workload on parallel supercomputers", by the hour: its gamma
distribution (8.1737, 3.9631 half hours), shifted by eleven half hours; means of two half hours each.
"""

QUIET_WEEKEND = tuple(factor * (0.25 if day >= 5 else 1.0) for day in range(7) for factor in OFFICE_DAY)


class Preset(NamedTuple):
    """A curve: what its button says, what it is, and its factors."""

    label: str
    meaning: str
    factors: tuple[float, ...]


PRESETS: Mapping[str, Preset] = {
    "flat": Preset("flat", "Every hour is the same", (1.0,) * DAY),
    "measured": Preset("measured day", "The day of the model of Lublin & Feitelson 2003", LUBLIN_FEITELSON),
    "opening": Preset(
        "opening hours",
        "The day of Calzarossa & Serrazi 1985, measured from 8:30 to 18:00: nobody comes at other hours",
        calzarossa85_by_hour(),
    ),
    "office": Preset("office day", "An example: busy from nine to five, with a lunch break", OFFICE_DAY),
    "week": Preset("week", "An example: five office days and a quiet weekend", QUIET_WEEKEND),
}


def _taking(preset: Preset) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def take(tree: dict[str, Any]) -> dict[str, Any]:
        """The *tree* with this curve; its mean rate stays, and a strength that there was."""
        before = tree["workload"]["arrivals"]
        if "rate_per_1000_s" in before:
            strength = before.get("strength", ByHour.model_fields["strength"].default)
            arrivals = {"process": "by-hour", "by_hour": [round(factor, 4) for factor in preset.factors]}
            put(tree, ARRIVALS, arrivals | {"rate_per_1000_s": before["rate_per_1000_s"], "strength": strength})
        return tree

    return take


TAKE = {f"hours-{name}": _taking(preset) for name, preset in PRESETS.items()}
"""What the buttons make of a tree, by their action."""
