"""What is told of an address of the API beside its function: what it takes, and every answer that it can give.

The OpenAPI document is made of this, of the first sentences of the functions, and of the models that validate.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from flask import request
from pydantic import BaseModel, ValidationError

from engine.inputs.rejection import rejections

JSON, CSV, PARQUET, SVG = "application/json", "text/csv", "application/vnd.apache.parquet", "image/svg+xml"
PNG = "image/png"
BYTES, EVENTS, PROBLEM = "application/octet-stream", "text/event-stream", "application/problem+json"

SCENARIO = "a scenario of any family"
WITH_A_RATE = "a scenario whose jobs arrive at a rate"
"""Stands for the models of all families, which validate it."""

Content = Mapping[str, Any]
"""{content type: a model, `SCENARIO`, a JSON Schema, or None for whatever has no schema}."""

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Description:
    """What is told of one address."""

    answers: Mapping[int, Content]
    refusals: tuple[int, ...] = ()
    body: Content = field(default_factory=dict)
    query: type[BaseModel] | None = None


def described(
    answers: Mapping[int, Content],
    refusals: tuple[int, ...] = (),
    body: Content | None = None,
    query: type[BaseModel] | None = None,
) -> Callable[[View], View]:
    """Tell of a function what it takes and answers; *refusals* are statuses that come with sentences."""

    def tell(view: View) -> View:
        view.__dict__["description"] = Description(answers, refusals, body or {}, query)
        return view

    return tell


class QueryError(ValueError):
    """A query that cannot be used; `sentences` say why."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(*sentences)
        self.sentences = sentences


Query = TypeVar("Query", bound=BaseModel)


def asked(model: type[Query]) -> Query:
    """The query of the request, as *model* validates it; what the model does not know is passed over."""
    try:
        return model.model_validate(request.args.to_dict())
    except ValidationError as error:
        raise QueryError([str(reason) for reason in rejections(error)]) from None
