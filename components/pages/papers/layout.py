"""What stands on the pages of the papers: an overview, and a page for each."""

from typing import Any
from urllib.parse import urlencode

from dash import html

from components.controls.aria import aria
from components.controls.claims import shortened
from components.controls.data_table import create_table
from components.figures.small.statement import draw_statement
from components.pages.papers.tables import legend, table_of_checks, table_of_values, table_of_verdicts
from components.pages.papers.words import counted, verdict_words
from components.sketches.link import to_link
from components.words.checks import SIGNS, check_words
from components.words.wording import capital
from engine.contract.claim import Check
from engine.papers.catalogue import PAPERS, Paper, Statement, statements
from engine.papers.claims import Checked
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES, FAMILIES

WALL = (
    "A column for each check: the dashed box is what is claimed, hollow what is printed, filled what is measured with "
    "its interval; ✕ fails, ? is open. The intervals of one statement hold together with 95 % (Holm). Each column has "
    "a scale of its own."
)

LONGEST_ON_CARD = 84
"""Letters of a statement."""


def overview(**_: Any) -> html.Main:
    """The page for "/papers": what comes of every paper, in a line each."""
    found = {name: _found(paper) for name, paper in PAPERS.items()}
    rows = [(paper, found[name]) for name, paper in PAPERS.items()]
    return html.Main(
        [
            html.H1("Published against measured"),
            html.P(
                "Every table and every statement of the five papers that can be held against a simulation. Open the "
                "study behind each claim, or repeat it with new random numbers and see whether it still holds.",
                className="verdict",
            ),
            create_table(legend()),
            html.P(WALL),
            *(_entry(paper, own) for paper, own in rows),
            html.H2("All verdicts", className="data-head"),
            create_table(table_of_verdicts(rows)),
        ],
        className="papers-page",
    )


def of_paper(paper: str = "", **_: Any) -> html.Main:
    """The page for "/papers/NAME"."""
    if paper not in PAPERS:
        return html.Main([html.H1("No such paper"), html.A("All papers", href="/papers")], className="papers-page")
    one = PAPERS[paper]
    found = _found(one)
    return html.Main(
        [
            html.P(html.A("All papers", href="/papers")),
            html.H1(f"{one.source}: {one.title}"),
            html.P(
                [
                    f"{one.authors}. {one.where}, {one.year}. Models: ",
                    html.A(FAMILIES[one.family].title.lower(), href=f"/methods/{one.family}"),
                    ".",
                ]
            ),
            html.P(counted(found), className="verdict"),
            *(_section(statement) for statement in found),
            html.H2("What cannot be reproduced, and why", className="data-head"),
            html.Ul([html.Li(words) for words in one.beyond]),
        ],
        className="papers-page",
    )


def _found(paper: Paper) -> list[Statement]:
    return statements(paper, stored)


def stored(example: str) -> Result | None:
    """The result of an example as it was computed ahead."""
    return result_ahead(EXAMPLES[example])


def _entry(paper: Paper, found: list[Statement]) -> html.Section:
    return html.Section(
        [
            html.H2(html.A(f"{paper.source}: {paper.title}", href=f"/papers/{paper.name}"), className="data-head"),
            html.P(f"{paper.authors}. {paper.where}, {paper.year}.", className="picture-text"),
            html.P(counted(found)),
            html.Div([_card(paper, one) for one in found], className="cards"),
        ]
    )


def _card(paper: Paper, one: Statement) -> html.Article:
    """A statement of the wall: its verdict, its picture, and one click to its study."""
    text = f"{one.name}: {one.text}" if one.values else one.text
    short = capital(shortened(text, LONGEST_ON_CARD))
    summary = f"{capital(one.name)}: {verdict_words(one)}"
    metric = one.checks[0].check.metric if one.checks else one.values[0].published.metric
    study = f"/?{urlencode({'s': to_link(EXAMPLES[one.examples[0]]), 'metric': metric})}"
    checks = html.A("checks", href=f"/papers/{paper.name}#{anchor(one)}", **aria(label=f"Checks of {one.name}"))
    return html.Article(
        [
            html.H3(html.A(short, href=study)),
            _picture(one, summary),
            html.P([html.B(f"{SIGNS[one.verdict]} {capital(one.verdict.value)}"), f", {one.name}: ", checks]),
        ],
        className="card",
    )


