"""The preview of a sketch, past Dash: `preview.js` asks for it while somebody types or drags.

POST /_studio/preview {"draft", "values", "ids", "study", "metric", "shown", "scheme", "off", "moving", "first"} -> what
is to be shown; of what is "moving", or comes "first", the curves alone.
"""

from typing import Annotated, Any, Literal

from flask import Blueprint, Flask, Response, request
from plotly.io.json import to_json_plotly
from pydantic import BaseModel, Field, ValidationError

from components.pages.studio.answer.preview import Sketched, preview_of_form
from components.server.refusals import refused

previews = Blueprint("previews", __name__)

Text = Annotated[str, Field(max_length=2_000)]


class Asked(BaseModel):
    """What the page sends; `Sketched` says what it means."""

    draft: dict[str, Any]
    values: Annotated[list[Any], Field(max_length=2_000)]
    ids: Annotated[list[dict[Text, Text]], Field(max_length=2_000)]
    study: Text
    metric: Text | None = None
    shown: Text | None = None
    scheme: Literal["light", "dark"] | None = None
    off: Annotated[list[Text], Field(max_length=100)] | None = None
    moving: bool = False
    first: bool = False

    def sketched(self) -> Sketched:
        """The same, with what is left out filled in."""
        told = (self.study, self.metric or "", self.shown, self.scheme or "light", self.off or [])
        return Sketched(self.draft, self.values, self.ids, *told, self.moving, self.first)


def register(server: Flask) -> None:
    """Add the address."""
    server.register_blueprint(previews)


@previews.post("/_studio/preview")
def draw_preview() -> Response:
    """What there is to be shown, as `Preview` says it; 400 for what no form of ours holds."""
    try:
        asked = Asked.model_validate_json(request.get_data())
        if len(asked.values) != len(asked.ids):
            raise ValueError("a value for each field")
        preview = preview_of_form(asked.sketched())
    except (ValidationError, KeyError, IndexError, TypeError, AttributeError, ValueError):
        return refused(400, "this is not what a form of the Studio holds")
    told = {"state": "moved", "figure": preview.figure} if preview.state == "moved" else preview._asdict()
    return Response(to_json_plotly(told), content_type="application/json")
