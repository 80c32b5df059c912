"""The inputs in which A and B differ, as a table and as a sentence."""

from typing import Any

from components.controls.data_table import DataTable
from components.words.inputs.fields import describe
from components.words.wording import MISSING, metric_words, number
from engine.inputs.scenario import Scenario
from engine.results.input_differences import Input, input_differences

LONGEST_LIST = 6
"""Values of a varied field that are all told."""

LONGEST_TEXT, BEGINNING = 60, 12
"""Characters of a text that is told whole; and of what is told of a longer one, such as the table of a carried log. Of
names of logs, which are digits, as many are told everywhere."""


def describe_inputs(a: Scenario, b: Scenario, other: str = "B") -> str:
    """How many inputs differ."""
    found = len(input_differences(a, b))
    if found == 0:
        return f"No input differs: A and {other} are the same study."
    among = "" if other == "B" else f" between A and {other}"
    return f"{f'{found} inputs differ' if found > 1 else 'One input differs'}{among}; all others are the same."


def table_of_inputs(a: Scenario, b: Scenario, other: str = "B") -> DataTable:
    """A row for each input that differs, with a dash where a side has no such field."""
    body = []
    for one in input_differences(a, b):
        body.append([_label(one, a, b), *(_value(one, value) for value in (one.a, one.b))])
    return DataTable("Inputs that differ", ["input", "A", other], body)


def table_of_all_inputs(scenarios: dict[str, Scenario]) -> DataTable:
    """The same for two to four studies by their sides: a column each, filled where it differs from A."""
    others = {side: scenario for side, scenario in scenarios.items() if side != "A"}
    rows: dict[str, dict[str, str]] = {}
    for side, scenario in others.items():
        for label, own, value in table_of_inputs(scenarios["A"], scenario, side).body:
            rows.setdefault(label, {"A": own})[side] = value
    body = [[label, *(found.get(side, "as A") for side in scenarios)] for label, found in rows.items()]
    return DataTable("Inputs that differ", ["input", *scenarios], body)


def _label(one: Input, a: Scenario, b: Scenario) -> str:
    scenario, path = (a, one.path_a) if one.path_a else (b, one.path_b)
    assert path is not None
    label = describe(scenario.model_dump(mode="json"), path).label
    return "Precision of" if path == "study.precision.metric" else label


def _value(one: Input, value: Any) -> str:
    if value is None:
        return MISSING
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | float):
        return str(value) if "study.seed" in (one.path_a, one.path_b) else number(value, 12)
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return f"{value[:BEGINNING]}… ({len(value):,} characters)"
    if not isinstance(value, tuple):
        return metric_words(value).title if "study.precision.metric" in (one.path_a, one.path_b) else str(value)
    if all(isinstance(entry, str) for entry in value):
        return ", ".join(value)
    if any(isinstance(entry, dict) for entry in value):
        return "one entry" if len(value) == 1 else f"{len(value)} entries"
    texts = [number(entry, 12) for entry in value]
    if len(texts) > LONGEST_LIST:
        texts = [*texts[:2], "…", texts[-1]]
    return f"{', '.join(texts)} ({len(value)} values)"
