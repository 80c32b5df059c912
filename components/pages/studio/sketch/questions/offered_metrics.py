"""Which metrics a goal, a choice or a precision can be asked of."""

from contextlib import suppress
from typing import Any

from components.visits.answers import scenario_of
from engine.inputs.rejection import ScenarioError
from engine.study.registry import FAMILIES


def metrics_offered(tree: dict[str, Any]) -> tuple[str, ...]:
    """Those of the family, and those that only some scenarios have, such as costs where machines have a price."""
    family = FAMILIES[tree["family"]]
    with suppress(ScenarioError):  # of a sketch in which something is wrong, those that every scenario has
        return (*family.metrics, *family.metrics_of(scenario_of(tree)))
    return family.metrics
