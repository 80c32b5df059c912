"""A lesson's own words, which are Markdown."""

from dash import dcc


def create_text(markdown: str) -> dcc.Markdown:
    """The words; formulas between "$" are set."""
    return dcc.Markdown(markdown, mathjax="$" in markdown, className="learn-text")
