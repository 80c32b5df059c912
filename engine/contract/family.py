"""What a family of models provides to the study layer, the workers and the pages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

from engine.contract.breaking import SmallExamples
from engine.contract.claim import Claim
from engine.contract.cost import Cost
from engine.contract.examples import Examples
from engine.contract.generated import Recipe
from engine.contract.runs import Runs
from engine.inputs.scenario import Scenario


class Variant(NamedTuple):
    """A *choice* of an *option* of the policy called *of*, and what the choice means in *words*.

    The option "heuristic" of PB-SB has the choice "C", and scenarios name the two together: PB-SB-C.
    """

    of: str
    option: str
    choice: str
    words: str


@dataclass(frozen=True)
class Policy:
    """A scheduling policy: its published acronym, its name in words, what it does and where that is written.

    *idea* is what it has in common with others, by which a picker of forty stays short. *shown* is what the page
    calls it where its name, by which scenarios and results know it, says nothing to a stranger. A *variant* is picked
    as an option of another policy.
    """

    name: str
    title: str
    description: str
    source: str
    code: int
    idea: str = ""
    shown: str = ""
    variant: Variant | None = None


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
    runs_in
        Name of the module whose `RUNS` are what the family computes: its kernels, and all that stands on them.
    cost
        (scenario of one point, policy) -> what one cell takes; see `Cost`. A thousand are asked for in a moment.
    examples
        Named scenarios by name, the first one is shown on the first page.
    published
        What papers print for the examples; `engine.papers.published` says for which scenarios it holds too.
    sampled
        How scenarios of ordinary size are drawn, to hold estimated costs against; without it they are not measured.
    metrics_of
        (scenario) -> the metrics that only some scenarios have, or with a bracket, beside `engine.metrics.job_metrics`.
    claims
        What papers claim in words of the examples; see `engine.papers.claims`.
    first_metric
        (scenario) -> the metric that its study is about; None where that is always the first one.
    small_examples
        What can be asked about the few jobs on which one policy is worst against another. None where nobody searches.
    saturated_by
        (scenario of one point, policy) -> the offered load at which the policy saturates, by a formula; None without.
    most_carried
        (scenario) -> an offered load that no policy can carry more than.
    """

    name: str
    title: str
    scenario: type[Scenario]
    policies: Mapping[str, Policy]
    metrics: tuple[str, ...]
    runs_in: str
    cost: Callable[[Any, str], Cost]
    examples: Examples[Any]
    sampled: Recipe | None = None
    published: tuple[Published, ...] = ()
    claims: tuple[Claim, ...] = ()
    metrics_of: Callable[[Any], tuple[str, ...]] = lambda _scenario: ()
    first_metric: Callable[[Any], str] | None = None
    small_examples: SmallExamples | None = None
    saturated_by: Callable[[Any, str], float | None] = lambda _scenario, _policy: None
    most_carried: Callable[[Any], float] = lambda _scenario: 1.0

    @cached_property
    def runs(self) -> Runs:
        """What it computes, loaded by the first who asks: scenarios are read, priced and refused without it."""
        found: Runs = import_module(self.runs_in).RUNS
        return found
