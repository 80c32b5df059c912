"""What the page of the glossary does, in the browser, and the address from which the words come."""

from functools import cache

import orjson
from dash import ClientsideFunction, Dash, Input, Output
from flask import Response, request

from components.glossary.catalogue import as_json
from components.pages.words.layout import FILTER, LIST, SHOWN

ADDRESS = "/words.json"


def register(app: Dash) -> None:
    """When the page is there, and whenever something is typed, the entries with all the words typed are shown."""
    app.server.add_url_rule(ADDRESS, "words", tell_words)
    app.clientside_callback(
        ClientsideFunction("words", "filter"), Output(SHOWN, "children"), Input(FILTER, "value"), Input(LIST, "id")
    )


def tell_words() -> Response:
    """All words; a browser that has those of this engine is told so."""
    answer = Response(_words(), content_type="application/json")
    answer.headers["Cache-Control"] = "no-cache"  # asked for again, answered by 304
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@cache
def _words() -> bytes:
    return orjson.dumps(as_json())
