"""Claims of papers as a list: a line each with what comes of it; source, count and checks on demand."""

from typing import Any, NamedTuple

from dash import html

LONGEST_LINE = 110
"""Characters of a claim on its line; behind it stands the whole."""


class ClaimLine(NamedTuple):
    """A claim: its sign, what it says, where, what comes of it, and its checks in words."""

    sign: str
    text: str
    source: str
    verdict: str
    checks: list[str]


def create_claims(lines: list[ClaimLine]) -> list[Any]:
    """A fold for each claim."""
    return [_fold(line) for line in lines]


def _fold(line: ClaimLine) -> html.Details:
    short = shortened(line.text)
    whole = [html.P(line.text)] if short != line.text else []
    return html.Details(
        [
            html.Summary(f"{line.sign} {short}"),
            *whole,
            html.P(f"{line.source}. {line.verdict}"),
            html.Ul([html.Li(check) for check in line.checks]),
        ],
        className="claim",
    )


def shortened(text: str, longest: int = LONGEST_LINE) -> str:
    """At most so many characters of a *text*, up to the end of a word."""
    return text if len(text) <= longest else f"{text[:longest].rpartition(' ')[0].rstrip(',;:')} …"
