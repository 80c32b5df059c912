"""Rules of own policies, checked while somebody types them; no study is run, and nothing is kept of a rule.

POST /api/v1/rules {"part": "order", "backfill", "admit" or "machines", "text"} -> what the rule says, or what is wrong
POST /_studio/rules {"part", "text", "draft", "values", "ids"} -> what it says of jobs that wait in what is sketched
"""

from typing import Annotated, Any

import orjson
from flask import Blueprint, Flask, Response, request
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from components.pages.studio.families.parallel_jobs.sketch.rule_tried import Part, tried
from components.server.refusals import refused
from components.server.rest import told
from components.server.rest.blueprint import RefusalError, api
from components.server.rest.described import JSON, described
from engine.rules.account import account_of
from engine.rules.tree import RuleError

MOST = 16_384
"""Bytes of a request: no rule is longer than 400 characters, but one that is too long is told so."""


class Asked(BaseModel):
    """What is to be checked."""

    model_config = ConfigDict(extra="forbid")

    part: Part
    text: Annotated[str, Field(max_length=10_000)]


class AskedOnPage(Asked):
    """What the page sends beside it, as `previews.Asked`."""

    draft: dict[str, Any]
    values: Annotated[list[Any], Field(max_length=2_000)]
    ids: Annotated[list[dict[str, Annotated[str, Field(max_length=2_000)]]], Field(max_length=2_000)]


on_page = Blueprint("rules", __name__)


def register(server: Flask) -> None:
    """The one address is of the API, the other of the page."""
    server.register_blueprint(on_page)


@on_page.post("/_studio/rules")
def try_rule() -> Response:
    """What the rule says of a moment, as `Tried` tells; 400 for what no form of ours holds."""
    try:
        asked = AskedOnPage.model_validate_json(request.get_data())
        found = tried(asked.part, asked.text, asked.draft, asked.values, asked.ids)
    except (ValidationError, KeyError, IndexError, TypeError, AttributeError, ValueError):
        return refused(400, "this is not what a form of the Studio holds")
    return Response(orjson.dumps(found._asdict()), content_type="application/json")


@api.post("/rules")
@described({200: {JSON: (told.Rule, told.RefusedRule)}}, (400,), {JSON: Asked})
def check_rule() -> Response:
    """The account of a rule with "error" null, or "error" with its sentence and "column", from 1 (0: of the whole)."""
    if (request.content_length or 0) > MOST:
        raise RefusalError(413, f"{request.content_length:,} bytes are too long; at most {MOST:,} are allowed")
    request.max_content_length = MOST
    try:
        asked = Asked.model_validate_json(request.get_data())
    except ValidationError:
        parts = 'send {"part": "order", "backfill", "admit" or "machines", "text": at most 10,000 characters}'
        raise RefusalError(400, f"this is no question about a rule; {parts}") from None
    try:
        found = account_of(asked.text, asked.part)._asdict() | {"error": None, "column": 0}
    except RuleError as error:
        found = {"error": str(error), "column": error.column}
    return Response(orjson.dumps(found), content_type="application/json")
