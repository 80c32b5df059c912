"""What the Compare page does, in three parts: choosing, running, answering."""

from dash import Dash

from components.pages.compare import on_answer, on_sides, on_studies


def register(app: Dash) -> None:
    """Register every callback of the page."""
    on_sides.register(app)
    on_studies.register(app)
    on_answer.register(app)
