"""The form after strokes that make fields come and go, and the steps of undo that they are, past Dash; `reshaping.js`
asks for it.

POST /_studio/form {"draft", "strokes", "unlocked", "is_awaited"} -> {"draft", "gone", "steps", "form"}: the tree after
the strokes, as `Sketched` says it; the form only if it has other fields, or is awaited.
"""

from typing import Annotated, Any

from flask import Blueprint, Flask, Response, request
from plotly.io.json import to_json_plotly
from pydantic import BaseModel, Field, ValidationError

from components.pages.studio.sketch.folded import mounted
from components.pages.studio.sketch.sketch import create_sketch
from components.pages.studio.sketch.strokes import Stroke, Text, follow
from components.server.refusals import refused

forms = Blueprint("forms", __name__)

MOST = 50
"""Strokes that are done at once."""


class Asked(BaseModel):
    """What the page sends."""

    draft: dict[str, Any]
    strokes: Annotated[list[Stroke], Field(min_length=1, max_length=MOST)]
    unlocked: Annotated[list[Text], Field(max_length=200)] | None = None
    is_awaited: bool = False


def register(server: Flask) -> None:
    """Add the address."""
    server.register_blueprint(forms)


@forms.post("/_studio/form")
def reshape() -> Response:
    """What comes of the strokes; 400 for what no form of ours holds."""
    try:
        asked = Asked.model_validate_json(request.get_data())
        found = follow(asked.draft, asked.strokes)
        form = mounted(create_sketch(found.tree, asked.unlocked)) if found.is_reshaped or asked.is_awaited else None
    except (ValidationError, KeyError, IndexError, TypeError, AttributeError, ValueError):
        return refused(400, "this is not what a form of the Studio holds")
    told = {"draft": found.tree, "gone": found.gone, "steps": found.steps, "form": form}
    return Response(to_json_plotly(told), content_type="application/json")
