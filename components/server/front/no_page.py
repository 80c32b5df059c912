"""An address at which there is no page says so to programs, too: the page that tells it comes with status 404."""

from collections.abc import Iterable

from flask import Flask, Response, request


def register(server: Flask, paths: Iterable[str], templates: Iterable[str]) -> None:
    """Pages are at *paths*, and below those *templates* that end with a name of their own ("/papers/<paper>")."""
    exact = {path.rstrip("/") for path in paths}
    above = {template.rpartition("/")[0] for template in templates}

    @server.after_request
    def tell(response: Response) -> Response:
        parent, _, last = (path := request.path.rstrip("/")).rpartition("/")
        is_there = path in exact or (parent in above and bool(last))
        if request.method == "GET" and response.status_code == 200 and is_index() and not is_there:
            response.status_code = 404
        return response

    def is_index() -> bool:
        """Whether it is what Dash answers to any address that is nobody else's."""
        return request.url_rule is not None and request.url_rule.rule == "/<path:path>"
