"""What stands on the Studio for an address that is asked for again and again: built once, and handed over as it was.

The page is the same for everybody as long as it shows a result that came with the project: no worker, no visitor and no
clock has a part in it. Dash would build its some hundred components anew for each of them, in 0.1 s of the server.
"""

from collections import OrderedDict
from threading import Event
from typing import Any
from urllib.parse import parse_qsl

import orjson
from flask import Flask, Response, g, request

from components.pages.studio.layout import opened_by
from components.pages.studio.page_state import read_state
from components.pages.studio.tabs import CURVES
from components.words.units import chosen
from engine.study.ahead import result_ahead

ASKED_OF_DASH = "/_dash-update-component"
STUDIO = "/"

LARGEST = 4_000
"""Bytes of a question that is looked at: links of stored results are shorter."""

MOST = 40
"""Pages of some 150 KB."""

Key = tuple[bytes, str]
"""The question, and the units in which it is answered."""


def question_of_page(path: str, search: str) -> bytes:
    """What a browser asks for what stands on the page at *path*, with *search* from "?" on: `early.ASKED_FIRST`."""
    location = "_pages_location"
    asked: dict[str, Any] = {
        "output": ".._pages_content.children..._pages_store.data..",
        "outputs": [{"id": "_pages_content", "property": "children"}, {"id": "_pages_store", "property": "data"}],
        "inputs": [
            {"id": location, "property": "pathname", "value": path},
            {"id": location, "property": "search", "value": search},
        ],
        "changedPropIds": [f"{location}.pathname", f"{location}.search"],
        "parsedChangedPropsIds": [f"{location}.pathname", f"{location}.search"],
    }
    return orjson.dumps(asked)


LONGEST = 30.0
"""Seconds that a second visitor waits while the page is built for the first."""


def register(server: Flask) -> None:
    """Answer such questions of *server* from what is kept; after the units of the visitor are known.

    When several visitors ask for a page at once, it is built once.
    """
    kept: OrderedDict[Key, bytes] = OrderedDict()
    building: dict[Key, Event] = {}

    def answered(key: Key) -> Response | None:
        found = kept.get(key)
        return Response(found, content_type="application/json") if found else None

    @server.before_request
    def _again() -> Response | None:
        key = _key()
        if key is None or key in kept or not is_the_same_for_all(key[0]):
            return answered(key) if key else None
        mine = Event()
        other = building.setdefault(key, mine)
        if other is not mine:
            other.wait(LONGEST)
            return answered(key)
        g.building = key
        return None

    @server.after_request
    def _keep(answer: Response) -> Response:
        if "building" in g and is_built(answer):
            kept[g.building] = answer.get_data()
            while len(kept) > MOST:
                kept.popitem(last=False)
        return answer

    @server.teardown_request
    def _is_built(_error: BaseException | None) -> None:
        if "building" in g:
            building.pop(g.pop("building")).set()


def is_built(answer: Response) -> bool:
    """Whether there is a page in an *answer* of Dash: what failed is answered, too."""
    return answer.status_code == 200 and b'"_pages_content"' in answer.get_data()


def _key() -> Key | None:
    if request.path != ASKED_OF_DASH or request.method != "POST" or not 0 < (request.content_length or 0) <= LARGEST:
        return None
    return request.get_data(), chosen()


def is_the_same_for_all(question: bytes) -> bool:
    """Whether a *question* of Dash is for a Studio that shows the curves of a stored result."""
    try:
        path, search = (one["value"] for one in orjson.loads(question)["inputs"])
    except (ValueError, LookupError, TypeError):
        return False
    if path != STUDIO or not isinstance(search, str) or question != question_of_page(path, search):
        return False
    said = _said(search)
    scenario, problem = opened_by(said.pop("s", None))
    result = None if problem else result_ahead(scenario)
    return result is not None and result.complete and read_state(result, said).tab == CURVES.value


def _said(search: str) -> dict[str, str]:
    """What a *search* says, of each name first."""
    return dict(reversed(parse_qsl(search.removeprefix("?"))))
