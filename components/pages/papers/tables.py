"""The tables on the pages of the papers."""

from typing import Any

from components.controls.data_table import DataTable
from components.pages.papers.words import MEANING, OUTCOMES
from components.words.checks import SIGNS, quantity_of, range_of
from components.words.wording import MISSING, metric_words, number, point_words, with_uncertainty
from engine.papers.catalogue import Paper, Statement
from engine.papers.finding import Outcome
from engine.papers.reproduction import Reproduction
from engine.study.registry import EXAMPLES

TOGETHER = "measured, ± 95 % together"
"""The interval of a check or value: those of one statement hold together by Holm's procedure."""


def table_of_verdicts(rows: list[tuple[Paper, list[Statement]]]) -> DataTable:
    """Every statement of every paper with its verdict."""
    body = [
        [paper.source, one.name, f"{SIGNS[one.verdict]} {one.verdict.value}", *one.tally]
        for paper, found in rows
        for one in found
    ]
    head = ["paper", "statement", "verdict", "hold", "fail", "open"]
    return DataTable("How many values are near, or checks hold, how many do not, and how many are open.", head, body)


def legend() -> DataTable:
    """What the marks and the verdicts mean."""
    body = [[f"{SIGNS[verdict]} {verdict.value}", words] for verdict, words in MEANING.items()]
    return DataTable("What a verdict means.", ["verdict", "what it says"], body)


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
                with_uncertainty(value.held, scale) + ("" if value.settles else ", does not settle"),
                MISSING if deviation is None else f"{deviation:+.1f}".replace("-", "\u2212"),
                _near(value),
            ]
        )
    head = ["policy", "point", "metric", "published", TOGETHER, "deviation (%)", "near"]
    return DataTable(f"{one.source}: published beside measured.", head, body)


def _near(value: Reproduction) -> str:
    if not value.published.transient:
        return OUTCOMES[value.outcome]
    words = {Outcome.HOLDS: "within", Outcome.FAILS: "outside", Outcome.OPEN: "no"}
    return f"transient: {words[value.outcome]} the spread"


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
    head = ["check", "quantity", "study", TOGETHER, "has to be", "outcome"]
    return DataTable(f"{one.source}: {one.name}, check by check.", head, body)
