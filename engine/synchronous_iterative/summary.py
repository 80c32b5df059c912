"""The staircases of figures 6 and 7, exact, for a study that varies the price of waiting."""

from typing import Any

from engine.contract.runs import Summary
from engine.results.result import Result
from engine.synchronous_iterative.formulas.staircase import staircase
from engine.synchronous_iterative.replay.curves import can_be_exact

PRICE = "choice.x_over_c"


def summaries(result: Result) -> list[Summary]:
    """A table for each way of choosing that has a staircase."""
    scenario: Any = result.scenario
    if [vary.field for vary in scenario.study.sweep] != [PRICE]:
        return []
    fixed = scenario.at({})
    names = [name for name in ("Figure 5", "Prefix Scan", "Exact") if name in scenario.policies]
    found = []
    for name in names:
        if name == "Exact" and not can_be_exact(fixed):
            continue
        steps = staircase(fixed, name)
        groups = [group.name for group in fixed.cluster.groups]
        body = [
            [since, processors, *counts, eta, run_time]
            for since, processors, counts, eta, run_time in zip(
                steps.since.tolist(),
                steps.sets.processors.tolist(),
                steps.sets.counts.tolist(),
                steps.sets.eta.tolist(),
                steps.sets.run_time.tolist(),
                strict=True,
            )
        ]
        head = ("from x/c", "processors", *groups, "load imbalance η", "run time (s)")
        found.append(Summary(f"Staircase of {name}: {len(body)} steps, breakpoints exact", head, body))
    return found
