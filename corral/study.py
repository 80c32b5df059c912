"""A study to be made: a scenario that is changed step by step, each step a new study, and then run."""

import gzip
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

import orjson

from corral.broken import Broken, BrokenMatrix, broken_of, check_is_a_study
from corral.link import Link, link_to
from corral.paths import completed, every
from corral.progress import bar, said, silent
from engine import ENGINE_VERSION as ENGINE_VERSION
from engine.inputs.paths import put
from engine.inputs.rejection import Reason, ScenarioError
from engine.inputs.scenario import Scenario
from engine.statistics.stopping import FEWEST
from engine.study.registry import EXAMPLES, parse_scenario, read_scenario

if TYPE_CHECKING:
    import pandas as pd

    from corral.policy import Policy
    from corral.result import Result

    Own = str | Path | type[Policy] | Sequence[str | Path | type[Policy]]

FIELD, NUMBER = "field", "numeric field"


@dataclass(frozen=True, repr=False, eq=False)
class Study:
    """A scenario with the study to be made of it; immutable, and always a valid one.

    >>> study = example("schnor-system-1")
    >>> study.vary("rate_per_1000_s", [0.5, 1, 1.5]).policies("SED", "FCFS").replications(20)
    Study 'Schnor et al. 1996, system 1' of parallel-jobs: SED, FCFS at 3 points, 20 replications each
    >>> study.policies("SED").scenario.policies, len(study.scenario.policies)
    (('SED',), 3)
    >>> try:
    ...     study.vary("rate", [0.5])
    ... except ScenarioError as error:
    ...     print(error)
    "rate" is not a numeric field of this scenario; nearest is "workload.arrivals.rate_per_1000_s"
    """

    scenario: Scenario

    def vary(self, field: str, values: Iterable[float]) -> Self:
        """The same at these *values* of one field, or of a quantity such as workload.offered_load; no other varies."""
        path = self._varied(field)
        return self._with({"study.vary": {"field": path, "values": _numbers(values)}, "study.and_vary": None})

    def and_vary(self, field: str, values: Iterable[float]) -> Self:
        """The same with a second field varied, so that the result is a map."""
        return self._with({"study.and_vary": {"field": self._varied(field), "values": _numbers(values)}})

    def policies(self, *names: str) -> Self:
        """The same with these policies, in this order."""
        return self._with({"policies": list(names)})

    def replications(self, count: int) -> Self:
        """The same with so many replications of every cell, also where a precision was asked for."""
        return self._with({"study.replications": count, "study.precision": None})

    def seed(self, number: int) -> Self:
        """The same with other random numbers."""
        return self._with({"study.seed": number})

    def precision(self, metric: str, half_width_percent: float, **more: Any) -> Self:
        """The same with as many replications as it takes for intervals of *metric* to be so narrow."""
        asked = {"metric": metric, "half_width_percent": half_width_percent, **more}
        return self._with({"study.precision": asked, **self._enough_to_begin})

    def goal(self, field: str, low: float, high: float, step: float, *criteria: tuple[str, str, float]) -> Self:
        """The same turned round: which values of *field* reach every criterion, as ("response_time", "at-most", 3000).

        Without any, the queue has to settle.
        """
        held = [dict(zip(("metric", "bound", "value"), one, strict=True)) for one in criteria]
        tree = {"field": self._varied(field), "low": low, "high": high, "step": step, "criteria": held}
        return self._with({"study.vary": None, "study.and_vary": None, "study.goal": tree, **self._enough_to_begin})

    def saturation(self) -> Self:
        """The search for the load at which each policy saturates; of its result `saturations` tells.

        `ValueError` says why there is none, as where jobs do not arrive at a rate.
        """
        from engine.study.saturation import saturation_study

        return type(self)(saturation_study(self.scenario))

    def choose(
        self,
        metric: str,
        wanted: str = "least",
        and_by: tuple[str, str] | None = None,
        so_that: Iterable[tuple[str, str, float]] = (),
    ) -> Self:
        """The same as a choice: which policy at which point has the least or greatest *metric*; *and_by* a second.

        Only those count that hold each constraint of *so_that*, as ("wait_time", "at-most", 600).
        """
        by, second = (one and {"metric": one[0], "wanted": one[1]} for one in ((metric, wanted), and_by))
        held = [dict(zip(("metric", "bound", "value"), one, strict=True)) for one in so_that]
        asked = {"by": by, "and_by": second, "constraints": held}
        return self._with({"study.selection": asked, **self._enough_to_begin})

    def worst(
        self,
        policy: str,
        against: str,
        ranges: Mapping[str, tuple[float, float, float]],
        metric: str = "response_time",
        points: int = 160,
        fresh: int = 40,
    ) -> Self:
        """The same as a search for where *policy* is worst against *against*, over {field: (low, high, step)}.

        It tries at most so many *points*; the worst one, its neighbors and the present values are then replicated so
        often on *fresh* seeds, and only what is found then is told.
        """
        each = [dict(zip(("low", "high", "step"), map(float, ends), strict=True)) for ends in ranges.values()]
        asked = {
            "policy": policy,
            "against": against,
            "metric": metric,
            "ranges": [{"field": self._varied(field)} | ends for field, ends in zip(ranges, each, strict=True)],
            "points": points,
            "fresh": fresh,
        }
        alone = dict.fromkeys(("study.vary", "study.and_vary", "study.precision", "study.goal", "study.selection"))
        return self._with({**alone, "study.breaking": asked, **self._enough_to_begin})

    def set(self, changes: Mapping[str, Any]) -> Self:
        """The same with other values in fields or whole parts, {path: value as in JSON}.

        >>> example("schnor-system-1").set({"workload.jobs": 500, "title": "Short"})
        Study 'Short' of parallel-jobs: SED, SED-NU, FCFS at 12 points, 10 replications each
        """
        tree = self.scenario.model_dump(mode="json")
        paths = [*every(tree), *self.scenario.AXES]
        return self._with({completed(path, paths, tree, FIELD): value for path, value in changes.items()})

    def replay(
        self,
        file: "str | Path | pd.DataFrame",
        jobs: int | None = None,
        divided_by: float | None = None,
        zone: str = "",
    ) -> Self:
        """The same with the log of a real machine as its jobs; or with the log that the scenario needs.

        *file* may be a data frame with a row for each job. Dates without a zone are those of *zone*, such as
        "Europe/Berlin"; UTC without one.

        Of coscheduling, which simulates every millisecond, the first *jobs* of the log (200) as a list, their times
        *divided_by* a number; unless it is said, by what makes the mean run time about a second.
        """
        from engine.study.of_log import with_log

        return type(self)(with_log(self.scenario, *_bytes_of(file), jobs, divided_by, zone))

    def modelled(self) -> Self:
        """Of a study of a log, the same with jobs of the model lublin99, fitted to that log.

        `ValueError` if there is no log, or it is nothing that the model can be.
        """
        from engine.study.of_log import twin

        return type(self)(twin(self.scenario))

    @property
    def fields(self) -> list[str]:
        """Every field that can be varied."""
        return list(self.scenario.sweepable())

    @property
    def cost(self) -> str:
        """What running it takes, estimated or measured on a first cell, or why it is refused, in a sentence."""
        from engine.study.budget import budget
        from engine.study.pilots import priced_here

        found = budget(self.scenario)
        return (priced_here(self.scenario) if found.guessed else found).words

    def run(self, processes: int | None = None, progress: bool = True, own: "Own" = ()) -> "Result":
        """Compute it here, in so many *processes* (one per core); Ctrl-C keeps what is there.

        *own* are policies of one's own in Python beside the others, one or several: each a class, FILE, FILE:Class or
        one that a package offers; the files are run. `ScenarioError` says why a study is refused.
        """
        from corral.result import Result
        from engine.study.cells import StudyPlan
        from engine.study.pilots import refused_here
        from engine.study.run import run_study

        check_is_a_study(self.scenario)
        processes = processes or os.cpu_count() or 1
        plan: Any = StudyPlan(self.scenario) if not own else _in_python(self.scenario, own)
        if objection := plan.budget().objection if own else refused_here(self.scenario):
            raise ScenarioError([Reason("study", objection)])
        tell = said if progress else silent
        with bar(progress, len(plan)) as show:
            if own:
                from engine.python_policies.study import run_study as run_in_python

                found, errors = run_in_python(plan, processes, show, tell)
                return Result(found, tuple(errors), plan)
            return Result(run_study(self.scenario, processes, show, keeps=True, tell=tell))

    def break_policy(self, policy: str, against: str, metric: str = "response_time", **effort: int) -> Broken:
        """A small list of jobs on which *policy* is worst against *against*, by annealing and shrinking.

        The metric is response_time, makespan or bounded_slowdown, of parallel jobs also profit. Options, job types, own
        policies, seed and at most as many machine groups are those of this study; *effort* is how many `chains` of how
        many `steps`, and the most `jobs`.
        `ValueError` says what cannot be asked.

        >>> found = example("backfilling-hurts").break_policy("EASY", "FCFS", chains=1, steps=300, jobs=6)
        >>> found.ratio > 1, len(found.jobs) <= 6, found.scenario.policies
        (True, True, ('FCFS', 'EASY'))
        """
        from engine.study.breaking import break_policy

        return broken_of(dict(break_policy(self.scenario, policy, against, metric, None, **effort)))

    def break_all(
        self, metric: str = "response_time", processes: int | None = None, progress: bool = True, **effort: int
    ) -> BrokenMatrix:
        """The same of every two policies of this study, each way, as a matrix."""
        from engine.study.breaking import break_all

        with bar(progress, 1) as show:
            return BrokenMatrix(break_all(self.scenario, metric, processes or os.cpu_count() or 1, show, **effort))

    def link(self, host: str | None = None) -> Link:
        """An address of the Studio that holds all of it; *host* such as "https://corral.example.org"."""
        return link_to(self.scenario, host)

    def save(self, file: str | Path) -> Path:
        """Write the scenario as a file, which `load`, the page and the command line open."""
        Path(file).write_bytes(orjson.dumps(self.scenario.model_dump(mode="json"), option=orjson.OPT_INDENT_2))
        return Path(file)

    @property
    def _enough_to_begin(self) -> dict[str, int]:
        """Whatever is decided on the way has to begin with some replications."""
        return {"study.replications": max(FEWEST, self.scenario.study.replications)}

    def _varied(self, field: str) -> str:
        return completed(field, self.scenario.sweepable(), self.scenario.model_dump(mode="json"), NUMBER)

    def _with(self, changes: Mapping[str, Any]) -> Self:
        tree, axes = self.scenario.model_dump(mode="json"), self.scenario.AXES
        for path, value in changes.items():
            axes[path].place(tree, value) if path in axes else put(tree, path, value)
        return type(self)(read_scenario(tree))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Study) and self.scenario.canonical() == other.scenario.canonical()

    def __hash__(self) -> int:
        return hash(self.scenario.canonical())

    def __repr__(self) -> str:
        one, points = self.scenario, len(self.scenario.points())
        where = f" at {points} points" if points > 1 else ""
        times = f"{one.study.replications} replication{'s' * (one.study.replications != 1)}{' each' if where else ''}"
        return f"Study {one.title!r} of {one.family}: {', '.join(one.policies)}{where}, {times}"

    def _repr_html_(self) -> str:
        lines = (f"<b>{escape(self.scenario.title)}</b>", escape(repr(self)), escape(self.cost))
        return f"<p>{'<br>'.join(lines)} · {self.link()._repr_html_()}</p>"


