"""Logs of machines, as files: sent, read by a worker, and made a study that replays them.

POST /api/v1/logs?name=FILE     the bytes of a file (SWF, sacct's, CSV, Parquet) -> an id; a worker reads it
GET  /api/v1/logs/ID?name=FILE  what was read: name, head, report, a scenario and its link; 202 until then
"""

import re

import orjson
from flask import Flask, Response, request

from components.server.api import RefusalError, api
from components.server.described import BYTES, JSON, described
from components.server.told import Log, NameQuery
from components.sketches.link import to_link
from components.visits.answers import client, recorded_logs
from components.visits.visitors import visitor
from engine.logs.limits import SENT
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
    return re.sub(r"[\x00-\x1f<>]", "", request.args.get("name", ""))[:LONGEST_NAME].strip()


@api.post("/logs")
@described({200: {JSON: Log}, 202: {JSON: Log}}, (400, 422, 429), {BYTES: None}, NameQuery)
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
    return read_log(sent)


@api.get("/logs/<sent>")
@described({200: {JSON: Log}, 202: {JSON: Log}}, (404, 422), query=NameQuery)
def read_log(sent: str) -> Response:
    """What a worker has read."""
    if not ID.fullmatch(sent):
        raise RefusalError(404, "there is no log of this name; POST /api/v1/logs takes one")
    try:
        told = client().read_log(sent, called(), PATIENCE)
    except AnswerError as error:
        raise RefusalError(422, str(error)) from None
    if told is None:
        return Response(orjson.dumps({"id": sent}), 202, content_type="application/json")
    told["link"] = to_link(read_scenario(told["scenario"]))
    return Response(orjson.dumps({"id": sent} | told), content_type="application/json")
