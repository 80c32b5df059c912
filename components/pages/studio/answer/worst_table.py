"""The table of a search for the worst point: what was verified on fresh seeds, and what the search tried."""

from typing import Any

from components.controls.data_table import DataTable
from components.words.searches.worst import times_words, tried_words, what_it_is
from components.words.wording import axis_words, field_unit, number, shown_metric, with_uncertainty
from engine.results.result import Result
from engine.results.worst import verified


def table_of_worst(result: Result) -> DataTable:
    """A row for each point on fresh seeds, the worst one first; then those that the search tried, in its order."""
    breaking, found = result.scenario.study.searched, result.worst
    assert breaking is not None
    assert found is not None
    words = shown_metric(breaking.metric, result)
    head = [axis_words(result.scenario, one.field) for one in breaking.ranges]
    head += ["what it is", "ratio on fresh seeds, 95 %", f"{breaking.policy}: {words.axis}, ± 95 %"]
    head += [f"{breaking.against}: {words.axis}, ± 95 %", "ratio in the search"]
    told = verified(result)
    body: list[list[Any]] = []
    for one in told:
        means = [with_uncertainty(mean, words.scale) for mean in (one.policy, one.against)]
        if not one.settles:
            means[0] += ", does not settle"
        if not one.against_settles:
            means[1] += ", does not settle"
        seen = tried_words(found.tried[one.number]) if one.number in found.tried else "–"
        body.append([*_values(result, one.number), what_it_is(result, one), times_words(one.ratio), *means, seen])
    checked = {one.number for one in told}
    body += [
        [*_values(result, n), "tried", "–", "–", "–", tried_words(one)]
        for n, one in found.tried.items()
        if n not in checked
    ]
    caption = f"{breaking.policy} over {breaking.against}: only ratios on fresh seeds are unbiased."
    return DataTable(caption, head, body)


def _values(result: Result, point: int) -> list[str]:
    values = result.scenario.searched_point(point)
    return [number(value * field_unit(result.scenario, field).factor, 6) for field, value in values.items()]
