"""What Dash mounts on the page "/questions": the place for what came in the first answer of the server."""

from typing import Any

from dash import html

from components.pages.questions.ids import PAGE


def layout(**_: Any) -> html.Main:
    """The page, which `questions.js` fills without asking anybody."""
    return html.Main(id=PAGE, className="questions-page")
