"""The tables on the pages of the papers."""

from typing import Any

from components.controls.data_table import DataTable
from components.pages.papers.words import SIGNS
from components.pages.studio.claimed import quantity_of, range_of
from components.wording import MISSING, metric_words, number, point_words, with_uncertainty
from engine.papers import Paper, Statement, is_near
from engine.registry import EXAMPLES


def table_of_verdicts(rows: list[tuple[Paper, list[Statement]]]) -> DataTable:
    """Every statement of every paper with its verdict."""
    body = [
        [paper.source, one.name, f"{SIGNS[one.verdict]} {one.verdict.value}", one.borne_out, one.asked]
        for paper, found in rows
        for one in found
    ]
    head = ["paper", "statement", "verdict", "borne out", "of"]
    return DataTable("Values that are near, or checks that hold, of all that a table or statement has.", head, body)


def table_of_values(one: Statement) -> DataTable:
    """Every printed value beside the measured one."""
    body: list[list[Any]] = []
    for value in one.values:
        published = value.published
        words = metric_words(published.metric)
        scale, deviation = words.scale, value.deviation_percent
        body.append(
            [
                published.policy,
                point_words(EXAMPLES[published.example], dict(published.point)),
                words.axis,
                number(published.value * scale, 5),
                with_uncertainty(value.measured, scale) + ("" if value.settles else ", does not settle"),
                MISSING if deviation is None else f"{deviation:+.1f}".replace("-", "\u2212"),
                "yes" if is_near(value) else "no",
            ]
        )
    head = ["policy", "point", "metric", "published", "measured, ± 95 %", "deviation (%)", "near"]
    return DataTable(f"{one.source}: published beside measured.", head, body)


def table_of_checks(one: Statement) -> DataTable:
    """Every check of a claim."""
    body = [
        [
            found.check.words,
            quantity_of(found.check),
            EXAMPLES[found.check.example].title,
            *range_of(found),
            found.outcome.value,
        ]
        for found in one.checks
    ]
    head = ["check", "quantity", "study", "measured, ± 95 %", "has to be", "outcome"]
    return DataTable(f"{one.source}: {one.name}, check by check.", head, body)