def _picture(one: Statement, summary: str) -> html.Div:
    """Its place, which `small_pictures.js` fills."""
    drawn: dict[str, Any] = {"data-svg": draw_statement(one, summary)}
    return html.Div(**drawn)


def anchor(one: Statement) -> str:
    """Where a statement stands on the page of its paper."""
    return one.name.replace(" ", "-").replace(".", "-")


def _section(one: Statement) -> html.Section:
    """A table or claim: what it says, what comes of it, and the studies that answer."""
    table = table_of_values(one) if one.values else table_of_checks(one)
    short = shortened(one.text)
    return html.Section(
        [
            html.H2(f"{SIGNS[one.verdict]} {short}", className="data-head"),
            _picture(one, verdict_words(one)),
            html.P(one.text) if short != one.text else None,
            html.P(f"{capital(one.name)}, {one.source}. {verdict_words(one)}", className="picture-text"),
            html.Details([html.Summary("Checks"), html.Ul([html.Li(_check(check)) for check in one.checks])])
            if one.checks
            else None,
            html.Div([*(_study(name) for name in one.examples), *_whys(one)], className="paper-studies"),
            html.Details([html.Summary("Table"), create_table(table)], className="table-of-picture"),
        ],
        id=anchor(one),
        **aria(label=f"{one.name}: {one.verdict.value}"),
    )


def _check(one: Checked) -> list[Any]:
    """What is claimed and measured; of two policies at a point, the way to why they differ."""
    address = why_address(one.check)
    why = [" ", html.A("Why?", href=address, className="paper-why", **aria(label=f"Why: {one.check.words}"))]
    return [check_words(one), *(why if address else [])]


def _whys(one: Statement) -> list[html.A]:
    """The ways to why two policies differ: of each pair of the checks, at the point that is checked last."""
    last = {(check.check.policy, check.check.over): check.check for check in one.checks if why_address(check.check)}
    return [
        html.A(f"Why do {first} and {second} differ?", href=why_address(check), className="run-again")
        for (first, second), check in list(last.items())[:MOST_WHYS]
    ]


MOST_WHYS = 3
"""Pairs of policies of a statement that have a way of their own to why they differ; the checks have all."""


def why_address(one: Check) -> str:
    """Of the page that says why the two policies of a check differ at its point; nothing where it is not of two."""
    scenario = EXAMPLES[one.example]
    is_of_two = one.over in scenario.policies and one.over != one.policy and one.since is None
    if not is_of_two or one.over_at not in (None, one.at) or getattr(scenario, "population", None):
        return ""
    points = [n for n, point in enumerate(scenario.points()) if one.at.items() <= point.items()]
    if len(points) != 1:
        return ""
    asked = {"tab": "why", "pair": f"{one.policy},{one.over}", "point": points[0] + 1, "metric": one.metric}
    return f"/?{urlencode({'s': to_link(scenario), **asked})}"


def _study(example: str) -> html.Div:
    """The way to the study as it is stored, and to one that nobody has computed yet."""
    scenario = EXAMPLES[example]
    seed = scenario.study.seed + 1
    again = scenario.at_seed(seed)
    return html.Div(
        [
            html.A(f"Open: {scenario.title}", href=f"/?s={to_link(scenario)}", className="run-again"),
            html.A(
                f"Run again with seed {seed}",
                href=f"/?s={to_link(again)}",
                className="run-again",
                **aria(label=f"Run again with seed {seed}: {scenario.title}"),
            ),
        ],
        className="paper-study",
    )
