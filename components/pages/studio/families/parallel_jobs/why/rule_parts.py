"""Why, under an own policy: what its order says of each job, part by part."""

from components.controls.data_table import DataTable
from components.pages.studio.families.parallel_jobs.why.words import Why, name, number_of
from components.words.wording import number
from engine.parallel_jobs.replay.tree import Occasion, Trace
from engine.parallel_jobs.space_sharing.reference.decision import Decision

DIGITS = 4
"""Significant digits of values: they are compared."""

LONGEST = 48
"""Characters of a part in a sentence; the table has all of it."""


def with_parts(trace: Trace, step: Occasion, why: Why) -> Why:
    """The same explanation with who goes before whom by the rule, if it was asked."""
    asked = {decision["job"]: decision for decision in step["decisions"] if "worth" in decision}
    ranked = sorted(asked.values(), key=lambda decision: (-decision["worth"], decision["job"]))
    if not ranked:
        return why
    return Why([*why.sentences, _first(trace, ranked)], [*why.tables, _table(trace, ranked)], why.cards)


def _first(trace: Trace, ranked: list[Decision]) -> str:
    """Who is first by the rule, and of what his value is made."""
    first = ranked[0]
    said = f"By the rule, {name(first['job']).lower()} comes first, with {number(first['worth'], DIGITS)}"
    made = [
        f"{number(value, DIGITS)} from {_short(text)}"
        for text, value in zip(trace["parts_of_rule"], first["parts"], strict=True)
    ]
    if len(ranked) > 1:
        said += f", before {name(ranked[1]['job']).lower()} with {number(ranked[1]['worth'], DIGITS)}"
    return f"{said}: {', '.join(made)}." if made else f"{said}."


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 2] + " …"


def _table(trace: Trace, ranked: list[Decision]) -> DataTable:
    body = [
        [number_of(d["job"]), number(d["worth"], DIGITS), *(number(part, DIGITS) for part in d["parts"])]
        for d in ranked
    ]
    head = ["job", "value of the order", *trace["parts_of_rule"]]
    return DataTable(
        "What the rule says of those that were decided on, larger goes first; then part by part.", head, body
    )
