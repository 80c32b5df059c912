"""What becomes of requests that no page of ours would send, and of callbacks that fail: a sentence, never silence."""

import logging
from typing import Any

from dash import Dash, set_props
from flask import Response, request
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from components.visits.answers import UnavailableError
from engine.inputs.rejection import ScenarioError
from workers.client import UNREACHABLE
from workers.overview import FULL
from workers.room import is_full

log = logging.getLogger("corral.pages")

PLACE = "shell-trouble"
"""Id of the alert that every page has."""

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
    """Refuse what is no call of a callback before Dash sees it."""

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
