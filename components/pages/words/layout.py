"""What stands on the page of the glossary; the browser fills in the entries, as it does in the popover of a label."""

from typing import Any

from dash import dcc, html

from components.controls.aria import aria
from components.glossary.catalogue import glossary

LIST, FILTER, SHOWN = "words-list", "words-filter", "words-shown"


def layout(**_: Any) -> html.Main:
    """The page for "/words"."""
    return html.Main(
        [
            html.H1("Words"),
            html.P(
                [
                    f"{len(glossary())} terms, metrics, policies and inputs, with their sources. Anywhere in Corral ",
                    html.Kbd("F1"),
                    " explains what has the focus; with the mouse, the question mark that appears beside a label. "
                    "Rules and equations are on the pages on ",
                    html.A("methods", href="/methods"),
                    ".",
                ],
                className="verdict",
            ),
            html.Div(
                [
                    html.Label("Filter", htmlFor=FILTER),
                    dcc.Input(id=FILTER, type="search", value="", autoComplete="off", placeholder="a word, or several"),
                    html.Span(id=SHOWN, role="status"),
                ],
                className="words-filter",
                role="search",
                **aria(label="Words"),
            ),
            html.Div(id=LIST, className="words-list"),
        ],
        className="text-page",
    )
