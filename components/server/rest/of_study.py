"""What else programs can ask of a study: its jobs, and to be told how far it is.

GET /api/v1/studies/ID/jobs     every job of one cell; ?policy=, ?point=, ?replication=, ?format=parquet or csv;
                                with ?against=POLICY (and ?metric=) how much each job differs under the first
GET /api/v1/studies/ID/what-if  another decision, once; ?policy=, ?point=, ?replication=, ?time=, ?job=, ?choice=
GET /api/v1/studies/ID/model    of a study of a log: the same with jobs of the model that was fitted to the log
GET /api/v1/studies/ID/events   how far it is, again and again, as server-sent events
"""

import time
from collections.abc import Iterator
from typing import Any

import orjson
from flask import Flask, Response, send_file

from components.server.rest.blueprint import RETRY, RefusalError, api
from components.server.rest.described import CSV, EVENTS, JSON, PARQUET, SCENARIO, asked, described
from components.server.rest.requested import choice, known_scenario, not_there, replication_of
from components.server.rest.streams import STREAMS, Stream
from components.server.rest.studies import tell_study
from components.server.rest.told import JobsQuery, WhatIf, WhatIfQuery
from components.visits.answers import UnavailableError, answer_of, at_point, empty_result, whole_of
from components.visits.visitors import visitor
from components.words.differences.what_if import what_if_words
from components.words.wording import first_metric
from engine.inputs.scenario import Scenario
from engine.results.formats import FORMATS
from engine.study.of_log import twin_told

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
    cell = scenario, policy, point, replication_of(query.replication, scenario), query.format
    try:
        path = whole_of(*cell, _held_against(scenario, policy) if query.against else None)
    except UnavailableError as error:
        raise not_there(error) from None
    called = f"corral-jobs-{study}.{query.format}"
    return send_file(path, mimetype=FORMATS[query.format].content_type, as_attachment=True, download_name=called)


def _held_against(scenario: Scenario, policy: str) -> tuple[str, str]:
    """The other policy that is asked for, and the metric."""
    usual = first_metric(scenario)
    names = [usual, *(name for name in empty_result(scenario).names if name != usual)]
    return choice("against", [one for one in scenario.policies if one != policy]), choice("metric", names)


@api.get("/studies/<study>/what-if")
@described({200: {JSON: WhatIf}}, (400, 404, 422, 503), query=WhatIfQuery)
def what_if(study: str) -> Response:
    """What if one decision had been another, once: for whom it would have been better, and for how long."""
    query, scenario = asked(WhatIfQuery), known_scenario(study)
    policy = choice("policy", list(scenario.policies))
    point = int(choice("point", [str(number) for number in range(len(scenario.points()))]))
    replication = replication_of(query.replication, scenario)
    question = orjson.dumps({"time": query.time, "job": query.job, "choice": query.choice}).decode()
    try:
        found = answer_of("what_if", at_point(scenario, point), policy, replication, question)
    except UnavailableError as error:
        raise not_there(error) from None
    return Response(orjson.dumps({"sentences": what_if_words(found), **found}), content_type=JSON)


@api.get("/studies/<study>/model")
@described({200: {JSON: SCENARIO}}, (404, 422, 503))
def model_of(study: str) -> Response:
    """The scenario of the same study with jobs of the model lublin99, fitted to its log."""
    scenario = known_scenario(study)
    try:
        found = twin_told(scenario, answer_of("recorded", scenario) if scenario.replayed else {})
    except UnavailableError as error:
        raise not_there(error) from None
    except ValueError as error:
        raise RefusalError(422, str(error)) from None
    return Response(found.canonical(), content_type=JSON)


@api.get("/studies/<study>/events")
@described({200: {EVENTS: None}}, (404,))
def events_of(study: str) -> Response:
    """How far it is, as server-sent events: "progress" whenever that changes, and "end" last.

    A stream ends after a minute, or when its visitor opens more of them, and a browser opens it anew by itself.
    """
    first = tell_study(study)
    stream = STREAMS.open(visitor())
    if stream is None:
        raise RefusalError(503, "too many event streams are open; ask how far the study is instead", headers=RETRY)
    answer = Response(_events(study, first, stream), content_type=f"{EVENTS}; charset=utf-8")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # a proxy is not to collect them
    answer.call_on_close(lambda: STREAMS.close(stream))
    return answer


def _events(study: str, found: dict[str, Any], stream: Stream) -> Iterator[bytes]:
    end, told = time.monotonic() + LONGEST, None
    while True:
        ends = found["state"] != "running"
        shown = {name: found[name] for name in ("state", "done", "total", "failed")}
        if ends or shown != told:
            yield b"event: %s\ndata: %s\n\n" % (b"end" if ends else b"progress", orjson.dumps(found))
        told = shown
        if ends or time.monotonic() > end or stream.ended.wait(PAUSE):
            return
        found = tell_study(study)
