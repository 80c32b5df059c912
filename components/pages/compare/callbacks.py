"""What the Compare page does, in four parts: choosing, running, answering, schedules."""

from dash import Dash

from components.pages.compare import on_answer, on_schedules, on_sides, on_studies
from components.pages.compare.why import on_why


def register(app: Dash) -> None:
    """Register every callback of the page."""
    on_sides.register(app)
    on_studies.register(app)
    on_answer.register(app)
    on_schedules.register(app)
    on_why.register(app)
