"""Plans of studies that a process keeps, since the next cell is often of the same one."""

from collections import OrderedDict
from collections.abc import Callable

from engine.study.cells import StudyPlan

MOST = 200_000
"""Bytes that the scenarios of all points of all plans take as text; as objects they take some ten times as many."""


class KeptPlans:
    """Plans by a name; those that nobody has asked for for longest make room. For one thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str | bytes, tuple[StudyPlan, int]] = OrderedDict()

    def get(self, name: str | bytes, make: Callable[[], StudyPlan]) -> StudyPlan:
        """The one of this *name*, which is made if it is not here."""
        found = self._kept.pop(name, None)
        if found is None:
            plan = make()
            found = plan, len(plan.scenario.canonical()) * len(plan.at_some_points)
        self._kept[name] = found
        while len(self._kept) > 1 and sum(size for _, size in self._kept.values()) > MOST:
            self._kept.popitem(last=False)
        return found[0]
