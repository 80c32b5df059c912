"""What every answer of the server carries against hostile pages, and what a request may weigh.

Sources: OWASP Secure Headers Project; Content Security Policy Level 3.
"""

from functools import cache

from dash import Dash
from flask import Response, request

from components.server.front.early import ASKED_FIRST, SCHEME_FIRST, hash_of

MAXIMUM_REQUEST = 4_000_000
"""Bytes of a request; undo keeps some dozens of scenarios, of which the browser sends back no more than that."""

EMBEDDABLE = "/embed"
"""The only page that other sites may show in a frame."""


def protect(app: Dash) -> None:
    """Bound the requests of *app*, and put headers on its answers. Call it when all callbacks are registered."""
    server = app.server
    server.config["MAX_CONTENT_LENGTH"] = MAXIMUM_REQUEST

    @cache
    def policy() -> str:
        return _policy(app)  # not before the first request, with which Dash adds a script for its pages

    @server.after_request
    def _add_headers(answer: Response) -> Response:
        own, anybody = "frame-ancestors 'self'", "frame-ancestors *"
        may_embed = request.path == EMBEDDABLE
        answer.headers["Content-Security-Policy"] = f"{policy()}; {anybody if may_embed else own}"
        if not may_embed:
            answer.headers["X-Frame-Options"] = "SAMEORIGIN"
        answer.headers["X-Content-Type-Options"] = "nosniff"
        # A link holds the scenario, which is nobody's business elsewhere.
        answer.headers["Referrer-Policy"] = "same-origin"
        answer.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
        answer.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        return answer


def _policy(app: Dash) -> str:
    """Scripts are ours or those few lines that Dash writes into the page; styles are written by components all the
    time; pictures are saved by way of blobs."""
    hashes = [*app.csp_hashes(), hash_of(SCHEME_FIRST), hash_of(ASKED_FIRST)]
    scripts = " ".join(f"'{found}'" if not found.startswith("'") else found for found in hashes)
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' {scripts}".strip(),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
        )
    )
