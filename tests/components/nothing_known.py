"""A client of a broker that has seen nothing yet, for pages that are opened without one."""

from engine.inputs.scenario import Scenario
from engine.study.budget import Budget, budget


class NothingKnown:
    """Answers what a page asks as it is opened."""

    def result(self, _scenario: Scenario) -> None:
        return None

    def status(self, _study: str) -> None:
        return None

    def priced(self, scenario: Scenario, _seconds: float | None) -> Budget:
        return budget(scenario)
