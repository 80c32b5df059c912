"""Where the addresses below /api/v1 are kept, and what an answer is that is no result."""

from typing import Any

import orjson
from flask import Blueprint, Response
from werkzeug.exceptions import HTTPException

from components.server.refusals import refused
from components.server.rest.described import QueryError
from workers.client import UNREACHABLE
from workers.room import trouble_of

RETRY = {"Retry-After": "5"}

api = Blueprint("api", __name__, url_prefix="/api/v1")


class RefusalError(Exception):
    """An answer that is no result: its status, and sentences that say what is wrong."""

    def __init__(self, status: int, *sentences: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(*sentences)
        self.answer = refused(status, *sentences, headers=headers)


def json_of(tree: Any, status: int = 200) -> Response:
    """An answer that is JSON."""
    return Response(orjson.dumps(tree), status, content_type="application/json")


@api.errorhandler(RefusalError)
def _refuse(refusal: RefusalError) -> Response:
    return refusal.answer


@api.errorhandler(QueryError)
def _refuse_query(error: QueryError) -> Response:
    return refused(400, *error.sentences)


@api.errorhandler(HTTPException)
def _say(problem: HTTPException) -> Response:
    return refused(problem.code or 500, f"{problem.name}: {problem.description}")


for _away in UNREACHABLE:

    @api.errorhandler(_away)
    def _wait(problem: Exception) -> Response:
        return refused(503, trouble_of(problem), headers=RETRY)


@api.route("/<path:_rest>", methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
def refuse_anything_else(_rest: str) -> Response:
    """What is none of the above; else the pages would answer, as to any other address."""
    raise RefusalError(404, "there is nothing at this address; GET /api/v1/docs says what there is")
