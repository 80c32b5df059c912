"""What there is to begin with: the examples, and what a scenario may hold."""

from functools import cache

import orjson
from flask import Response

from components.server.rest import told
from components.server.rest.blueprint import RefusalError, api, json_of
from components.server.rest.described import JSON, SCENARIO, described
from engine.study.registry import EXAMPLES, json_schema


@api.get("/examples")
@described({200: {JSON: [told.Example]}})
def list_examples() -> Response:
    """The names and titles of the examples."""
    return json_of([{"name": name, "family": one.family, "title": one.title} for name, one in EXAMPLES.items()])


@api.get("/examples/<name>")
@described({200: {JSON: SCENARIO}}, (404,))
def tell_example(name: str) -> Response:
    """An example, canonical."""
    if name not in EXAMPLES:
        raise RefusalError(404, "there is no example of this name; GET /api/v1/examples lists them")
    return Response(EXAMPLES[name].canonical(), content_type="application/json")


@cache
def _schema() -> bytes:
    return orjson.dumps(json_schema())


@api.get("/schema")
@described({200: {"application/schema+json": {"type": "object"}}})
def tell_schema() -> Response:
    """The JSON Schema."""
    return Response(_schema(), content_type="application/schema+json")
