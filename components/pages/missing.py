"""What stands where there is no page: that it is so, and where to go on."""

from typing import Any

from dash import dcc, html

NOTHING = "There is no page at this address: it is mistyped, or a part of the link is missing."

WAYS = (("Questions", "/questions"), ("Studio", "/"), ("Lessons", "/learn"), ("Words", "/words"))
"""Where whoever is lost can go on: words and path."""


def layout(**_: Any) -> html.Main:
    """The page for any address that is of no other page."""
    ways = [html.Li(dcc.Link(words, href=path, className="way")) for words, path in WAYS]
    return html.Main(
        [html.H1("No such page"), html.P(NOTHING, className="verdict"), html.P("Go on with"), html.Ul(ways)],
        className="status-page",
    )
