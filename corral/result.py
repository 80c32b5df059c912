"""What a study has found: data frames, figures, sentences, files, and the way back to the page."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corral.comparison import Comparison, compare
from corral.frames import frame_of
from corral.link import Link, link_to
from corral.reason import Reason, why
from corral.study import Study
from engine.inputs import rejection
from engine.results import result as engine_result

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

    from engine.python_policies.study import PythonPlan


class Result:
    """The result of a study; `numbers` is the engine's own, with every cell as an array.

    >>> from corral import example
    >>> result = example("kumar-two-jobs").run(processes=1)
    >>> result.fingerprint == example("kumar-two-jobs").run(processes=2).fingerprint
    True
    >>> result.jobs("FCFS")[["number", "arrival", "start", "end"]].head(2)
       number  arrival  start    end
    0       1      0.0    0.0  100.0
    1       2      0.0  100.0  180.0
    """

    def __init__(
        self,
        numbers: engine_result.Result,
        failures: Sequence[str] = (),
        plan: "PythonPlan | None" = None,
    ) -> None:
        self.numbers, self.failures, self._plan = numbers, tuple(failures), plan

    @property
    def study(self) -> Study:
        """The study of which it is the result; policies in Python, which no study can name, are not in it."""
        return Study((self._plan.built_in if self._plan else self.numbers.scenario).as_asked)

    @property
    def fingerprint(self) -> str:
        """Equal fingerprints, equal results to the last bit; the page, `corral run` and files tell the same one."""
        return self.numbers.fingerprint()

    @property
    def complete(self) -> bool:
        """Whether every cell has been computed."""
        return self.numbers.complete

    @cached_property
    def summary(self) -> "pd.DataFrame":
        """A row for each point, policy and metric: mean, 95 % interval, replications, and whether the queue settles."""
        from engine.results.export import summaries

        found = frame_of(summaries(self.numbers))
        found.attrs |= {"corral.caveats": " ".join(self.caveats)} if self.caveats else {}
        return found

    @cached_property
    def cells(self) -> "pd.DataFrame":
        """A row for each computed cell and metric."""
        from engine.results.export import cells

        return frame_of(cells(self.numbers))

    @cached_property
    def saturations(self) -> "pd.DataFrame":
        """Of a search for saturation, a row for each policy: the load, its interval, and the formula if there is one.

        In the unit of the field, NaN where nothing is known. `ValueError` of another study.
        """
        import pandas as pd

        from engine.study.saturation import saturations

        rows = [{**one._asdict(), "kind": one.kind.name.lower()} for one in saturations(self.numbers)]
        return pd.DataFrame(rows).rename(columns={"kind": "outcome"}).set_index("policy")

    def mean(self, metric: str | None = None) -> "pd.DataFrame":
        """The means of one metric, a row for each point and a column for each policy."""
        import pandas as pd

        name, points = self._metric(metric), self.numbers.points
        policies = list(self.numbers.scenario.policies)
        rows = [[self.numbers.estimate(n, one, name).mean for one in policies] for n in range(len(points))]
        index = pd.MultiIndex.from_frame(pd.DataFrame(points)) if len(points[0]) > 1 else None
        if len(points[0]) == 1:
            ((path, _),) = points[0].items()
            index = pd.Index([point[path] for point in points], name=path)
        return pd.DataFrame(rows, index=index, columns=pd.Index(policies, name="policy"))

    def jobs(self, policy: str | None = None, point: int = 0, replication: int = 1) -> "pd.DataFrame":
        """A row for each job, or iteration, of one cell: arrival, start, end, size, ...; times in s.

        Computes the cell again, since results hold no jobs.
        """
        from engine.reports.rows import table_of
        from engine.study.cells import Cell, StudyPlan

        policies = list(self.numbers.scenario.policies)
        number = policies.index(self._policy(policy or policies[0]))
        self._check("replication", replication, 1, self.numbers.done.shape[2])
        cell = Cell(0, self._point(point), number, replication - 1)
        return frame_of(
            table_of(self.numbers, StudyPlan(self.numbers.scenario), cell, self._plan.rows if self._plan else None)
        )

    def differences(
        self, policy: str, against: str, point: int = 0, replication: int = 1, metric: str | None = None
    ) -> "pd.DataFrame":
        """A row for each job, or iteration, of one replication: how much it differs under *policy*, and by what.

        Computes both cells again. `ValueError` if the metric is no mean or sum over jobs.
        """
        from engine.reports.pairs import table_of_pair
        from engine.results.export import provenance

        self._check("replication", replication, 1, self.numbers.done.shape[2])
        scenario = self.numbers.scenario
        at_point = scenario.at(scenario.points()[self._point(point)])
        pair = self._policy(against), self._policy(policy)
        source = provenance(self.numbers)
        entries = self._plan.entries if self._plan else None
        return frame_of(table_of_pair(at_point, pair, self._metric(metric), replication - 1, source, entries))

    def figure(self, metric: str | None = None, scheme: str = "light", shown: str | None = None) -> "go.Figure":
        """The page's curves of a metric; "speed-up" is one. Of a map *shown* is a policy or "best policy"."""
        import plotly.graph_objects as go

        from components.pages.studio.answer.answer import SPEED_UP, create_curves

        name = SPEED_UP if metric == SPEED_UP else self._metric(metric)
        return go.Figure(create_curves(self.numbers, name, scheme, shown))

    def verdict(self, metric: str | None = None) -> str:
        """What the page says of it, in a sentence."""
        from components.words.verdicts.verdict import verdict

        return verdict(self.numbers, self._metric(metric)).short

    def compare(self, policy: str, other: str, metric: str | None = None) -> Comparison:
        """How *policy* differs from *other* on the same jobs."""
        return compare(self.numbers, self._policy(policy), self._policy(other), self._metric(metric))

    @property
    def worst(self) -> dict[str, Any] | None:
        """Of a search for where a policy is worst: the point found, ratios on fresh seeds, and what was tried."""
        from engine.results.worst import tree

        return None if self.numbers.worst is None else tree(self.numbers)

    def why(self, first: str, second: str, point: int = 0, metric: str | None = None) -> Reason:
        """Why *second* differs from *first*, job by job; computes the cells of the point again."""
        named = self._metric(metric) if metric else None
        pair = self._policy(first), self._policy(second)
        return why(self.numbers.scenario, *pair, self._point(point), named, self._plan.entries if self._plan else None)

    @property
    def caveats(self) -> list[str]:
        """Of a log: what was left out of it, what was assumed, and what is not modelled, in sentences."""
        from components.words.log_caveats import caveat_lines

        return caveat_lines(self.numbers)

    @property
    def methods(self) -> str:
        """A methods paragraph: what was computed, how, and how often."""
        from components.words.methods import methods_paragraph

        if self._plan is None:
            return methods_paragraph(self.numbers)
        from engine.python_policies import command

        return command.methods(self._plan.combined(self.numbers), methods_paragraph)

    def link(self, host: str | None = None) -> Link:
        """An address of the Studio that holds the study and this fingerprint.

        `ScenarioError` of a study with policies in Python, which no page opens.
        """
        if self._plan is not None:
            sentence = (
                "pages do not open policies in Python, whose files they do not have; result.study.link() opens the "
                "study without them"
            )
            raise rejection.ScenarioError([rejection.Reason("own", sentence)])
        return link_to(self.numbers.scenario.as_asked, host, self.fingerprint)

    def save(self, folder: str | Path) -> list[Path]:
        """Write what `corral run --out` writes: scenario, methods, cells and summary in every format."""
        from engine.reports.report import write_files

        written = write_files(self.numbers, str(folder), self.methods)
        if self._plan is None:
            return written
        from engine.python_policies import command

        return written + command.write_beside(self._plan.combined(self.numbers), self._plan, Path(folder))

    def _metric(self, name: str | None) -> str:
        from components.words.wording import first_metric

        return first_metric(self.numbers.scenario) if name is None else self._one("metric", name, self.numbers.names)

    def _policy(self, name: str) -> str:
        return self._one("policy", name, self.numbers.scenario.policies)

    def _point(self, number: int) -> int:
        self._check("point", number, 0, len(self.numbers.points) - 1)
        return number

    def _one(self, what: str, name: str, known: Sequence[str]) -> str:
        if name not in known:
            sentence = f'"{name}" is no {what} of this study; it has {", ".join(known)}'
            raise rejection.ScenarioError([rejection.Reason(what, sentence)])
        return name

    def _check(self, what: str, number: int, low: int, high: int) -> None:
        if not low <= number <= high:
            raise rejection.ScenarioError([rejection.Reason(what, f"{number} is not from {low} to {high}")])

    def __repr__(self) -> str:
        there = "" if self.complete else f" (not complete: {self.numbers.cells_done:,} cells so far)"
        verdict = self.verdict()
        said = " ".join([verdict, *(one for one in self.caveats if one not in verdict)])
        return f"Result of {self.numbers.scenario.title!r}{there}: {said} {self.numbers.signature}"

    def _repr_html_(self) -> str:
        from corral.shown import shown

        return shown(self)
