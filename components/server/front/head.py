"""The head of every page: ways to the other pages, and tools. As components, and as HTML before those have come."""

from collections.abc import Sequence
from html import escape

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.controls.framed import framed
from components.pages.studio.ids import Id
from components.share import dialog as share_dialog

Links = Sequence[tuple[str, str]]
"""(title, path) of each page that the head leads to."""

MENU = "shell-menu"
"""The button that shows them on a narrow page. `head.js` moves it, and marks the page that is open."""


def create_head(links: Links) -> html.Header:
    """The head. Which page is open is said by the browser, since the server is asked for the head of all pages."""
    return html.Header(
        framed(
            [
                html.A("Corral", href="/", className="brand"),
                html.Button(
                    "☰", id=MENU, type="button", className="page-menu", **aria(label="Pages", expanded="false")
                ),
                html.Nav([html.A(title, href=path) for title, path in links], **aria(label="Pages")),
                html.Div(
                    [
                        html.Span(id=Id.SHARE_SAID, className="hidden"),
                        share_dialog.create_button(),
                        dmc.Button("Present", id="shell-present", size="compact-sm", variant="default"),
                        dmc.Button("☾ Dark", id="shell-scheme-switch", size="compact-sm", variant="default"),
                    ],
                    className="header-tools",
                ),
            ]
        ),
        className="page-head",
    )


def plain_head(links: Links, path: str) -> str:
    """The same for the page at *path* as long as nothing on it can be pressed: links alone."""
    now = {path: ' aria-current="page"'}
    ways = "".join(f'<a href="{there}"{now.get(there, "")}>{escape(title)}</a>' for title, there in links)
    brand = '<a class="brand" href="/">Corral</a>'
    return f'<div class="page-head">{brand}<span class="page-menu" aria-hidden="true"></span><nav>{ways}</nav></div>'
