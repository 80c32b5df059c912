"""What the page looks at: two to four results, one metric, and a value of every second varied field."""

from dataclasses import dataclass
from functools import cached_property

from components.figures.result.panels import Panel, panels
from components.words.verdicts.degrees import degrees_of
from components.words.wording import metric_words
from engine.inputs.scenario import Scenario
from engine.results.contrast import Contrast, LeftOut, common_policies, contrasts, left_out
from engine.results.matching import field_name, paths_of
from engine.results.result import Result

FIRST_METRIC = "response_time"
"""What is compared if there is nothing else to choose from."""


@dataclass(frozen=True)
class View:
    """Two results seen through one metric; `slices` is {name of a second varied field: its value}, and *other* what the
    side of *b* is called."""

    a: Result
    b: Result
    metric: str
    slices: dict[str, float]
    other: str = "B"

    @property
    def results(self) -> dict[str, Result]:
        """Both, by their sides."""
        return {"A": self.a, self.other: self.b}

    @cached_property
    def contrasts(self) -> list[Contrast]:
        """The differences at the points that match, in the order of A's points."""
        return contrasts(self.a, self.b, self.metric, self.slices)

    @cached_property
    def left_out(self) -> list[LeftOut]:
        """What is not compared because it does not settle."""
        return left_out(self.a, self.b, self.slices)

    @property
    def is_absolute(self) -> bool:
        """Whether the differences are told in the unit of the metric, since of A no percentage says anything."""
        return any(not one.is_relative for one in self.contrasts)

    @cached_property
    def panels(self) -> list[Panel]:
        """The x axes."""
        return panels({side: result.scenario for side, result in self.results.items()})

    @property
    def difference_panel(self) -> Panel:
        """The x axis of the differences: the common one, or the policies where there is but one point."""
        is_line = len(self.panels) == 1 and len({one.match.a for one in self.contrasts}) > 1
        return self.panels[0] if is_line else Panel("", dict.fromkeys(self.results, ""), False)

    @property
    def common(self) -> list[str]:
        """The policies of both."""
        return common_policies(self.a.scenario, self.b.scenario)

    @property
    def less_and_more(self) -> tuple[str, str]:
        """What a smaller and a larger value of the metric is called."""
        words = degrees_of(self.metric)
        return words.less, words.more


@dataclass(frozen=True)
class Several:
    """Two to four results by their sides, A first, seen through one metric: pairs of A and each other."""

    results: dict[str, Result]
    metric: str
    slices: dict[str, float]

    @property
    def base(self) -> Result:
        """What the others are compared with."""
        return self.results["A"]

    @cached_property
    def pairs(self) -> list[View]:
        """A beside each other one."""
        others = ((side, result) for side, result in self.results.items() if side != "A")
        return [View(self.base, result, self.metric, self.slices, side) for side, result in others]

    @cached_property
    def panels(self) -> list[Panel]:
        """The x axes."""
        return panels({side: result.scenario for side, result in self.results.items()})


def common_metrics(*results: Result) -> list[str]:
    """The metrics that all results have, in the order of the first."""
    return [name for name in results[0].names if all(name in other.names for other in results)]


def first_metric(*results: Result) -> str:
    """The metric that is compared at first: the first one that all have."""
    return next((name for name in common_metrics(*results) if metric_words(name).group), FIRST_METRIC)


def slice_values(*scenarios: Scenario) -> dict[str, list[float]]:
    """{name of each second varied field: its values}, of all sides."""
    found: dict[str, list[float]] = {}
    for scenario in scenarios:
        if (second := scenario.study.and_vary) is not None:
            name = field_name(scenario, second.field)
            found[name] = sorted({*found.get(name, []), *second.values})
    return found


def first_slices(*scenarios: Scenario) -> dict[str, float]:
    """Where the slices begin: at a value that all sides have if there is one, else in the middle."""
    return {
        name: _middle([value for value in values if all(_has(one, name, value) for one in scenarios)] or values)
        for name, values in slice_values(*scenarios).items()
    }


def _has(scenario: Scenario, name: str, value: float) -> bool:
    path = paths_of(scenario).get(name)
    if path is None:
        return False
    own = [vary.values for vary in scenario.study.sweep if vary.field == path]
    return value in (own[0] if own else (scenario.sweepable()[path],))


def _middle(values: list[float]) -> float:
    return values[len(values) // 2]
