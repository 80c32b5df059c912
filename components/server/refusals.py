"""A request that is not served, as problem details (RFC 9457), which programs and pages can read."""

from http import HTTPStatus
from typing import Any

import orjson
from flask import Response


def refused(status: int, *sentences: str, headers: dict[str, str] | None = None) -> Response:
    """An answer with an HTTP *status* and *sentences* that say what is wrong, together and each as one of "errors"."""
    tree: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": "\n".join(sentences),
        "errors": list(sentences),
    }
    return Response(orjson.dumps(tree), status, headers, content_type="application/problem+json")
