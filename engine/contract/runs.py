"""What a family of models provides to whoever computes: everything behind which its kernels stand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.contract.entries import Entries
from engine.contract.problem import Problem
from engine.contract.row import Column


class Summary(NamedTuple):
    """A table about a whole study that no single cell can tell: its caption, heads with units, and rows."""

    caption: str
    head: tuple[str, ...]
    body: list[list[Any]]


class Kernel(NamedTuple):
    """Compiled code that is loaded at once.

    Attributes
    ----------
    name : what it is the model of, in words that follow "the model for"
    load : compiles it, or loads it from the cache, by something small that needs it
    seconds : that compiling it takes, about, on a 2.4 GHz server core
    serves : (scenario) -> whether a study of it needs this kernel
    """

    name: str
    load: Callable[[], None]
    seconds: float = 5.0
    serves: Callable[[Any], bool] = lambda _scenario: True


@dataclass(frozen=True)
class Runs:
    """The part of a family that nobody needs who only reads, lists, prices or refuses scenarios.

    `Family.runs_in` names the module in which it stands, and `Family.runs` loads it.

    Attributes
    ----------
    simulate
        (scenario of one point, policy, replication) -> {metric: value}. A pure function.
    trace
        (scenario of one point, policy, replication, window) -> what the figures replay, as a JSON tree that the `Trace`
        of the family's `replay.tree` tells field by field; *window* is {name: number}, with names that it knows.
    kernels
        All that is compiled for a cell of whichever scenario, so that nothing is compiled while somebody waits.
    rows
        (scenario of one point, policy, replication) -> what became of each of its jobs, or iterations, as columns; see
        `engine.reports.rows`.
    entries
        (scenario of one point, policy, replication) -> what each of its jobs, or iterations, brings to the metrics; see
        `engine.why`. None where nobody tells it.
    answers
        What it alone can answer about a scenario, by the names of the questions in `workers.questions`: (scenario, and
        what else is asked) -> a JSON tree. `ScenarioError` says what is wrong with what is asked, and `ValueError` why
        there is no answer.
    swf
        (scenario of one point, policy, replication, head of the log or None, a sentence about the study) -> the
        schedule as a file in Standard Workload Format. None where jobs are not what that format tells.
    whole
        (scenario of one point, policy, replication) -> the whole schedule, packed, of which windows are looked at. None
        where there are no jobs with times.
    breaking
        What its small instances are, for the search for the few jobs on which one policy is worst against another; see
        `engine.breaking`. None where nobody searches.
    summaries
        (result) -> tables about the whole study, for `run`; most studies have none.
    forget
        Forget what is kept of a cell for others of the same scenario, so that a cell takes what it is estimated at.
    time_of
        The metrics that share out the time of the processors, or workers: together they are the whole of it.
    """

    simulate: Callable[[Any, str, int], dict[str, float]]
    trace: Callable[..., Any]
    kernels: tuple[Kernel, ...]
    rows: Callable[[Any, str, int], list[Column]]
    entries: Callable[[Any, str, int], Entries] | None = None
    answers: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    swf: Callable[[Any, str, int, Any, str], bytes] | None = None
    whole: Callable[[Any, str, int], bytes] | None = None
    breaking: Problem | None = None
    summaries: Callable[[Any], list[Summary]] = lambda _result: []
    forget: Callable[[], None] = lambda: None
    time_of: tuple[str, ...] = ()

    def warm_up(self) -> None:
        """Load all kernels."""
        for kernel in self.kernels:
            kernel.load()
