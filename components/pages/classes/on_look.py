"""The look of the teacher's page at its class: every two seconds, and no more than what has changed is sent."""

import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import orjson
from dash import Dash, Input, Output, State, ctx, html, no_update
from dash.exceptions import PreventUpdate

from components.controls.data_table import DataTable, create_table
from components.lessons.lesson import Lesson
from components.pages.classes.door import classes
from components.pages.classes.ids import FIGURES, PARTS, TABLES, WORDS, Id
from components.pages.classes.known import Known, compute, known, progress
from components.pages.classes.on_teacher import may, seen_by
from components.pages.classes.one_at_a_time import BLANK, PART
from components.pages.classes.predictions import show_prediction
from components.pages.classes.questions import show_question
from components.pages.classes.shown import Shown
from components.pages.classes.words import TITLES, clock, counts, told
from components.visits.happened import happened
from components.visits.stores import SCHEME
from components.visits.visitors import visitor
from workers.classes.sessions import GONE, STAGES, ClassError, Seat, Session

UNKNOWN = "What is measured is not known yet: the lesson's study has to be computed once."

TAKEN: dict[str, Callable[[Shown], Any]] = {
    "parts": lambda shown: BLANK if shown.is_blank else PART,
    "figures": lambda shown: shown.figure,
    "words": lambda shown: shown.words,
    "tables": lambda shown: create_table(shown.table),
}
"""What the outputs for the parts of a lesson have of them."""


def register(app: Dash) -> None:
    """Register it."""
    app.callback(
        output={
            "seen": Output(Id.SEEN, "data"),
            "counts": Output(Id.COUNTS, "children"),
            "who": Output(Id.WHO, "children"),
            "seats": Output(Id.SEATS, "data"),
            "parts": Output(PARTS, "className"),
            "figures": Output(FIGURES, "figure"),
            "words": Output(WORDS, "children"),
            "tables": Output(TABLES, "children"),
            "reveal": Output(Id.REVEAL, "children"),
            "revealed": Output(Id.REVEAL_SAID, "children"),
            "compute_row": Output(Id.COMPUTE_ROW, "className"),
            "compute_said": Output(Id.COMPUTE_SAID, "children"),
            "said": Output(Id.SAID, "children", allow_duplicate=True),
            "is_over": Output(Id.TICK, "disabled", allow_duplicate=True),
        },
        inputs={
            "held": Input(Id.KEY, "data"),
            "_tick": Input(Id.TICK, "n_intervals"),
            "reveal": Input(Id.REVEAL, "n_clicks"),
            "wanted": Input(Id.COMPUTE, "n_clicks"),
            "scheme": Input(SCHEME, "data"),
            "code": State(Id.CODE, "data"),
            "seen": State(Id.SEEN, "data"),
        },
        prevent_initial_call=True,
    )(look)


def look(
    held: Any, _tick: Any, reveal: int | None, wanted: int | None, scheme: Any, code: Any, seen: Any
) -> dict[str, Any]:
    """When time has passed, or a button was pressed: what has changed since this page has *seen* the class."""
    plain = may(held, code)
    what = happened()
    seen = seen if isinstance(seen, dict) and Id.KEY not in what else {}
    if Id.REVEAL in what and reveal and (before := classes().session(plain)):
        with suppress(ClassError):  # which the look says
            classes().reveal(plain, not before.revealed)
    session = classes().session(plain)
    scheme = "dark" if scheme == "dark" else "light"
    if session and not what & {Id.COMPUTE} and _is_seen(session, scheme, seen):
        raise PreventUpdate
    found = seen_by(plain)
    if found is None:
        return _nothing() | {"said": GONE, "is_over": True}
    session, seats, lesson = found
    refused = compute(lesson, visitor()) if Id.COMPUTE in what and wanted else ""
    measured = known(lesson) if session.revealed else None
    sums = counts(seats)
    shown, parts = _parts(lesson, seats, session.revealed, measured, scheme, seen.get("parts"))
    is_waiting = session.revealed and measured is None
    fresh = {"version": session.version, "scheme": scheme, "is_waiting": is_waiting, "parts": parts, "told": told(sums)}
    fresh["joined"] = len(seats)
    return (
        _nothing()
        | shown
        | {
            "seen": fresh,
            "counts": _create_counts(sums),
            "who": create_table(_who(seats)),
            "seats": [{"value": str(seat.number), "label": f"{seat.number} · {seat.name}"} for seat in seats],
            "reveal": "Hide again" if session.revealed else "Reveal",
            "revealed": measured.words if measured else "",
            "compute_row": "class-compute" if is_waiting else "hidden",
            "compute_said": (refused or progress(lesson) or UNKNOWN) if is_waiting else "",
        }
    )


def _is_seen(session: Session, scheme: str, seen: dict[str, Any]) -> bool:
    """Whether the page shows all that there is; while something is computed there is always more."""
    return seen.get("version") == session.version and seen.get("scheme") == scheme and not seen.get("is_waiting")


def _nothing() -> dict[str, Any]:
    """No change of anything."""
    grouping = ctx.outputs_grouping
    return {name: [no_update] * len(ids) if isinstance(ids, list) else no_update for name, ids in grouping.items()}


def _parts(
    lesson: Lesson, seats: list[Seat], is_revealed: bool, measured: Known | None, scheme: str, before: Any
) -> tuple[dict[str, Any], dict[str, int]]:
    """Pictures, words and tables of the parts that have changed since *before*, and of each part what it shows now."""
    before = before if isinstance(before, dict) else {}
    now: dict[str, int] = {}
    fresh: dict[str, Shown] = {}
    for part, values, draw in _asked(lesson, seats, is_revealed, measured, scheme):
        now[part] = zlib.crc32(orjson.dumps([values, is_revealed, measured is not None, scheme]))
        if before.get(part) != now[part]:
            fresh[part] = draw()
    changes: dict[str, Any] = {}
    for output, take in TAKEN.items():
        places = [place["id"].get("part") for place in ctx.outputs_grouping[output]]
        changes[output] = [take(fresh[part]) if part in fresh else no_update for part in places]
    return changes, now


def _asked(
    lesson: Lesson, seats: list[Seat], is_revealed: bool, measured: Known | None, scheme: str
) -> Iterator[tuple[str, Any, Callable[[], Shown]]]:
    """Every part of the lesson: its name, what the class says to it, and what shows that."""
    predictions = [seat.prediction for seat in seats if seat.prediction]
    yield "prediction", predictions, lambda: show_prediction(lesson, predictions, measured, scheme)
    for n, question in enumerate(lesson.front.questions):
        given = [answer for seat in seats for answer in seat.answers[n : n + 1] if answer is not None]
        yield f"question-{n + 1}", given, partial(show_question, question, given, is_revealed, scheme)


def _create_counts(sums: dict[str, int]) -> html.Dl:
    return html.Dl([html.Div([html.Dt(title), html.Dd(str(count))]) for title, count in sums.items()])


def _who(seats: list[Seat]) -> DataTable:
    body: list[list[Any]] = [[seat.name, *(clock(getattr(seat, stage)) for stage in STAGES)] for seat in seats]
    return DataTable("Everybody in the class, with times in UTC.", ["nickname", *TITLES.values()], body)
