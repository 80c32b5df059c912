"""Rules of own policies, checked while somebody types them; nothing is run, and nothing is kept.

POST /api/v1/rules {"part": "order", "backfill" or "admit", "text"} -> what the rule says, or what is wrong with it
"""

from typing import Annotated, Literal

import orjson
from flask import Flask, Response, request
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from components.server import told
from components.server.api import RefusalError, api
from components.server.described import JSON, described
from engine.rules.account import account_of
from engine.rules.tree import RuleError

MOST = 16_384
"""Bytes of a request: no rule is longer than 400 characters, but one that is too long is told so."""


class Asked(BaseModel):
    """What is to be checked."""

    model_config = ConfigDict(extra="forbid")

    part: Literal["order", "backfill", "admit"]
    text: Annotated[str, Field(max_length=10_000)]


def register(_server: Flask) -> None:
    """The address is one of the API."""


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
        parts = 'send {"part": "order", "backfill" or "admit", "text": at most 10,000 characters}'
        raise RefusalError(400, f"this is no question about a rule; {parts}") from None
    try:
        found = account_of(asked.text, asked.part)._asdict() | {"error": None, "column": 0}
    except RuleError as error:
        found = {"error": str(error), "column": error.column}
    return Response(orjson.dumps(found), content_type="application/json")
