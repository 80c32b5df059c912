"""A request that is not served, in the words of the API, which pages can read, too."""

from typing import Any

import orjson
from flask import Response


def refused(status: int, *sentences: str, headers: dict[str, str] | None = None) -> Response:
    """An answer with an HTTP *status* and *sentences* that say what is wrong."""
    tree: dict[str, Any] = {"errors": list(sentences)}
    return Response(orjson.dumps(tree), status, headers, content_type="application/json")
