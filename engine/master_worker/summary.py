"""Table 1 of the paper as a whole study has it: the cases of all its cells together, beside what is printed."""

from typing import Any

import numpy as np

from engine.contract.runs import Summary
from engine.master_worker.merging import merged
from engine.master_worker.papers.table_2 import rows
from engine.results.result import Result

PRINTED = "heymann_2000_table_1_efficiency_bounds.csv"


def summaries(result: Result) -> list[Summary]:
    """The merged table, if the study has a population."""
    if result.scenario.population is None:  # type: ignore[attr-defined]
        return []

    printed = {row["policy"]: [float(number) for number in list(row.values())[1:]] for row in rows(PRINTED)}
    body: list[list[Any]] = []
    for policy in result.scenario.policies:
        found = merged(result, policy)
        q95, worst = printed.get(policy, (None, None))
        numbers = [None if np.isnan(values).all() else float(np.nanmean(values)) for values in found[1:]]
        cases, percent = numbers[0], [None if one is None else 100 * one for one in numbers[1:]]
        body.append([policy, cases, percent[0], q95, percent[1], worst, *percent[2:]])
    head = (
        "policy",
        "cases",
        "loss of efficiency in 95 % of cases (%)",
        "published (%)",
        "worst loss (%)",
        "published worst (%)",
        "longer than LPTF in 95 % of cases (%)",
        "worst",
    )
    return [Summary("All cases of all cells, against LPTF on the same times; Heymann et al. 2000, table 1", head, body)]
