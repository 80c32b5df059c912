"""Logs of machines, as files: sent, read by a worker, and made a study that replays them.

POST /api/v1/logs?name=FILE     the bytes of a file (SWF, sacct's, CSV, Parquet) -> an id; a worker reads it; ?zone=
GET  /api/v1/logs/ID?name=FILE  what was read: name, head, report, a scenario and its link; 202 until then; ?study=
POST /api/v1/logs/ID/coscheduled  a scenario of coscheduling -> the same with jobs of the log; ?jobs=, ?divided_by=
"""

import re
from typing import Any

import orjson
from flask import Flask, Response, request

from components.server.rest.blueprint import RefusalError, api
from components.server.rest.described import BYTES, JSON, asked, described
from components.server.rest.requested import not_there, sent_scenario
from components.server.rest.told import CoscheduledQuery, Log, LogQuery, NameQuery
from components.sketches.link import from_link, to_link
from components.visits.answers import UnavailableError, answer_of, client, recorded_logs
from components.visits.visitors import visitor
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.inputs.of_strangers import plain
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.logs.limits import SENT
from engine.study.of_log import kept_with
from engine.study.registry import read_scenario
from workers.client import AnswerError
from workers.recorded import TooManyLogsError

PATIENCE = 0.5
"""Seconds for which an answer waits for the worker; whoever asks asks again."""

LONGEST_NAME = 80
ID = re.compile(r"[0-9a-f]{64}")


def register(_server: Flask) -> None:
    """The addresses are those of the API."""


def called() -> str:
    """The name of the file that the request says, without what no name has."""
    return re.sub(r"[<>]", "", plain(request.args.get("name", "")))[:LONGEST_NAME].strip()


@api.post("/logs")
@described({200: {JSON: Log}, 202: {JSON: Log}}, (400, 422, 429), {BYTES: None}, LogQuery)
def send_log() -> Response:
    """Take the bytes; they are read in a worker, never here."""
    request.max_content_length = SENT
    if (request.content_length or 0) > SENT:
        raise RefusalError(413, f"{request.content_length:,} bytes are too long; at most {SENT:,} are allowed")
    data = request.get_data()
    if not data:
        raise RefusalError(400, "the file is empty; a log has a line for each job")
    try:
        sent = recorded_logs().send(data, visitor())
    except TooManyLogsError as error:
        raise RefusalError(429, str(error)) from None
    client().read_anew(sent, called(), asked(NameQuery).zone)
    return read_log(sent)


@api.get("/logs/<sent>")
@described({200: {JSON: Log}, 202: {JSON: Log}}, (404, 422), query=LogQuery)
def read_log(sent: str) -> Response:
    """What a worker has read."""
    told = _told(sent)
    if told is None:
        return Response(orjson.dumps({"id": sent}), 202, content_type="application/json")
    query, scenario = asked(LogQuery), read_scenario(told["scenario"])
    study = _study_of(query.study)
    if study is not None and (kept := kept_with(told, study, called(), query.zone)):
        scenario, told["kept"] = kept
        told["scenario"] = scenario.model_dump(mode="json")
    told["link"] = to_link(scenario)
    return Response(orjson.dumps({"id": sent} | told), content_type="application/json")


@api.post("/logs/<sent>/coscheduled")
@described(
    {200: {JSON: CoschedulingScenario}}, (400, 404, 415, 422, 503), {JSON: CoschedulingScenario}, CoscheduledQuery
)
def coscheduled(sent: str) -> Response:
    """The scenario with the first jobs of the log instead of its own, their times divided; 503 until it is read."""
    query, scenario = asked(CoscheduledQuery), sent_scenario()
    if scenario.family != "coscheduling":
        raise RefusalError(422, f"jobs are put into a scenario of coscheduling, and this is one of {scenario.family}")
    told = _told(sent)
    if told is None:
        raise not_there(UnavailableError("the log has not been read yet", later=True))
    try:
        found = answer_of("coscheduled", read_scenario(told["scenario"]), scenario, query.jobs, query.divided_by)
    except UnavailableError as error:
        raise not_there(error) from None
    return Response(read_scenario(found).canonical(), content_type=JSON)


def _study_of(link: str) -> Scenario | None:
    """Read a link; None without one, or if it is damaged: then the log opens a study of its own."""
    try:
        return from_link(link) if link else None
    except ScenarioError:
        return None


def _told(sent: str) -> dict[str, Any] | None:
    if not ID.fullmatch(sent):
        raise RefusalError(404, "there is no log of this name; POST /api/v1/logs takes one")
    try:
        found: dict[str, Any] | None = client().ask("read_log", sent, called(), asked(NameQuery).zone, timeout=PATIENCE)
        return found
    except AnswerError as error:
        raise RefusalError(422, str(error)) from None
