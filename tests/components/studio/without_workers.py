"""What workers would answer, computed here."""

from typing import Any

import orjson

from engine.inputs.scenario import Scenario
from workers import computing

FEW = 800
"""Jobs: so that it is cheap."""


def fair_starts(scenario: Scenario, point: int) -> dict[str, Any]:
    """In place of `answers.fair_starts_of`, of few jobs."""
    at = scenario.at(scenario.points()[point])
    if not getattr(at, "is_logged", False):
        at = at.at({"workload.jobs": FEW})
    return {policy: orjson.loads(computing.fair_start(at.canonical(), policy, 0)) for policy in scenario.policies}
