"""What stands on the pages of the lessons: the list of them, and one lesson from aim to hand-in."""

from typing import Any

from dash import dcc, html

from components.controls.aria import aria, data
from components.lessons.lesson import Lesson
from components.lessons.reading import lessons
from components.pages.learn.ids import Id, mark_id
from components.pages.learn.steps import STEPS, Step, create_steps


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


def overview(**_: Any) -> html.Main:
    """The page for "/learn": every lesson by topic, and the files that cannot be used."""
    found, broken = lessons()
    topics: dict[str, list[Lesson]] = {}
    for lesson in found.values():
        topics.setdefault(lesson.front.topic, []).append(lesson)
    return html.Main(
        [
            dcc.Store(id=Id.WORK, storage_type="local"),
            html.H1("Lessons"),
            html.P(
                "Predict, run, compare, explain. Your work stays in this browser until you hand it in.",
                className="learn-aim",
            ),
            html.P(html.A("Classes: open one, or join one with its code", href="/class")),
            *(_topic(topic, members) for topic, members in topics.items()),
            *([_broken(broken)] if broken else []),
        ],
        className="learn-list",
    )


def _topic(topic: str, members: list[Lesson]) -> html.Section:
    return html.Section([html.H2(topic), html.Ul([_entry(lesson) for lesson in members])])


def _entry(lesson: Lesson) -> html.Li:
    front = lesson.front
    return html.Li(
        [
            html.A(front.title, href=f"/learn/{lesson.name}"),
            html.Span("", id=mark_id(lesson.name), className="learn-mark"),
            html.P(front.aim),
            html.P(f"{front.minutes} minutes · {front.source}", className="hint"),
        ]
    )


def _broken(broken: dict[str, str]) -> html.Section:
    entries = [html.Li([html.Code(name), f": {reason}"]) for name, reason in broken.items()]
    return html.Section([html.H2("Lessons that cannot be used"), html.Ul(entries)], className="learn-broken")


def of_lesson(lesson: str = "", **asked: Any) -> html.Main:
    """The page for "/learn/NAME"; without a name, the first lesson.

    What else the address *asked* for is what was sketched and seen when the page was left.
    """
    found, _broken_files = lessons()
    name = lesson or next(iter(found), "")
    if name not in found:
        return html.Main([html.H1("No such lesson"), html.A("All lessons", href="/learn")], className="learn-list")
    one = found[name]
    named: dict[str, Any] = {"data-lesson": name}
    return html.Main(
        [
            dcc.Store(id=Id.WORK, storage_type="local"),
            dcc.Store(id=Id.LESSON, data=name),
            dcc.Store(id=Id.SKETCHED, data=asked),
            dcc.Store(id=Id.OPEN),
            dcc.Store(id=Id.ASKED),
            dcc.Store(id=Id.READY),
            dcc.Store(id=Id.HANDED),
            dcc.Store(id=Id.PATH),
            dcc.Store(id=Id.HEARD),
            html.Div(id=Id.CLASS),
            html.P(html.A("All lessons", href="/learn")),
            html.H1(one.front.title),
            create_rail(),
            *create_steps(one),
        ],
        id="learn-page",
        className="learn-page",
        **named,
    )
