"""Candidates side by side: squares for machines, a bar for the score, a frame around who has won."""

from math import ceil
from typing import Any

from dash import html

from components.controls.aria import aria
from components.pages.studio.families.parallel_jobs.why.words import Card, Squares

MOST = 12
"""Cards of one event; the table has the others."""

MOST_SQUARES = 64
"""Of one cluster; of more machines, a square stands for several."""

SIGNS = {"given": "■", "free": "□", "missing": "▨", "busy": "▪"}
WORDS = {"given": "it gets", "free": "free", "missing": "missing", "busy": "not available"}


def create_cards(cards: list[Card]) -> list[Any]:
    """The key and the cards; nothing if there are none."""
    if not cards:
        return []
    each = max(ceil(sum(_count(one) for one in card.squares) / MOST_SQUARES) for card in cards)
    seen = [kind for kind in SIGNS if any(getattr(one, kind) for card in cards for one in card.squares)]
    key = [html.Span([html.Span(SIGNS[kind], className=f"squares {kind}"), f" {WORDS[kind]}"]) for kind in seen]
    of = [html.Span(f"each square is {each} machines")] if each > 1 else []
    bars = [html.Span(f"bar: {bar}") for bar in dict.fromkeys(card.bar for card in cards if card.score and card.bar)]
    more = [html.P(f"{len(cards) - MOST} more candidates are in the table.", className="hint")]
    return [
        html.P([*key, *of, *bars], className="squares-key", **aria(hidden="true")),
        html.Ul([_card(card, each) for card in cards[:MOST]], className="candidates"),
        *(more if len(cards) > MOST else []),
    ]


def _count(squares: Squares) -> int:
    return sum(getattr(squares, kind) for kind in SIGNS)


def _card(card: Card, each: int) -> html.Li:
    several = len(card.squares) > 1
    chosen = [html.Span("chosen", className="winner")] if card.is_chosen else []
    bar = [html.Div(html.Div(style={"width": f"{100 * card.score:.1f}%"}), className="score")] if card.score else []
    return html.Li(
        [
            html.Div([html.Strong(card.title), *chosen], className="candidate-head"),
            *(_row(squares, each, several) for squares in card.squares),
            *bar,
            html.Div(card.said, className="candidate-said"),
        ],
        className="candidate chosen" if card.is_chosen else "candidate",
    )


def _row(squares: Squares, each: int, is_named: bool) -> html.Div:
    runs = [
        html.Span(SIGNS[kind] * ceil(getattr(squares, kind) / each), className=f"squares {kind}")
        for kind in SIGNS
        if getattr(squares, kind)
    ]
    named = [html.Span(squares.group, className="candidate-group")] if is_named else []
    return html.Div([*named, *runs], className="candidate-row", **aria(hidden="true"))
