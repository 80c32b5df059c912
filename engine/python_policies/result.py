"""The result of a study some of whose policies are in Python: nobody else can compute it, and it is never stored."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.parallel_jobs.policies import IN_PYTHON
from engine.python_policies.loading import Source
from engine.results.comparison import differences
from engine.results.result import Result

OWN = "own Python policy, not recomputed elsewhere"

COMPARED = ("response_time", "wait_time", "bounded_slowdown")
"""Metrics by which a policy in Python is held against the others, replication by replication."""


class PythonResult(Result):
    """As every result, with the files that decided in place of a fingerprint of the engine."""

    def __init__(self, *parts: Any, sources: Sequence[Source]) -> None:
        super().__init__(*parts)
        self.sources = tuple(sources)
        self.not_repeatable: frozenset[str] = frozenset()

    def fingerprint(self) -> str:
        """None, but a sentence in its place: a result that says so is taken for no stored one."""
        return "; ".join(self.notes())

    @property
    def signature(self) -> str:
        """Which files decided; and the fingerprint of all that was built in, where it does not depend on them."""
        lines = self.notes()
        if self.scenario.study.precision is None:
            lines.append(f"fingerprint of the other policies {self.of_built_in().fingerprint()}")
        return "\n".join(lines)

    def of_built_in(self) -> Result:
        """The part that anybody can compute: that of the policies that are built in."""
        return self.only([name for name in self.scenario.policies if not name.startswith(IN_PYTHON)])

    def notes(self) -> list[str]:
        """A sentence for each policy in Python."""
        return [self._note(source) for source in self.sources]

    def _note(self, source: Source) -> str:
        repeatable = "; NOT REPEATABLE: computed again, its first cell differs" * (source.name in self.not_repeatable)
        return f"{source.name}: {OWN}; {Path(source.file).name}, SHA-256 {source.sha256}{repeatable}"

    def compared(self) -> list[list[Any]]:
        """Rows of differences within the replications, each with the interval that Holm's procedure gives it.

        Policy, other, point, metric, unit, difference, low, high, whether it is shown; percent of the other's mean, or
        an absolute difference where no percentage says anything.
        """
        found = []
        for source in self.sources:
            for number, point in enumerate(self.points):
                where = ", ".join(f"{path}={value:g}" for path, value in point.items())
                for metric in COMPARED:
                    for one in differences(self, number, metric, source.name):
                        scale, unit = (
                            (100, "%") if one.is_relative else (1, "s" if metric != "bounded_slowdown" else "1")
                        )
                        size = [scale * value for value in one.size[:3]]
                        shown = "the same" if one.exactly_same else "yes" if one.shown else "no"
                        found.append([source.name, one.other, where, metric, unit, *size, shown])
        return found


COMPARED_HEAD = ("policy", "against", "point", "metric", "unit", "difference", "low", "high", "shown")
