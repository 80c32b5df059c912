"""What comes of another decision: sentences, and a table of the jobs that it touches."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.data_table import DataTable, create_table
from components.words.differences.what_if import what_if_words
from components.words.wording import number
from engine.contract.effect import Effect, Moved


def create_effect(effect: Effect, words: str) -> list[Any]:
    """As it stands on the page; *words* are those of the candidate."""
    first, *more = what_if_words(dict(effect))
    return [
        html.H2(f"If {words[:1].lower()}{words[1:]}", className="data-head"),
        html.P(dmc.Text(first, fw=600)),
        *(html.P(sentence) for sentence in more),
        *([create_table(touched_table(effect))] if effect["moved"] else []),
    ]


def touched_table(effect: Effect) -> DataTable:
    """The jobs that end at another time, in order of arrival."""
    count = effect["later"] + effect["earlier"] + bool(effect["own"]) + effect["refused"] + effect["accepted"]
    left = f" The {len(effect['moved'])} that it touches most of {count:,}." if len(effect["moved"]) < count else ""
    kind = effect.get("kind", "job").capitalize()
    time = "Done, since the barrier before, as it was (s)" if "length" in effect else "Response time as it was (s)"
    head = [kind, time, "with the other decision (s)", "Longer by (s)"]
    return DataTable(f"{kind}s that end at another time.{left}", head, [_row(one) for one in effect["moved"]])


def _row(one: Moved) -> list[Any]:
    before, after = one["before"], one["after"]
    longer = "–" if before is None or after is None else number(after - before, 4)
    return [one["job"] + 1, *("rejected" if time is None else number(time, 5) for time in (before, after)), longer]
