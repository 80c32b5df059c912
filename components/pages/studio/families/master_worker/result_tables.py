"""The data tables behind the pictures of a whole study of master-worker applications."""

from collections.abc import Sequence
from typing import Any

from components.controls.data_table import DataTable
from components.figures.master_worker.loss_distribution import published_losses
from components.figures.master_worker.table_2 import measured_percent, rows_of
from components.pages.studio.families.master_worker.result_words import population_words
from components.words.wording import MISSING, number, with_uncertainty
from engine.master_worker.merging import merged
from engine.results.result import Result
from engine.statistics.means import Estimate, estimate


def table_of_losses(result: Result, points: Sequence[int] | None) -> DataTable:
    """Published beside measured, with the population."""
    body = []
    for policy in result.scenario.policies:
        found, printed = merged(result, policy, points), published_losses(policy)
        columns = [estimate(column) for column in (found.q95, found.maximum, found.time_q95, found.time_maximum)]
        q95, worst, *times = (with_uncertainty(one, 100) for one in columns)
        body.append(
            [
                policy,
                q95,
                _printed(printed, "loss_q95"),
                worst,
                _printed(printed, "loss_maximum"),
                *times,
                number(estimate(found.cases).mean, 8),
                columns[0].replications,
            ]
        )
    head = [
        "policy",
        "loss of efficiency in 95 % of cases (%), ± 95 %",
        "published (%)",
        "largest loss (%), ± 95 %",
        "published (%)",
        "loss of time in 95 % of cases (%)",
        "largest loss of time (%)",
        "cases",
        "replications",
    ]
    return DataTable(
        f"Losses against LPTF. Population: {population_words(result, points)}. "
        "Published: Heymann et al. 2000, table 1.",
        head,
        body,
    )


def _printed(values: dict[str, float], metric: str) -> str:
    return number(100 * values[metric]) if metric in values else MISSING


def table_of_workers(result: Result, point: int) -> DataTable:
    """Table 2 beside what is measured."""
    rows, policies = rows_of(result, point), list(result.scenario.policies)
    found = (
        {name: measured_percent(result, rows, name) for name in policies} if "target_workers" in result.names else {}
    )
    body: list[list[Any]] = []
    for n, row in enumerate(rows):
        values = []
        for mean, half in found.values():
            measured = Estimate(mean[n], mean[n] - half[n], mean[n] + half[n], 0 if mean[n] != mean[n] else 2)
            difference = number(row.rule - mean[n], 3)
            values += [with_uncertainty(measured), difference]
        printed = MISSING if row.published is None else number(row.published)
        body.append([number(row.factor), printed, number(row.rule, 4), *values])
    heads = [
        head for name in found for head in (f"{name}: measured (% of tasks), ± 95 %", "rule above measured (points)")
    ]
    return DataTable(
        "Workers with which the target efficiency is met. Published: Heymann et al. 2000, table 2.",
        ["workload factor (%)", "published (% of tasks)", "rule (% of tasks)", *heads],
        body,
    )
