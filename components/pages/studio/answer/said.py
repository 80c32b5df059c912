"""The verdict on the page: one sentence, and the list behind "more".

The lines of the list stand in a text, which is written past Dash too; `more.js` makes a list of it.
"""

from html import escape

from dash import html

from components.controls.aria import aria
from components.pages.studio.ids import Id
from components.words.verdicts.verdict import Verdict


def create_said(verdict: Verdict) -> html.Div:
    """Sentence and list. Only the sentence is read out when it changes."""
    return html.Div(
        [
            html.P(verdict.short, id=Id.VERDICT, className="verdict", **aria(live="polite")),
            html.Button("Why?", type="button", className="why-button", title="Why two policies differ (W)"),
            html.Details(
                [html.Summary("More"), html.P(lines_of(verdict), id=Id.MORE, className="more-lines"), html.Ul()],
                className="more",
            ),
        ],
        className="said",
    )


def lines_of(verdict: Verdict) -> str:
    """The lines behind "more" as one text."""
    return "\n".join(verdict.more)


def plain_said(verdict: Verdict) -> str:
    """The same as plain HTML."""
    lines = "".join(f"<li>{escape(line)}</li>" for line in verdict.more)
    more = f'<details class="more"><summary>More</summary><ul>{lines}</ul></details>' if lines else ""
    return f'<div class="said"><p class="verdict">{escape(verdict.short)}</p>{more}</div>'
