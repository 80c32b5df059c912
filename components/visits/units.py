"""In which units a visitor is told quantities: a cookie keeps the choice, which `units.js` writes."""

from urllib.parse import urlsplit

from flask import Flask, request

from components.words.units import PAPER, choose

COOKIE = "corral-units"

OF_PAPERS = ("/papers", "/learn", "/handed-in", "/class")
"""Pages whose texts speak in the units of papers; what they ask the server for says from where it comes."""


def register(server: Flask) -> None:
    """Heed the choice at every request."""

    @server.before_request
    def _heed() -> None:
        asked_by = request.path if request.method == "GET" else urlsplit(request.referrer or "").path
        pages = (request.path, urlsplit(request.referrer or "").path, asked_by)
        is_of_papers = any(page.startswith(OF_PAPERS) for page in pages)
        choose(PAPER if is_of_papers else request.cookies.get(COOKIE))