def _numbers(values: Iterable[float]) -> list[float]:
    """As numbers of Python, whichever array they come in."""
    return [float(value) for value in values]


def _in_python(scenario: Scenario, own: "Own") -> Any:
    from engine.python_policies.command import planned

    return planned(scenario, list(own) if isinstance(own, list | tuple) else [cast(Any, own)])


def example(name: str) -> Study:
    """The example of this name; `examples` lists them.

    >>> example("schnor-system-1")
    Study 'Schnor et al. 1996, system 1' of parallel-jobs: SED, SED-NU, FCFS at 12 points, 10 replications each
    """
    completed(name, EXAMPLES.keys(), {}, "name of an example, and no part")
    return Study(EXAMPLES[name])


def examples() -> "pd.DataFrame":
    """Names, families and titles of all examples."""
    import pandas as pd

    rows = [(name, one.family, one.title) for name, one in EXAMPLES.items()]
    return pd.DataFrame(rows, columns=["name", "family", "title"])


def load(file: str | Path) -> Study:
    """The study of a scenario file, as `save`, the page and `corral run --out` write them."""
    return Study(parse_scenario(Path(file).read_bytes()))


def open_link(address: str) -> Study:
    """The study that an address of the Studio holds.

    >>> open_link(example("kumar-two-jobs").link()) == example("kumar-two-jobs")
    True
    """
    from components.sketches.link import from_pasted

    return Study(from_pasted(address))


def replay(file: "str | Path | pd.DataFrame", zone: str = "") -> Study:
    """A study that replays the log of a real machine, in Standard Workload Format, of sacct, or as a table.

    *file* may be a data frame, too, with a row for each job and columns such as submit, run and size. Dates without a
    zone are those of *zone*, such as "Europe/Berlin"; UTC without one. What is in a file says `corral log FILE`.
    """
    from engine.logs import keeping
    from engine.study.of_log import study_of_log

    told, encoded = study_of_log(*_bytes_of(file), zone)
    keeping.put(told["log"], encoded)
    return Study(read_scenario(told["scenario"]))


def _bytes_of(file: "str | Path | pd.DataFrame") -> tuple[bytes, str]:
    """Give the bytes of a log and what it is called; a data frame is read as the CSV that it writes."""
    if isinstance(file, str | Path):
        return Path(file).read_bytes(), Path(file).name
    if not hasattr(file, "to_csv"):
        raise TypeError(
            "a log is a file, or a data frame with columns such as submit, run and size; "
            f"this is {type(file).__name__}: give the name of a file, or make a data frame of it"
        )
    return gzip.compress(file.to_csv(index=False).encode(), 1), "data frame"
