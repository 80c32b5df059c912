"""The schedules of the jobs that somebody draws, past Dash: `board/jobs/jobs.js` asks for them while the hand moves.

POST /_studio/schedules {"draft", "values", "ids"} -> {"jobs", "groups", "schedules"}, or {"errors", "later"}: sentences
that say what is wrong, and whether it is worth asking again. Nothing random is in it, so the same jobs have the same
schedules as in the study.
"""

from typing import Annotated, Any

import orjson
from flask import Blueprint, Flask, Response, request
from pydantic import BaseModel, Field, ValidationError

from components.pages.studio.answer.drawn_jobs import NoScheduleError, drawn_jobs
from components.server.refusals import refused
from components.visits.answers import UnavailableError
from workers.client import UNREACHABLE
from workers.room import trouble_of

schedules = Blueprint("schedules", __name__)

Text = Annotated[str, Field(max_length=200)]


class Asked(BaseModel):
    """What the form holds: the tree it was built from, and what was typed and drawn since."""

    draft: dict[str, Any]
    values: Annotated[list[Any], Field(max_length=2_000)]
    ids: Annotated[list[dict[Text, Text]], Field(max_length=2_000)]


def register(server: Flask) -> None:
    """Add the address."""
    server.register_blueprint(schedules)


@schedules.post("/_studio/schedules")
def draw_schedules() -> Response:
    """The schedules, or why there are none; 400 for what no form of ours holds."""
    try:
        asked = Asked.model_validate_json(request.get_data())
        if len(asked.values) != len(asked.ids):
            raise ValueError("a value for each field")
        found = drawn_jobs(asked.draft, asked.values, asked.ids)
    except NoScheduleError as error:
        return _none(*error.sentences)
    except UnavailableError as error:
        return _none(str(error), later=True)
    except UNREACHABLE as error:
        return _none(trouble_of(error), later=True)
    except (ValidationError, KeyError, IndexError, TypeError, AttributeError, ValueError):
        return refused(400, "this is not what a form of the Studio holds")
    return Response(orjson.dumps(found), content_type="application/json")


def _none(*sentences: str, later: bool = False) -> Response:
    """What somebody draws may be wrong for a moment: no error of the page, which a browser would write down."""
    return Response(orjson.dumps({"errors": sentences, "later": later}), content_type="application/json")
