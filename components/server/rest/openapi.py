"""The API as an OpenAPI 3.1 document, made of the models that validate, and as a page that needs nothing else.

GET /api/v1/openapi.json   the document
GET /api/v1/docs           the same to be read
"""

import re
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from typing import Any

import orjson
from flask import Flask, Response, current_app
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from components.server.rest.blueprint import api
from components.server.rest.described import JSON, PROBLEM, SCENARIO, WITH_A_RATE, Description, described
from components.server.rest.documentation import page
from components.server.rest.told import Problem
from engine import ENGINE_VERSION
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.study.registry import EXAMPLES, FAMILIES

Tree = dict[str, Any]

EVERYWHERE = (421, 503)
"""Refusals of whatever address: a name that is not this server's, a broker that is away."""

CHANGES = (403, 413)
"""Refusals of whatever changes or carries something: a page of another site, too many bytes."""


def register(_server: Flask) -> None:
    """The addresses are those of the API."""


@api.get("/openapi.json")
@described({200: {JSON: {"type": "object"}}})
def tell_openapi() -> Response:
    """This document."""
    return Response(_text(current_app._get_current_object()), content_type=JSON)  # type: ignore[attr-defined]


@api.get("/docs")
@described({200: {"text/html": None}})
def tell_docs() -> Response:
    """The same as a page."""
    return Response(page(orjson.loads(_text(current_app._get_current_object()))), content_type="text/html")  # type: ignore[attr-defined]


@cache
def _text(server: Flask) -> bytes:
    return orjson.dumps(document(server))


def document(server: Flask) -> Tree:
    """The document of all addresses below /api/v1 that a *server* answers."""
    told = list(_told(server))
    schemas = _Schemas([one for _, _, description in told for one in _models(description)])
    paths: dict[str, Tree] = {}
    for rule, view, description in told:
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            paths.setdefault(path, {})[method.lower()] = _operation(rule, method, view, description, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Corral",
            "version": ENGINE_VERSION,
            "summary": "A what-if laboratory for scheduling parallel work on clusters.",
            "description": "Times are in seconds. Refusals are problem details (RFC 9457) with sentences.",
        },
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "paths": paths,
        "components": {"schemas": schemas.definitions},
    }


class _Schemas:
    """The schemas of all models, each defined once, under names that are told apart together."""

    def __init__(self, models: list[tuple[type[BaseModel], Any]]) -> None:
        every = list(dict.fromkeys([*models, *((one.scenario, "validation") for one in FAMILIES.values())]))
        self._of, found = models_json_schema(every, ref_template="#/components/schemas/{model}")
        self.definitions: Tree = found["$defs"]
        self.definitions["Scenario"] = {
            "title": "Scenario",
            "anyOf": [self._of[one.scenario, "validation"] for one in FAMILIES.values()],
        }

    def of(self, content: Any, mode: Any) -> Tree:
        """The schema of what is in a `Content`."""
        if isinstance(content, str):  # whatever kind of scenario
            return {"$ref": "#/components/schemas/Scenario"}
        if isinstance(content, list):
            return {"type": "array", "items": self.of(content[0], mode)}
        if isinstance(content, tuple):
            return {"anyOf": [self.of(one, mode) for one in content]}
        return content if isinstance(content, dict) else self._of[content, mode]


def _told(server: Flask) -> Iterator[tuple[Any, Any, Description]]:
    for rule in server.url_map.iter_rules():
        description = getattr(server.view_functions[rule.endpoint], "description", None)
        if description is not None:
            yield rule, server.view_functions[rule.endpoint], description


def _models(description: Description) -> Iterator[tuple[type[BaseModel], Any]]:
    yield Problem, "serialization"
    if description.query:
        yield description.query, "validation"
    for content in description.answers.values():
        yield from ((kind, "serialization") for one in content.values() for kind in _kinds(one))
    yield from ((kind, "validation") for one in description.body.values() for kind in _kinds(one))


def _kinds(content: Any) -> Iterator[type[BaseModel]]:
    """The models that what is in a `Content` is made of."""
    if isinstance(content, list | tuple):
        for one in content:
            yield from _kinds(one)
    elif isinstance(content, type):
        yield content


def _operation(rule: Any, method: str, view: Any, description: Description, schemas: _Schemas) -> Tree:
    words = " ".join((view.__doc__ or "").split())
    summary, _, more = words.partition(". ")
    told: Tree = {"operationId": rule.endpoint.removeprefix("api."), "summary": summary.rstrip(".")}
    if more:
        told["description"] = more
    parameters = [_in_path(name) for name in sorted(rule.arguments)]
    if description.query:
        parameters += _in_query(
            schemas.definitions[schemas.of(description.query, "validation")["$ref"].rsplit("/", 1)[-1]]
        )
    if parameters:
        told["parameters"] = parameters
    if description.body:
        told["requestBody"] = {"required": True, "content": _content(description.body, schemas, "validation")}
    told["responses"] = {
        str(status): {"description": HTTPStatus(status).phrase, "content": _content(content, schemas, "serialization")}
        for status, content in description.answers.items()
    }
    changes = CHANGES if method not in ("GET", "HEAD") else ()
    for status in sorted({*description.refusals, *EVERYWHERE, *changes}):
        content = {PROBLEM: {"schema": schemas.of(Problem, "serialization")}}
        told["responses"][str(status)] = {"description": HTTPStatus(status).phrase, "content": content}
    return told


SHOWN = {SCENARIO: "kumar-two-jobs", WITH_A_RATE: "schnor-system-1"}
"""The example that stands for a scenario."""


def _content(content: Any, schemas: _Schemas, mode: str) -> Tree:
    found: Tree = {}
    for kind, model in content.items():
        found[kind] = {} if model is None else {"schema": schemas.of(model, mode)}
        if isinstance(model, str):
            found[kind]["example"] = orjson.loads(EXAMPLES[SHOWN[model]].compact())
        elif model is CoschedulingScenario:
            found[kind]["example"] = orjson.loads(EXAMPLES["same-eight-jobs"].compact())
    return found


def _in_path(name: str) -> Tree:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}


def _in_query(model: Tree) -> list[Tree]:
    return [
        {"name": name, "in": "query", "description": schema.get("description", ""), "schema": schema}
        for name, schema in model["properties"].items()
    ]
