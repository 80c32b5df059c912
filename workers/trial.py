"""A cell that is computed to see how long it takes, by the process that can be ended."""

from engine.inputs.scenario import Scenario
from engine.study.registry import FAMILIES, parse_scenario
from workers.bounds import Bounds, memory
from workers.calculator import CALCULATOR, DiedError, EndedError, FailedError


def trial(scenario: Scenario, policy: str, seconds: float) -> float:
    """Processor time that the cell takes, s; so many *seconds* if it is ended then, 0 if it has no result."""
    CALCULATOR.memory = memory(1)
    try:
        CALCULATOR.compute(
            _cell, scenario.compact(), policy, bounds=Bounds(seconds, ""), wanted=lambda: True, compiles=True
        )
    except FailedError:
        return 0.0
    except (EndedError, DiedError):
        return seconds
    return max(CALCULATOR.took, 1e-6)


def _cell(scenario: bytes, policy: str) -> bytes:
    point = parse_scenario(scenario)
    runs = FAMILIES[point.family].runs
    runs.forget()
    runs.simulate(point, policy, 0)
    return b""
