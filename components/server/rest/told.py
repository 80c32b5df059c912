"""What the API answers and is asked in queries, as models; fields that the engine or the workers tell are theirs."""

import inspect
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from engine.coscheduling.inputs.listed import MOST
from engine.results.formats import FORMATS
from engine.rules.account import Account
from engine.study.budget import Budget
from workers.client import Status


class Answer(BaseModel):
    """An answer as an object."""


class Open(Answer):
    """One that has further fields, such as a column for each field that a study varies."""

    model_config = ConfigDict(extra="allow")


def _of(name: str, told: type, **more: Any) -> type[Answer]:
    """A model with the fields of a named tuple."""
    fields: dict[str, Any] = {field: (kind, ...) for field, kind in get_type_hints(told).items()}
    return create_model(name, __base__=Answer, __doc__=inspect.cleandoc(told.__doc__ or ""), **(fields | more))


Cost = _of("Cost", Budget, objection=(str, Field(description="Why the study would be refused; empty if it would not.")))
Study = _of(
    "Study",
    Status,
    id=(str, Field(description="By which it is asked for.")),
    failures=(list[str], Field([], description="Why cells of it failed.")),
    waits_for=(str, Field("", description="Which models are being compiled for it, and for how long still.")),
    caveats=(list[str], Field([], description="Of a log: what was left out, assumed, and is not modelled.")),
)
Rule = _of(
    "Rule",
    Account,
    error=(str | None, Field(description="What is wrong with it.")),
    column=(int, Field(description="Where, from 1; 0 of the whole.")),
)


class RefusedRule(Answer):
    """A rule that cannot be used."""

    error: str
    column: int


class Curve(Answer):
    """A policy's means and 95 % intervals, a number for each point; null where there is none."""

    mean: list[float | None]
    low: list[float | None]
    high: list[float | None]
    replications: list[int]
    settles: list[bool]


class Preview(Answer):
    """Means and intervals of a small version of a study."""

    id: str = Field(description="Of the whole study.")
    previewed: dict[str, int] = Field(description="How many replications and jobs it has.")
    metric: str
    unit: str
    points: list[dict[str, float]]
    policies: dict[str, Curve]
    caveats: list[str] = Field([], description="Of a log: what was left out, assumed, and is not modelled.")


class Example(Answer):
    """A named scenario."""

    name: str
    family: str
    title: str


class Row(Open):
    """One row of a result; each field that the study varies is a column, too."""

    policy: str
    metric: str
    unit: str


class Whole(Answer):
    """A result to the last bit."""

    engine_version: str
    fingerprint: Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
    scenario: dict[str, Any]
    metrics: list[str]
    done: list[list[list[bool]]] = Field(description="Points x policies x replications.")
    cells: list[list[list[list[float | None]]]] = Field(description="The same x metrics.")


class Saturation(Answer):
    """Where a policy saturates; null where nothing is known, or where there is no formula."""

    policy: str
    outcome: str = Field(description="found or between: there is an interval; all or none: the range has no end of it.")
    at: float | None
    low: float | None = Field(description="The highest load that is told to settle.")
    high: float | None = Field(description="The lowest load that is told not to.")
    formula: float | None


class Saturations(Answer):
    """Where every policy of a study saturates."""

    field: str = Field(description="What the load is: the path of a field, whose unit the numbers have.")
    policies: list[Saturation]


class Why(Open):
    """Why two policies differ: sentences, and the account that they are told from."""

    point: dict[str, float]
    sentences: list[str]
    left_out: str = Field("", description="Why no episodes are told, in a sentence; empty where they are.")


class WhatIf(Open):
    """The difference that another decision makes: sentences, and the numbers that they are told from."""

    sentences: list[str]
    time: float = Field(description="s, the instant of the decision.")
    job: int
    own: float | None = Field(description="s that the job itself takes longer; null if it did not end in both.")
    whole: float = Field(description="s that all jobs together take longer.")
    again: float | None = Field(description="s, from when on both runs go alike.")


class Broken(Open):
    """The smallest example found on which a policy is worst against another: sentences, link, and how it was found."""

    sentences: list[str]
    link: str = Field(description="What stands behind ?s= in the address of the page that opens it.")
    is_worse: bool = Field(description="Whether the policy is worse on any list that was tried.")
    measure: str = Field(
        description='What `ratio` is: "ratio" of the metric, or, of profit, the part of all on offer that is "lost".'
    )
    ratio: float = Field(description="A lower bound: there may be worse lists.")
    scenario: dict[str, Any]


class Everyone(Answer):
    """The smallest examples of every two policies, each way: in rows who is broken, in columns against whom."""

    sentences: list[str]
    policies: list[str]
    metric: str
    pairs: list[dict[str, Any]] = Field(description="As `Broken`, for each pair; every ratio is a lower bound.")


