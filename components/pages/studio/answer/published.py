"""What the curves tab says of published values: a sentence below the picture and a table, both empty without any."""

from typing import Any

from components.controls.data_table import DataTable
from components.pages.studio.answer.answer import SPEED_UP, point_heads, point_values
from components.words.wording import MISSING, number, shown_metric, with_uncertainty
from engine.papers.published import jobs_published
from engine.papers.reproduction import Reproduction, mean_deviations, reproductions
from engine.results.result import Result


def describe_published(result: Result, metric: str) -> str:
    """How far the measured values of *metric* are from the published ones; "" where nothing is published."""
    found = _found(result, metric)
    sentences = [_of_source([one for one in found if one.published.source == name]) for name in _sources(found)]
    return " ".join([*sentences, *_other_jobs(result, found)])


def table_of_published(result: Result, metric: str) -> DataTable:
    """Every published value of *metric* beside the measured one; no rows where nothing is published."""
    words = shown_metric("response_time" if metric == SPEED_UP else metric, result)
    head = [
        "policy",
        *point_heads(result),
        f"measured: {words.axis}, ± 95 %",
        "published",
        "deviation (%)",
        "least to largest replication",
        "one more replication (95 %)",
        "published lies",
        "source",
    ]
    return DataTable(
        f"Published beside measured: {words.title}.", head, [_row(result, n) for n in _found(result, metric)]
    )


def _found(result: Result, metric: str) -> list[Reproduction]:
    return [] if metric == SPEED_UP else reproductions(result, metric)


def _sources(found: list[Reproduction]) -> list[str]:
    return list(dict.fromkeys(one.published.source for one in found))


def _of_source(found: list[Reproduction]) -> str:
    """The sentence on the values of one source."""
    parts = []
    if means := mean_deviations(found):
        words = ", ".join(f"{one.policy} {number(one.percent, 2)} %" for one in means)
        parts.append(f"mean absolute deviation of {words}")
    if transient := [one for one in found if one.published.transient]:
        within = sum(one.is_within_prediction is True for one in transient)
        parts.append(
            "rows with load ≥ 1 are transient, so that a percentage would say nothing: there "
            f"{within} of {len(transient)} published values lie where 95 % of replications do"
        )
    return f"Published ({found[0].published.source}): {'; '.join(parts)}." if parts else ""


def _other_jobs(result: Result, found: list[Reproduction]) -> list[str]:
    """What to bear in mind if the study has another number of jobs than the paper."""
    here = getattr(getattr(result.scenario, "workload", None), "jobs", None)
    papers = {jobs_published(result.scenario, one.published) for one in found} - {here, None}
    return [f"Published values are over {number(jobs, 6)} jobs, these over {number(here, 6)}." for jobs in papers]


def _row(result: Result, one: Reproduction) -> list[Any]:
    scale = shown_metric(one.published.metric, result).scale
    deviation = one.deviation_percent
    lies = {True: "inside", False: "outside", None: MISSING}[one.is_within_prediction]
    return [
        one.published.policy,
        *point_values(result, one.point),
        with_uncertainty(one.measured, scale) + ("" if one.settles else ", does not settle"),
        number(one.published.value * scale, 8),
        MISSING if deviation is None else f"{deviation:.1f}".replace("-", "\u2212"),
        _between(one.spread.least * scale, one.spread.most * scale),
        _between(one.spread.low * scale, one.spread.high * scale),
        f"{lies}; transient" if one.published.transient else lies,
        one.published.source,
    ]


def _between(low: float, high: float) -> str:
    return f"{number(low, 5)} to {number(high, 5)}"
