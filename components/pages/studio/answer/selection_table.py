"""The table of a study with a selection: every alternative, with what became of it."""

from typing import Any

from components.controls.data_table import DataTable
from components.words.searches.chosen_best import (
    alternative_words,
    by_words,
    constraint_words,
    evidence_of,
    fate_words,
    ranked,
)
from components.words.wording import capital, shown_metric, with_uncertainty
from engine.inputs.selection import Best
from engine.results.result import Result


def table_of_selection(result: Result) -> DataTable:
    """A row for each alternative: those left first, then the others, the last to go first."""
    selection = result.scenario.study.selection
    assert selection is not None
    by = [one for one in (selection.by, selection.and_by) if one is not None]
    by += [Best(metric=one.metric) for one in selection.constraints if one.metric not in {other.metric for other in by}]
    body: list[list[Any]] = []
    for n in ranked(result):
        found = [evidence_of(result, one, n) for one in by]
        means = [with_uncertainty(one) for one in found]
        body.append([alternative_words(result, n), *means, found[0].replications, fate_words(result, n)])
    head = [f"{shown_metric(one.metric, result).axis}, ± 95 %" for one in by]
    held = constraint_words(result)
    asked = f"{capital(by_words(result))}{f', so that {held}' if held else ''}"
    caption = f"{asked}; the chance of a wrong choice is at most 5 %."
    return DataTable(caption, ["alternative", *head, "replications", "what became of it"], body)
