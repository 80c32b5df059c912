"""What the pages of the lessons do. Most of it happens in the browser, which keeps the work; the server opens the tool,
reveals, checks answers, and packs what is handed in."""

from dash import Dash

from components.pages.learn import on_answers, on_hand_in, on_reveal, on_tool, on_work


def register(app: Dash) -> None:
    """Register every callback of a lesson."""
    on_work.register(app)
    on_tool.register(app)
    on_reveal.register(app)
    on_answers.register(app)
    on_hand_in.register(app)
