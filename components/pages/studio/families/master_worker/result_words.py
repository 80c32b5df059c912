"""What the pictures of a whole study of master-worker applications show, in sentences."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from components.figures.master_worker.loss_distribution import compared, published_losses
from components.figures.master_worker.table_2 import FACTOR, measured_percent, rows_of
from components.words.inputs.fields import describe
from components.words.wording import number, with_uncertainty
from engine.master_worker.inputs.population import Population
from engine.master_worker.merging import merged
from engine.results.result import Result
from engine.statistics.means import estimate

NOTHING = "Nothing has been computed yet. Press Run."


def population_words(result: Result, points: Sequence[int] | None) -> str:
    """Which cases a population has."""
    scenario: Any = result.scenario
    population: Population = scenario.population
    job = scenario.application
    chosen = result.points if points is None else [result.points[n] for n in points]
    parts = [f"T = {_list(population.tasks)}"]
    for letter, field, own, listed in (
        ("W", "workload_factor", job.workload_factor, population.workload_factors),
        ("D", "variation", job.variation, population.variations),
    ):
        swept = [point[f"application.{field}"] for point in chosen if f"application.{field}" in point]
        values = listed or tuple(dict.fromkeys(swept)) or (own,)
        parts.append(f"{letter} = {_list(values)} %")
    parts += [f"i-i = {', '.join(population.similarities)}", f"L = {_list(population.iterations)}", "n = 1 to T"]
    return "; ".join(parts)


def _list(values: Sequence[float]) -> str:
    return ", ".join(f"{one:g}" for one in values)


def describe_losses(result: Result, points: Sequence[int] | None) -> str:
    """What 95 % of the cases and the worst one lose, beside what is published."""
    parts, cases = [], 0.0
    for policy in compared(result):
        found = merged(result, policy, points)
        q95, worst = estimate(found.q95), estimate(found.maximum)
        if not q95.replications:
            continue
        cases = float(np.nanmax(found.cases))
        printed = published_losses(policy)
        beside = (
            f" (published {number(100 * printed['loss_q95'])} % and {number(100 * printed['loss_maximum'])} %)"
            if printed
            else ""
        )
        parts.append(
            f"{policy} loses at most {with_uncertainty(q95, 100)} % in 95 % of the cases and "
            f"{with_uncertainty(worst, 100)} % in the worst{beside}"
        )
    if not parts:
        return NOTHING
    return (
        f"{'; '.join(parts)}. {number(cases, 7)} cases in each replication: {population_words(result, points)}. The "
        "published bounds are no bounds: of equal tasks that do not vary (W = 50 %, T = 30, 12 workers) LPTF packs "
        "perfectly, and Random loses a third."
    )


def describe_table_2(result: Result, point: int) -> str:
    """How far the table is from what meets the target, and where it takes too many workers."""
    rows = rows_of(result, point)
    first = result.scenario.policies[0]
    if not rows or "target_workers" not in result.names:
        return NOTHING
    measured, _ = measured_percent(result, rows, first)
    known = [(row, need) for row, need in zip(rows, measured, strict=True) if need == need]
    if not known:
        return NOTHING
    scenario: Any = result.scenario
    target = scenario.workers.target_efficiency
    others = {path: value for path, value in result.points[point].items() if path != FACTOR}
    where = f"{_where(result, others)}, the" if others else "The"
    row_number = 1 if scenario.application.largest == "similar" else 2
    printed = [(row.published, need) for row, need in known if row.published is not None]
    rms = np.sqrt(np.mean([(a - b) ** 2 for a, b in printed])) if printed else float("nan")
    off = "" if target == 80 else f" The table is for a target of 80 %, here it is {target:g} %."
    worst, need = max(known, key=lambda one: one[0].rule / one[1])
    return (
        f"{where} published values of row {row_number} and the most workers with which {first} is {target:g} % "
        f"efficient differ by {number(float(rms), 2)} points (root of the mean square).{_amiss(known)} "
        f"At a workload factor of {worst.factor:g} % it takes {number(worst.rule, 3)} % of the tasks, "
        f"{number(worst.rule / need, 3)} times the {number(need, 3)} % that are efficient enough.{off}"
    )


def _where(result: Result, others: dict[str, float]) -> str:
    tree = result.scenario.model_dump(mode="json")
    (path, value), *_ = others.items()
    words = describe(tree, path)
    return f"With {words.title.lower()} {number(value)} {words.unit}".rstrip()


def _amiss(known: list[tuple[Any, float]]) -> str:
    """Where the rule takes too many, by the middle of the interval."""
    many = [f"{row.factor:g} %" for row, need in known if row.rule > need]
    if len(many) in (0, len(known)):
        return f" The rule takes too many {'everywhere' if many else 'nowhere'}."
    return f" The rule takes too many at a workload factor of {', '.join(many)}."
