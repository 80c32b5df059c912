"""The table of a study with a goal: every tested value in the order of the search, with what came of it."""

from typing import Any

from components.controls.data_table import DataTable
from components.words.searches.goals import criteria_words, evidence, standing_words
from components.words.wording import axis_words, capital, field_unit, number
from engine.results.result import Result


def table_of_search(result: Result) -> DataTable:
    """A row for each decision, policy by policy."""
    goal = result.scenario.study.goal
    assert goal is not None
    told = field_unit(result.scenario, goal.field)
    body: list[list[Any]] = [
        [
            search.policy,
            order,
            number(search.values[n] * told.factor, 6),
            standing_words(found),
            evidence(result, search, n),
        ]
        for search in result.searches
        for order, (n, found) in enumerate(search.decisions.items(), 1)
    ]
    caption = f"{capital(criteria_words(result))}; one-sided bounds, at most 5 % of searches go wrong."
    head = ["policy", "tested as number", axis_words(result.scenario, goal.field), "found", "mean, and bound that told"]
    return DataTable(caption, head, body)
