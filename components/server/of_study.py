"""What else programs can ask of a study: its jobs, its figures, and to be told how far it is.

GET /api/v1/studies/ID/jobs     every job of one cell; ?policy=, ?point=, ?replication=, ?format=parquet or csv
GET /api/v1/studies/ID/figure   the curves; ?metric=, ?scheme=, ?format=json (of plotly) or svg (a small picture)
GET /api/v1/studies/ID/events   how far it is, again and again, as server-sent events
"""

import time
from collections.abc import Iterator
from threading import BoundedSemaphore
from typing import Any

import orjson
from flask import Flask, Response, send_file
from plotly.io.json import to_json_plotly

from components.figures.small.bars import draw_bars
from components.figures.small.lines import draw_lines
from components.looks.theme import LOOKS
from components.pages.studio.answer.answer import create_curves
from components.server.api import RETRY, RefusalError, api, choice, known_scenario, tell_study
from components.server.described import CSV, EVENTS, JSON, PARQUET, SVG, asked, described
from components.server.told import FigureQuery, JobsQuery
from components.visits.answers import UnavailableError, empty_result, known_result, whole_of
from components.words.verdict import verdict
from components.words.wording import first_metric
from engine.results.formats import FORMATS
from engine.results.result import Result

STREAMS = BoundedSemaphore(4)
"""Event streams at a time, each of which occupies a thread of the server; whoever comes too late asks instead."""

PAUSE, LONGEST = 0.5, 60.0
"""Seconds between two looks, and after which a stream ends; a browser opens it anew by itself."""


def register(_server: Flask) -> None:
    """The addresses are those of the API."""


@api.get("/studies/<study>/jobs")
@described({200: {PARQUET: None, CSV: None}}, (400, 404), query=JobsQuery)
def jobs_of(study: str) -> Response:
    """What became of every job of one cell; a worker computes it, and 503 says that it is not there yet."""
    query, scenario = asked(JobsQuery), known_scenario(study)
    policy = choice("policy", list(scenario.policies))
    point = int(choice("point", [str(number) for number in range(len(scenario.points()))]))
    last = scenario.study.replications
    if not query.replication.isdecimal() or not 1 <= int(query.replication[:9]) <= last:
        raise RefusalError(400, f"replication is {query.replication[:40]!r}; allowed is 1 to {last}")
    try:
        path = whole_of(scenario, policy, point, int(query.replication) - 1, query.format)
    except UnavailableError as error:
        raise RefusalError(503 if error.later else 422, str(error), headers=RETRY if error.later else None) from None
    return send_file(path, mimetype=FORMATS[query.format].content_type)


@api.get("/studies/<study>/figure")
@described({200: {JSON: {"type": "object"}, SVG: None}}, (400, 404, 422), query=FigureQuery)
def figure_of(study: str) -> Response:
    """The curves of what it has found so far, as the page draws them."""
    query, scenario = asked(FigureQuery), known_scenario(study)
    result = known_result(scenario) or empty_result(scenario)
    usual = first_metric(scenario)
    metric = choice("metric", [usual, *(name for name in result.names if name != usual)])
    if query.format == "json":
        return Response(to_json_plotly(create_curves(result, metric, query.scheme)), content_type=JSON)
    return Response(_picture(result, metric), content_type=SVG)


def _picture(result: Result, metric: str) -> str:
    """A small one, of all policies, that has its colors with it."""
    study, policies = result.scenario.study, tuple(result.scenario.policies)
    if study.and_vary or study.goal or study.selection or not set(policies) <= set(LOOKS) or not result.complete:
        raise RefusalError(
            422, "there is a small picture of complete studies that vary at most one field; ask for json"
        )
    if not all(result.estimate(0, policy, metric).mean > 0 for policy in policies):
        raise RefusalError(
            422, f"there is no small picture of {metric}, which is not positive everywhere; ask for json"
        )
    draw = draw_lines if study.vary else draw_bars
    drawn = draw(result, metric, policies, verdict(result, metric).short)
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(
        ">", f"><style>{STYLE}</style>", 1
    )


STYLE = (
    "text{font:11px sans-serif}.of-policy{color:var(--light);fill:var(--light)}polygon{opacity:.15}"
    "polyline{fill:none;stroke:currentColor;stroke-width:2.5}.grid,.axis{fill:none;stroke:#bbb}"
    ".interval{fill:none;stroke:#333;stroke-width:1.5}"
)


@api.get("/studies/<study>/events")
@described({200: {EVENTS: None}}, (404,))
def events_of(study: str) -> Response:
    """How far it is, as server-sent events: "progress" whenever that changes, and "end" last.

    A stream ends after a minute, and a browser opens it anew by itself.
    """
    first = tell_study(study)
    if not STREAMS.acquire(blocking=False):
        raise RefusalError(503, "too many event streams are open; ask how far the study is instead", headers=RETRY)
    answer = Response(_events(study, first), content_type=f"{EVENTS}; charset=utf-8")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # a proxy is not to collect them
    answer.call_on_close(STREAMS.release)
    return answer


def _events(study: str, found: dict[str, Any]) -> Iterator[bytes]:
    end, told = time.monotonic() + LONGEST, None
    while True:
        ends = found["state"] != "running"
        shown = {name: found[name] for name in ("state", "done", "total", "failed")}
        if ends or shown != told:
            yield b"event: %s\ndata: %s\n\n" % (b"end" if ends else b"progress", orjson.dumps(found))
        told = shown
        if ends or time.monotonic() > end:
            return
        time.sleep(PAUSE)
        found = tell_study(study)
