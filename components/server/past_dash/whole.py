"""Whole schedules, past Dash: `clientside/whole/` asks for windows of them, and for pages of the
table of jobs.

POST /_studio/whole {"tree", "policy", "point", "replication", "form"} -> {"id", ...} of a schedule that is there, or
    {"errors", "later"}: sentences, and whether it is worth asking again; with "against" and "metric" it is of how much
    each job differs under the policy
GET  /_studio/whole/ID?since=...      what is seen in a window, as `engine.parallel_jobs.whole.window.look` writes it
GET  /_studio/whole/ID/jobs?by=...    a page of its jobs
GET  /_studio/whole/ID/FILE           a form of it that is no picture, to be kept
"""

import re
from functools import lru_cache
from threading import Thread
from typing import Annotated, Any, Literal

import orjson
from flask import Blueprint, Flask, Response, request, send_file
from pydantic import BaseModel, Field, ValidationError

from components.server.refusals import refused
from components.visits.answers import UnavailableError, scenario_of, whole_of
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.parallel_jobs.whole.jobs import COLUMNS, page
from engine.parallel_jobs.whole.warm_up import load_windows
from engine.parallel_jobs.whole.window import Whole, Window, look
from workers import kept_files
from workers.client import UNREACHABLE
from workers.room import trouble_of

wholes = Blueprint("wholes", __name__)

Text = Annotated[str, Field(max_length=200)]
NOT_HERE = "this schedule is not here any more; the page asks for it anew"
NAME = re.compile(r"[\w. -]{1,80}")


class Asked(BaseModel):
    """Which replication of which study, and as what."""

    tree: dict[str, Any]
    policy: Text
    point: Annotated[int, Field(ge=0, le=100_000)] = 0
    replication: Annotated[int, Field(ge=0, le=100_000)] = 0
    form: Literal["packed", "csv", "parquet", "swf"] = "packed"
    against: Text | None = None
    metric: Text = ""

    def pair(self, scenario: Scenario) -> tuple[str, str] | None:
        """What it is held against, and by which metric; `ValueError` if that is no other policy, or no table."""
        if self.against is None:
            return None
        is_other = self.against in scenario.policies and self.against != self.policy
        if not is_other or self.form not in ("csv", "parquet"):
            raise ValueError("jobs are held against those of another policy of the study, as a table")
        return self.against, self.metric


def register(server: Flask) -> None:
    """Add the addresses."""
    server.register_blueprint(wholes)


@wholes.post("/_studio/whole")
def find_whole() -> Response:
    """The schedule's id, and what is told of all of it; what is to be compiled for its windows is loaded meanwhile."""
    try:
        asked = Asked.model_validate_json(request.get_data())
        scenario = scenario_of(asked.tree)
        known = asked.policy in scenario.policies and asked.point < len(scenario.points())
        if not known or asked.replication >= scenario.study.replications:
            raise ValueError("it is not part of this study")
        Thread(target=load_windows, daemon=True).start()
        path = whole_of(scenario, asked.policy, asked.point, asked.replication, asked.form, asked.pair(scenario))
    except UnavailableError as error:
        return _json({"errors": [str(error)], "later": error.later})
    except UNREACHABLE as error:
        return _json({"errors": [trouble_of(error)], "later": True})
    except (ValidationError, ScenarioError, KeyError, TypeError, ValueError):
        return refused(400, "this is no replication of a study")
    told = {} if asked.form != "packed" else _told(path.name)
    return _json({"id": path.name, **told})


def _told(name: str) -> dict[str, Any]:
    whole = _whole(name)
    return {} if whole is None else {**whole.head, "head": list(COLUMNS.items())}


@wholes.get("/_studio/whole/<name>")
def send_window(name: str) -> Response:
    """What is seen in a window."""
    whole = _whole(name)
    if whole is None:
        return refused(404, NOT_HERE)
    try:
        window = Window.of(whole, request.args.to_dict())
    except ValueError:
        return refused(400, "a window is of numbers")
    answer = Response(_looked(name, window), content_type="application/octet-stream")
    answer.headers["Content-Encoding"] = "gzip"
    return answer


@wholes.get("/_studio/whole/<name>/jobs")
def send_page(name: str) -> Response:
    """A page of the table of jobs: ?by=COLUMN&falls=1&first=ROW, and of a window ?since=S&until=S."""
    whole = _whole(name)
    if whole is None:
        return refused(404, NOT_HERE)
    asked = request.args
    try:
        window = (float(asked["since"]), float(asked["until"])) if "since" in asked else None
        by = asked.get("by", "job")
        if by not in COLUMNS:
            raise ValueError(by)
        found = page(whole, by, asked.get("falls") == "1", int(asked.get("first", "0")), window)
    except (KeyError, ValueError):
        return refused(400, f"a page is sorted by one of {', '.join(COLUMNS)}")
    return _json(found._asdict())


@wholes.get("/_studio/whole/<name>/file")
def send_whole_file(name: str) -> Response:
    """A file for others, under the name that ?as= gives it."""
    path, called = kept_files.find(name), request.args.get("as", "schedule")
    if path is None or not NAME.fullmatch(called):
        return refused(404, NOT_HERE)
    return send_file(path, mimetype="application/octet-stream", as_attachment=True, download_name=called)


@lru_cache(maxsize=4)
def _opened(name: str) -> Whole | None:
    path = kept_files.find(name)
    return None if path is None else Whole.of_file(path)


def _whole(name: str) -> Whole | None:
    try:
        found = _opened(name) if kept_files.find(name) else None
    except (OSError, ValueError, KeyError):
        return None
    return found


@lru_cache(maxsize=64)
def _looked(name: str, window: Window) -> bytes:
    whole = _opened(name)
    assert whole is not None  # it was there a moment ago, and is kept
    return look(whole, window)


def _json(tree: Any) -> Response:
    return Response(orjson.dumps(tree), content_type="application/json")
