"""A lesson's own words, which are Markdown, with pictures beside them."""

from collections.abc import Sequence
from typing import Any

from dash import dcc, html

from components.controls.aria import aria, data
from components.lessons.passages import Passage
from components.lessons.pictures import Results


def create_text(markdown: str, has_formulas: bool = False) -> dcc.Markdown:
    """The words; formulas between "$" are set."""
    return dcc.Markdown(markdown, mathjax=has_formulas or "$" in markdown, className="learn-text")


def create_passages(passages: Sequence[Passage], results: Results | None = None) -> html.Div:
    """The *passages*, each with its picture beside it, or below it on a narrow page; *results* are what is measured."""
    has_formulas = any("$" in one.words for one in passages)  # of texts side by side all are set in one way, or none
    return html.Div([_passage(one, results or {}, has_formulas) for one in passages], className="learn-passages")


def _passage(passage: Passage, results: Results, has_formulas: bool) -> html.Div:
    stages, words = passage.draw(results), create_text(passage.words, has_formulas)
    return html.Div([words, _picture(stages)] if stages else words)


def _picture(stages: dict[str, str]) -> html.Div:
    """`learn_pictures.js` puts the drawings in; of several, words in the text say which is shown."""
    drawn: list[Any] = [
        html.Div(className="learn-stage", hidden=n > 0, **data(stage=name, svg=svg))
        for n, (name, svg) in enumerate(stages.items())
    ]
    live = aria(live="polite") if len(stages) > 1 else {}
    return html.Div(html.Div(drawn, className="learn-picture", **live), className="learn-beside")
