"""The rail of a lesson: its steps, each a click away; `learn_rail.js` says at which one the reader is."""

from dash import html

from components.controls.aria import aria, data
from components.pages.learn.ids import Id
from components.pages.learn.steps import STEPS, Step


def create_rail() -> html.Nav:
    """All steps; one that is not open says when it opens, and leads to the place where that stands, too."""
    return html.Nav(
        [
            html.P(f"Step 1 of {len(STEPS)}", id=Id.PROGRESS, className="learn-progress"),
            html.Ol([html.Li(_way_to(number, step)) for number, step in enumerate(STEPS, start=1)]),
        ],
        className="learn-rail",
        **aria(label="Steps of this lesson"),
    )


def _way_to(number: int, step: Step) -> html.A:
    return html.A(
        [
            html.Span(f"{number} ", className="learn-rail-number"),
            html.Span(step.title, className="learn-rail-title"),
            html.Span(f" {step.opens}", className="learn-rail-opens") if step.opens else None,
        ],
        href=f"#learn-head-{step.name}",
        className="closed" if step.opens else "",
        **data(step=step.name, title=step.title),
    )
