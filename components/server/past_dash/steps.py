"""The names of the pictures of undo, past Dash: `snapshots.js` asks for them when a sketch has been changed.

POST /_studio/steps {"trees": [sketch, ...]} -> [{"id", "words"}, ...]: the study that each is, and in what it differs
from the one before it in the list.
"""

from itertools import pairwise
from typing import Annotated, Any

import orjson
from flask import Blueprint, Flask, Response, request
from pydantic import BaseModel, Field, ValidationError

from components.server.refusals import refused
from components.sketches.steps import step_words
from engine.inputs.rejection import ScenarioError
from engine.study.registry import read_scenario

MOST = 50
"""Sketches that are named at once: as many as undo remembers, see `history.js`."""

steps = Blueprint("steps", __name__)


class Asked(BaseModel):
    """Sketches, the oldest first."""

    trees: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=MOST)]


def register(server: Flask) -> None:
    """Add the address."""
    server.register_blueprint(steps)


@steps.post("/_studio/steps")
def name_steps() -> Response:
    """The names; 400 for what is no list of sketches."""
    try:
        found = [read_scenario(tree) for tree in Asked.model_validate_json(request.get_data()).trees]
    except (ValidationError, ScenarioError):
        return refused(400, f"these are no sketches of the Studio; at most {MOST} are allowed")
    pairs = pairwise([None, *found])
    named = [{"id": now.content_hash(), "words": step_words(before, now)} for before, now in pairs if now]
    return Response(orjson.dumps(named), content_type="application/json")