class Worst(Open):
    """Where one policy is worst against another: sentences, the point found, and what was verified and tried."""

    sentences: list[str]
    outcome: str
    found: dict[str, float] | None = Field(
        description="The values of the fields at the worst point; null before it is found."
    )
    verified: list[dict[str, Any]] = Field(description="Ratios on fresh seeds, which the search had not seen.")


class Log(Open):
    """What is told of a log: name, head, cleaning report, and a scenario that replays it; until it is read its id."""

    id: str
    scenario: dict[str, Any] | None = None
    link: str = ""
    kept: str = Field("", description="A sentence, if scenario and link are those of the study that was asked about.")


class Problem(Answer):
    """Why a request is refused (RFC 9457)."""

    type: Literal["about:blank"]
    title: str = Field(description="What the status is called.")
    status: int
    detail: str
    errors: list[str] = Field(description="The same, a sentence each.")


class ResultQuery(BaseModel):
    """Which table of a result, and how."""

    of: Literal["summaries", "cells", "all"] = Field("summaries", description="All of it is JSON in any case.")
    format: Literal[tuple(sorted(FORMATS, key="json".__ne__))] = "json"  # type: ignore[valid-type]


class MetricQuery(BaseModel):
    """Of which metric."""

    metric: str | None = Field(None, description="The first of the study, if none is named.")


class WhyQuery(MetricQuery):
    """Which policies are held against each other, and where."""

    first: str | None = Field(None, description="A policy of the study; its first.")
    second: str | None = Field(None, description="Another one.")
    point: str = Field("0", description="The number of the point, from 0.")
    against: str | None = Field(
        None,
        description="Another study: then it is told why `first` does otherwise in it, as side B, at its equal point.",
    )


class BreakQuery(MetricQuery):
    """Which policy is to be broken by which."""

    policy: str | None = Field(
        None, description="A policy of the family or of the scenario; the one it asks for, or its first."
    )
    against: str | None = Field(None, description="Another one.")


class WhatIfQuery(BaseModel):
    """Which decision is to have been another."""

    policy: str | None = Field(None, description="A policy of the study; its first.")
    point: str = Field("0", description="The number of the point, from 0.")
    replication: str = Field("1", description="From 1.")
    time: float = Field(ge=0, le=1e12, description="s, the instant of the decision.")
    job: int = Field(ge=0, le=2_000_000, description="Number of the job, from 0.")
    choice: str = Field(
        max_length=20,
        description='"start", "wait" or, under time sharing, "class 1"; "boost 5" of node 5; "worker 3".',
    )


class JobsQuery(BaseModel):
    """Which cell, and whether another one is held against it."""

    policy: str | None = Field(None, description="A policy of the study; its first.")
    against: str | None = Field(
        None, description="Another policy of it: then the rows are how much each job differs under `policy`."
    )
    metric: str | None = Field(None, description="By which metric, if it is a mean or a sum over jobs; the first.")
    point: str = Field("0", description="The number of the point, from 0.")
    replication: str = Field("1", description="From 1.")
    format: Literal["parquet", "csv"] = "parquet"


class FigureQuery(MetricQuery):
    """Which curves, and how."""

    format: Literal["json", "svg", "png"] = Field("json", description="Figures of plotly, or a small picture.")
    scheme: Literal["light", "dark"] = "light"
    tab: str = Field("curves", description="A tab of the Studio.")
    policy: str | None = Field(None, description="Of tabs that show one replication; the first policy of the study.")
    point: str = Field("0", description="The number of the point, from 0.")
    replication: str = Field("1", description="From 1.")
    first: str | None = Field(None, description="Of the tab why: a policy of the study; the best one.")
    second: str | None = Field(None, description="Of the tab why: another one.")


class NameQuery(BaseModel):
    """What the file is called, and in which time zone its dates are that say none."""

    name: str = ""
    zone: str = Field("", max_length=40, pattern=r"^[A-Za-z0-9_+/-]*$", description="Of the IANA; UTC without one.")


class LogQuery(NameQuery):
    """A study that may be of this log already."""

    study: str = Field("", description="A link. If its log is this one, scenario and link told are its.")


class CoscheduledQuery(NameQuery):
    """How many jobs of a log become jobs of coscheduling, and how much shorter they are then."""

    jobs: int | None = Field(None, ge=1, le=MOST, description="The first so many that fit; 200.")
    divided_by: float | None = Field(
        None,
        ge=1e-6,
        le=1e9,
        description="All times of the log are divided by this; else by what makes the mean run time a second.",
    )
