"""What becomes of requests that no page of ours would send, and of callbacks that fail: a sentence, never silence."""

import logging
import traceback
from contextlib import suppress
from typing import Any

import orjson
from dash import Dash, set_props
from flask import Response, request
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError
from werkzeug.exceptions import HTTPException

from components.server.refusals import refused
from components.visits.answers import UnavailableError
from engine.inputs.of_strangers import TwiceError, read_json
from engine.inputs.rejection import ScenarioError
from workers.client import UNREACHABLE
from workers.room import FULL, is_full, trouble_of

log = logging.getLogger("corral.pages")

PLACE = "shell-trouble"
"""Id of the alert that every page has."""

JSON = "application/json"
FILES_OF_DASH = "/_dash-component-suites/"
UPDATE = "/_dash-update-component"


class _Part(BaseModel):
    """A property of a component; only its id may lack a value, when there is no such component."""

    id: str | dict[str, JsonValue]
    property: str = Field(max_length=100)
    value: JsonValue = None


class _Call(BaseModel):
    """What a page sends when a callback is due."""

    model_config = ConfigDict(extra="allow")

    output: str = Field(max_length=20_000)
    outputs: Any = None
    inputs: list[_Part | list[_Part]] = Field(max_length=400)
    state: list[_Part | list[_Part]] = Field(default=[], max_length=400)
    changedPropIds: list[str] = Field(default=[], max_length=400)  # noqa: N815  # as Dash calls it


def register(app: Dash) -> None:
    """Refuse what is no call of a callback before Dash sees it, and answer for what fails."""
    app.server.register_error_handler(Exception, tell_failure)

    @app.server.before_request
    def _refuse_twice() -> Response | None:
        if request.mimetype != JSON or request.path == UPDATE:  # nobody but our own page writes that one
            return None
        with suppress(orjson.JSONDecodeError, RecursionError):  # which is said where it is read
            try:
                read_json(request.get_data())
            except TwiceError as error:
                return refused(400, str(error))
        return None

    @app.server.before_request
    def _refuse_nonsense() -> Response | None:
        if request.path != UPDATE or request.method != "POST":
            return None
        try:
            call = _Call.model_validate_json(request.get_data())
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            return Response(f"this is no call of a callback: {where}: {first['msg']}", 400, content_type="text/plain")
        if call.output not in app.callback_map:
            return Response("there is no callback with these outputs", 400, content_type="text/plain")
        return None


def tell_failure(error: Exception) -> Response | HTTPException:
    """What nobody else has caught, of ours or of a library: one line in the log, and where it is new all of it."""
    if isinstance(error, HTTPException):
        return error
    if isinstance(error, UNREACHABLE):
        return refused(503, trouble_of(error), headers={"Retry-After": "5"})
    if request.path.startswith(FILES_OF_DASH):  # there is none of this name, which Dash takes for a fault of ours
        return refused(404, "there is no such file")
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{type(error).__name__} in {last.name}, line {last.lineno}"
    first = str(error).partition("\n")[0][:200]
    log.error("%s failed: %s: %s", request.path[:200], place, first, exc_info=None if place in _seen else error)
    if len(_seen) < MOST_SEEN:
        _seen.add(place)
    return refused(500, "something went wrong on the server; its log says what")


_seen: set[str] = set()
"""Where something has failed that was told in full."""

MOST_SEEN = 200


def tell(error: Exception) -> None:
    """When a callback fails: the page stays as it is and says so; the log has the rest."""
    if isinstance(error, ScenarioError):
        sentence = f"This scenario cannot be used: {error.rejections[0]}."
    elif is_full(error):
        sentence = f"This cannot be run or kept: {FULL}. Try again when there is room; what you typed is still there."
    elif isinstance(error, UnavailableError):  # which says what is missing, and until when
        sentence = f"{str(error)[0].upper()}{str(error)[1:].rstrip('.')}."
    elif isinstance(error, UNREACHABLE):
        sentence = "The broker is away, so nothing can be run or looked up. Studies go on when it is back."
    else:
        log.error("a callback failed", exc_info=error)
        sentence = "Something went wrong on the server; its log says what. Everything that you typed is still there."
    set_props(PLACE, {"children": sentence})
