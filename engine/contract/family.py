"""What a family of models provides to the study layer, the workers and the pages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.contract.claim import Claim
from engine.contract.cost import Cost
from engine.contract.generated import Recipe
from engine.contract.row import Column
from engine.inputs.scenario import Scenario


@dataclass(frozen=True)
class Policy:
    """A scheduling policy: its published acronym, its name in words, what it does and where that is written.

    *idea* is what it has in common with others, by which a picker of forty stays short.
    """

    name: str
    title: str
    description: str
    source: str
    code: int
    idea: str = ""


class Published(NamedTuple):
    """A value that a paper prints for one policy at one point of an example.

    Attributes
    ----------
    example
        Name of the example that stands for the paper's table.
    point
        {path: value} of the example's sweep.
    policy, metric
        Names as in a result.
    value
        In the unit of the metric: a share is 0.1284, not 12.84.
    source
        Who printed it and where: "Kumar 2001, table 4.2".
    transient
        The queue does not settle there: what is measured depends on how long one looks, and a percentage says nothing.
    is_total
        A sum over all jobs, which only compares with a sum over as many.
    within
        How far a measured value may be from it to be near, in the unit of the metric, where a paper prints so coarsely
        that a share of the value says nothing; None for `engine.papers.reproduction.NEAR_PERCENT`.
    """

    example: str
    point: Mapping[str, float]
    policy: str
    metric: str
    value: float
    source: str
    transient: bool = False
    is_total: bool = False
    within: float | None = None


class Summary(NamedTuple):
    """A table about a whole study that no single cell can tell: its caption, heads with units, and rows."""

    caption: str
    head: tuple[str, ...]
    body: list[list[Any]]


@dataclass(frozen=True)
class Family:
    """One family of models.

    Attributes
    ----------
    name, title
        Identifier in JSON, and words for the page.
    scenario
        The model that validates this family's scenarios.
    policies
        Every policy by name, in the order of the picker.
    metrics
        Names in `engine.metrics.catalogue.METRICS` that a cell of this family measures.
    simulate
        (scenario of one point, policy, replication) -> {metric: value}. A pure function.
    trace
        (scenario of one point, policy, replication, window) -> what the figures replay, as a JSON tree that the `Trace`
        of the family's `replay.tree` tells field by field; *window* is {name: number}, with names that it knows.
    cost
        (scenario of one point, policy) -> what one cell takes; see `Cost`. A thousand are asked for in a moment.
    warm_up
        Compiles or loads the kernels, so that nothing is compiled while somebody waits.
    examples
        Named scenarios by name, the first one is shown on the first page.
    ask
        (scenario of one point, policy, replication, question as JSON) -> what the policy would do with a job that does
        not exist, as a JSON tree; `ScenarioError` says what is wrong with the question. None where nobody can ask.
    published
        What papers print for the examples; `engine.papers.published` says for which scenarios it holds too.
    sampled
        How scenarios of ordinary size are drawn, to hold estimated costs against; without it they are not measured.
    metrics_of
        (scenario) -> the metrics with a bracket that a cell of it can have, beside `engine.metrics.job_metrics`.
    claims
        What papers claim in words of the examples; see `engine.papers.claims`.
    summaries
        (result) -> tables about the whole study, for `run`; most studies have none.
    rows
        (scenario of one point, policy, replication) -> what became of each of its jobs, or iterations, as columns; see
        `engine.reports.rows`.
    first_metric
        (scenario) -> the metric that its study is about; None where that is always the first one.
    """

    name: str
    title: str
    scenario: type[Scenario]
    policies: Mapping[str, Policy]
    metrics: tuple[str, ...]
    simulate: Callable[[Any, str, int], dict[str, float]]
    trace: Callable[..., Any]
    cost: Callable[[Any, str], Cost]
    warm_up: Callable[[], None]
    rows: Callable[[Any, str, int], list[Column]]
    examples: Mapping[str, Scenario]
    ask: Callable[[Any, str, int, bytes], Any] | None = None
    sampled: Recipe | None = None
    published: tuple[Published, ...] = ()
    claims: tuple[Claim, ...] = ()
    summaries: Callable[[Any], list[Summary]] = lambda _result: []
    metrics_of: Callable[[Any], tuple[str, ...]] = lambda _scenario: ()
    first_metric: Callable[[Any], str] | None = None
